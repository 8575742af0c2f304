import {
  answered,
  denied,
  original,
  paid80,
  paid100,
  payment,
  reversalOf,
  type Situation,
  secondary,
} from '../chain-facts.ts';

/** Payments that a payer takes back. */
export const reversals: readonly Situation[] = [
  {
    name: 'parts of 60 and 40 reversed as one',
    facts: () => [
      original(),
      payment({ charge: 75, paid: 60, icn: 'S1', cas: ['CO 45 15'] }),
      payment({ charge: 50, paid: 40, icn: 'S2', lines: { 2: { charge: 50, paid: 40, cas: ['CO 45 10'] } } }),
      payment({ status: '22', charge: -125, paid: -100, icn: 'S3', day: 5 }),
    ],
    right: ['O paid paid 0, review reversal'],
  },
  {
    name: 'reversal of another amount',
    facts: () => [
      original(),
      paid100({ icn: 'X' }),
      payment({ status: '22', charge: -125, paid: -90, icn: 'X', day: 5 }),
    ],
    right: ['O paid paid 10, review reversal'],
  },
  {
    name: 'negative payment under status 1',
    facts: () => {
      const first = paid100();
      return [original(), first, reversalOf(first, { status: '1', day: 5 })];
    },
    right: ['O pending paid 0'],
  },
  {
    name: 'two payers paid the same; one reverses under a new number',
    facts: () => {
      const second = secondary(50, [], { cas: ['OA 23 75'] });
      const first = payment({ paid: 50, cas: ['CO 45 25', 'PR 2 50'] });
      return [original(), first, second, reversalOf(second, { icn: 'NEW', day: 9 })];
    },
    right: ['O paid paid 50, owes 50'],
  },
  {
    name: 'the denial of a duplicate is reversed',
    facts: () => {
      const duplicate = denied('OA 18', { day: 3 });
      return [original(), denied('CO 16'), duplicate, reversalOf(duplicate, { day: 5 })];
    },
    right: ['O denied paid 0, CO 16 125'],
  },
  {
    name: 'the denial is reversed and replaced by another under the same number on one day',
    facts: () => {
      const first = denied('CO 16', { icn: 'X' });
      return [original(), first, reversalOf(first, { day: 5 }), denied('CO 50', { icn: 'X', day: 5 })];
    },
    right: ['O denied paid 0, CO 50 125'],
  },
  {
    name: 'payer reverses twice',
    facts: () => {
      const [first, second] = [paid100(), paid80({ day: 3 })];
      const taken = [reversalOf(first, { day: 3 }), reversalOf(second, { day: 5 })];
      return [original(), first, second, ...taken, paid100({ day: 5 })];
    },
    right: ['O paid paid 100'],
  },
  {
    name: 'the payer that paid first reverses under a new number what another one paid as well',
    facts: () => {
      const first = paid100({ payer: 'B' });
      const second = payment({ day: 5, paid: 100, cas: ['CO 45 15', 'CO 50 10'] });
      const taken = payment({ status: '22', payer: 'B', charge: -125, paid: -100, icn: 'NEW', day: 9 });
      return [original(), first, second, taken];
    },
    right: ['O underpaid paid 100, CO 50 10'],
  },
  {
    name: 'reversal alone',
    facts: () => {
      const first = paid100();
      return [original(), first, reversalOf(first, { day: 5 })];
    },
    right: ['O pending paid 0'],
  },
  {
    name: 'rejection, payment and reversal',
    facts: () => {
      const first = paid100({ day: 5 });
      return [original(), answered('rejected', { day: 3 }), first, reversalOf(first, { day: 9 })];
    },
    right: ['O pending paid 0'],
  },
];
