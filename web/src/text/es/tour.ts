import type { tour as english } from '../en/tour.ts';
import type { Translated } from '../translated.ts';

export const tour: Translated<typeof english> = {
  title: 'Primeros pasos',
  answer: (done: number, all: number) => `${done} de ${all} pasos hechos`,
  complete: 'Todo está listo.',
  note: 'Los pasos se completan solos cuando el trabajo está hecho.',
  steps: {
    brand_profile: {
      title: 'Complete el perfil de su marca',
      text: 'Indique el nombre, la zona horaria y la moneda.',
      action: 'Abrir los ajustes',
    },
    first_product: {
      title: 'Agregue su primer producto',
      text: 'Indique un nombre, un precio y una unidad.',
      action: 'Abrir los productos',
    },
    first_order: {
      title: 'Reciba su primer pedido',
      text: 'Registre un pedido de un cliente o conecte su tienda.',
      action: 'Nuevo pedido',
    },
    first_water_log: {
      title: 'Registre su primer riego',
      text: 'Anote el agua de un campo. También funciona sin señal.',
      action: 'Abrir el agua',
    },
    team_or_api_key: {
      title: 'Incorpore a su equipo o sus sistemas',
      text: 'Invite a un miembro o cree una clave API para un programa.',
      action: 'Abrir los miembros',
    },
    first_campaign: {
      title: 'Cree su primera campaña',
      text: 'Escriba a sus clientes por correo o mensaje de texto.',
      action: 'Nueva campaña',
    },
  },
  status: { open: 'Pendiente', completed: 'Hecho', skipped: 'Omitido' },
  doneAt: (day: string) => `Hecho el ${day}`,
  skip: 'Omitir',
  unskip: 'Retomar',
  dismiss: 'Ocultar la guía',
  resume: 'Mostrar la guía de nuevo',
  dismissed: 'La guía está oculta en el inicio. Puede retomarla en cualquier momento.',
};
