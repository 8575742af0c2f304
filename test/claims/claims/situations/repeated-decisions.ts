import { denied, original, paid100, payment, type Situation } from '../chain-facts.ts';

/** Decisions of one payer about one claim that follow each other. */
export const repeatedDecisions: readonly Situation[] = [
  {
    name: 'denied, then paid on appeal under the same number, without a reversal',
    facts: () => [original(), denied('CO 16', { icn: 'X' }), paid100({ icn: 'X', day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'denied, then paid on appeal under another number',
    facts: () => [original(), denied('CO 16', { icn: 'X' }), paid100({ icn: 'Y', day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'returned as unprocessable, sent anew and paid',
    facts: () => [
      original(),
      denied('CO 16', { remark: 'MA130' }),
      original({ n: 2, sent: 3 }),
      paid100({ day: 5 }),
    ],
    right: ['O paid paid 100'],
  },
  {
    name: 'denial upheld on appeal counts once',
    facts: () => [original(), denied('CO 50'), denied('CO 50', { day: 5 })],
    right: ['O denied paid 0, CO 50 125'],
  },
  {
    name: 'paid, then a second sending refused as too late',
    facts: () => [original(), paid100(), denied('CO 29', { day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'paid, then a second sending refused as included',
    facts: () => [original(), paid100(), denied('CO 97', { day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'all deductible, then a second sending refused as too late',
    facts: () => [original(), payment({ cas: ['CO 45 25', 'PR 1 100'] }), denied('CO 29', { day: 5 })],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'pended, then final without a reversal',
    facts: () => [original(), denied('OA 133', { icn: 'X' }), paid100({ icn: 'X', day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'duplicate refused after the payment',
    facts: () => [original(), paid100({ icn: 'X' }), denied('OA 18', { icn: 'Y', day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'duplicate refused under the other TRN03 of a payer',
    facts: () => [original(), paid100(), denied('OA 18', { originator: 'ZERO', day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'duplicate refused, and nothing else',
    facts: () => [original(), denied('OA 18')],
    right: ['O denied paid 0, OA 18 125'],
  },
  {
    name: 'refused once more after it was sent again: only a new answer moves it',
    facts: () => [original(), denied('CO 16'), original({ n: 2, sent: 3 })],
    right: ['O submitted paid 0, CO 16 125'],
  },
];
