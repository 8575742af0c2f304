import type { search as english } from '../en/search.ts';
import type { Translated } from '../translated.ts';

const claims = (count: number) =>
  count === 1 ? '1 reclamación' : `${count.toLocaleString('es')} reclamaciones`;

export const search: Translated<typeof english> = {
  incomplete:
    'Los nombres y números de pacientes no se guardan en las direcciones. Vuelva a introducirlos para buscar.',
  title: 'Buscar reclamaciones',
  question: '¿Qué reclamación busca?',
  note: 'Las reclamaciones deben cumplir todos los campos que llene. Lo que escribe queda solo en esta página.',
  found: (count) => (count === 0 ? 'No se encontró ninguna' : `Se encontraron ${claims(count)}`),
  foundMore: (count) => `Se encontraron más de ${claims(count)}`,
  results: 'Resultados',
  nothing: 'Ninguna reclamación coincide',
  nothingText: 'Use menos campos, o el comienzo de un nombre o número.',
  number: 'Número de control del paciente',
  lastName: 'Apellido',
  firstName: 'Nombre',
  firstNameHint: 'Con el apellido completo.',
  memberId: 'Id del afiliado',
  payerId: 'Id del pagador',
  npi: 'NPI del facturador',
  amountFrom: 'Importe desde',
  amountTo: 'Importe hasta',
  serviceFrom: 'Servicio desde',
  serviceTo: 'Servicio hasta',
  receivedFrom: 'Recibida desde',
  receivedTo: 'Recibida hasta',
  lane: 'Estado',
  anyLane: 'Cualquier estado',
  beginning: 'Basta el comienzo.',
  complete: 'Completo.',
  search: 'Buscar',
  clear: 'Limpiar',
  enterSomething: 'Llene al menos un campo.',
};
