import type { session as english } from '../en/session.ts';
import { plural } from '../format.ts';
import type { Translated } from '../translated.ts';

export const session: Translated<typeof english> = {
  title: 'Inicie sesión en Granary',
  intro: 'Tome pedidos y registre el agua con o sin señal. Las reclamaciones necesitan conexión.',
  needsSignal: 'Sin señal. Para iniciar sesión se necesita conexión.',
  signIn: 'Iniciar sesión',
  again: 'Intentar de nuevo',
  starting: 'Abriendo Granary',
  reasons: {
    expired: 'Su sesión ha terminado. Inicie sesión de nuevo.',
    endedWaiting: (count) =>
      plural(count, {
        one: 'Su sesión ha terminado. # registro espera en este dispositivo y se envía cuando inicie sesión.',
        other:
          'Su sesión ha terminado. # registros esperan en este dispositivo y se envían cuando inicie sesión.',
      }),
    access_denied: 'El inicio de sesión se canceló o su cuenta no puede usar Granary.',
    state_mismatch: 'El inicio de sesión empezó en otra pestaña o es demasiado antiguo. Empiece de nuevo.',
    other: (code) => `El inicio de sesión no terminó (${code}). Empiece de nuevo.`,
  },
  failed: {
    title: 'No se pudo abrir Granary',
    kept: 'Los cambios que esperan en este dispositivo se conservan.',
  },
  notConfigured: {
    title: 'El inicio de sesión no está configurado',
    text: 'El operador de esta dirección debe conectar un proveedor de identidad. La guía está en docs/identity.md.',
  },
  noAccess: {
    title: (name) => `Le damos la bienvenida, ${name}`,
    answer: 'Aún no tiene acceso',
    text: 'El propietario de una granja puede invitarle, o un administrador de reclamaciones puede darle un rol. Después abra Granary de nuevo.',
    check: 'Comprobar de nuevo',
    signOut: 'Entrar como otra persona',
    createTitle: 'O empiece su propia granja',
    start: 'Empiece su granja',
    startText:
      'Usted será su propietario y podrá invitar a otras personas. Después, la guía muestra lo que queda por hacer.',
    name: 'Nombre de la granja',
    nameHint: 'Los clientes lo ven en mensajes y recibos.',
    currency: 'Moneda',
    currencyHint: 'No puede cambiar después del primer pedido.',
    timeZone: 'Zona horaria',
    create: 'Crear la granja',
  },
  invitation: {
    title: 'Invitación',
    joining: 'Aceptando la invitación',
    done: (brand) => `Ahora es miembro de ${brand}`,
    enter: 'Aceptar una invitación',
    question: 'O acepte una invitación',
    code: 'Código de invitación',
    codeHint: 'Está en el correo de la invitación.',
    accept: 'Aceptar',
  },
};
