import { plural } from '#web/text/format.ts';
import { inLanguage } from '#web/text/language.ts';
import type { Translated } from '#web/text/translated.ts';

const en = {
  title: 'Denials',
  question: 'What did payers refuse?',
  note: 'Denied, cut and rejected claims, with what can still be done.',
  atStake: (amount: string) => `${amount} at stake`,
  filters: 'Filters',
  lane: 'Lane',
  payer: 'Payer',
  allPayers: 'All payers',
  reason: 'Reason',
  allReasons: 'All reasons',
  stake: 'At stake',
  left: 'Time left',
  until: 'Until',
  days: (count: number) => plural(count, { one: '# day', other: '# days' }),
  over: 'Over',
  first: (count: number) =>
    `The desk shows the first ${count.toLocaleString('en')} claims. The rest follows when these are done.`,
  empty: 'Nothing was refused',
  emptyText: 'Claims that a payer denies, cuts or rejects appear here.',
};

const es: Translated<typeof en> = {
  title: 'Denegaciones',
  question: '¿Qué rechazaron los pagadores?',
  note: 'Reclamaciones denegadas, reducidas y rechazadas, con lo que aún se puede hacer.',
  atStake: (amount: string) => `${amount} en juego`,
  filters: 'Filtros',
  lane: 'Carril',
  payer: 'Pagador',
  allPayers: 'Todos los pagadores',
  reason: 'Motivo',
  allReasons: 'Todos los motivos',
  stake: 'En juego',
  left: 'Plazo',
  until: 'Hasta',
  days: (count: number) => plural(count, { one: '# día', other: '# días' }),
  over: 'Vencido',
  first: (count: number) =>
    `La mesa muestra las primeras ${count.toLocaleString('es')} reclamaciones. El resto sigue cuando estas están hechas.`,
  empty: 'Nada fue rechazado',
  emptyText: 'Aquí aparecen las reclamaciones que un pagador deniega, reduce o rechaza.',
};

/** Texts of the denial desk. */
export const denialTexts = inLanguage({ en, es });
