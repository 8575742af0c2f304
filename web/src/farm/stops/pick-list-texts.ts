import { inLanguage } from '#web/text/language.ts';
import type { Translated } from '#web/text/translated.ts';

const count = (value: number, one: string, other: string): string => `${value} ${value === 1 ? one : other}`;

export const en = {
  title: 'Pick list',
  question: 'What goes into which box?',
  day: 'Pickup day',
  previousDay: 'Previous day',
  nextDay: 'Next day',
  stop: 'Stop',
  allStops: 'All stops',
  toPack: (open: number) => (open === 0 ? 'All packed' : `${count(open, 'order', 'orders')} to pack`),
  packedOf: (packed: number, total: number) => `${packed} of ${total} packed`,
  totals: 'To pick',
  orders: 'Orders',
  markPacked: 'Mark as packed',
  packed: 'Packed',
  emptyTitle: (date: string) => `No pickup on ${date}`,
  emptyDetail: 'Orders with this pickup day appear here.',
  print: 'Print',
  printed: (time: string) => `As of ${time}`,
  collect: (amount: string) => `${amount} to collect`,
  nothingToCollect: 'Nothing to collect',
};

export const es: Translated<typeof en> = {
  title: 'Lista de preparación',
  question: '¿Qué va en cada caja?',
  day: 'Día de recogida',
  previousDay: 'Día anterior',
  nextDay: 'Día siguiente',
  stop: 'Punto',
  allStops: 'Todos los puntos',
  toPack: (open) => (open === 0 ? 'Todo preparado' : `${count(open, 'pedido', 'pedidos')} por preparar`),
  packedOf: (packed, total) => `${packed} de ${total} preparados`,
  totals: 'Por reunir',
  orders: 'Pedidos',
  markPacked: 'Marcar como preparado',
  packed: 'Preparado',
  emptyTitle: (date) => `Sin recogida el ${date}`,
  emptyDetail: 'Aquí aparecen los pedidos con este día de recogida.',
  print: 'Imprimir',
  printed: (time) => `Estado: ${time}`,
  collect: (amount) => `${amount} por cobrar`,
  nothingToCollect: 'Nada por cobrar',
};

/** Texts of pick lists, which the first page of the farm also shows. */
export const pickTexts = inLanguage({ en, es });
