import type { worklist as english } from '../en/worklist.ts';
import type { Translated } from '../translated.ts';

const claims = (count: number) =>
  count === 1 ? '1 reclamación' : `${count.toLocaleString('es')} reclamaciones`;

export const worklist: Translated<typeof english> = {
  title: 'Lista de trabajo',
  question: '¿A qué doy seguimiento hoy?',
  note: 'Reclamaciones con responsable o con día de seguimiento, la más urgente primero.',
  dueNow: (count) => `${claims(count)} por ver hoy`,
  nothingDue: 'Nada vence hoy',
  filters: 'Filtros',
  whoseLabel: 'Responsable',
  whose: { me: 'Mías', none: 'Sin responsable', all: 'Todas' },
  dueLabel: 'Día de seguimiento',
  due: { any: 'Cualquier día', overdue: 'Vencidas', today: 'Hoy', later: 'Después', undated: 'Sin día' },
  empty: {
    me: 'No tiene reclamaciones asignadas',
    none: 'No hay reclamaciones sin responsable por seguir',
    all: 'No hay reclamaciones por seguir',
  },
  emptyText: 'Abra una reclamación y ponga un responsable o un día. Entonces aparece aquí.',
  takeOff: 'Quitar de la lista',
  followUp: {
    action: 'Dar seguimiento',
    title: (count) => `Dar seguimiento: ${claims(count)}`,
    assignee: 'Responsable',
    stays: 'Queda como está',
    day: 'Día de seguimiento',
    dayHint: 'Vacío: cada reclamación conserva su día.',
    note: 'Nota',
    save: 'Guardar',
    nothing: 'Elija una persona o un día, o escriba una nota.',
  },
};
