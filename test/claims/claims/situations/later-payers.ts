import {
  denied,
  original,
  paid80,
  paid100,
  payment,
  reversalOf,
  type Situation,
  secondary,
  submission,
  twoLines,
} from '../chain-facts.ts';

/** Successive payers of a visit. */
export const laterPayers: readonly Situation[] = [
  {
    name: 'all deductible, and sent again by mistake',
    facts: () => [original(), payment({ cas: ['CO 45 25', 'PR 1 100'] }), original({ n: 2, sent: 3 })],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'secondary pays the coinsurance of one line; the other stays denied',
    facts: () => [original({ charge: 175 }), twoLines(['CO 50 50']), secondary(20, [])],
    right: ['O underpaid paid 100, CO 50 50'],
  },
  {
    name: 'secondary leaves a copay on one line; the patient owes the other, which is not covered',
    facts: () => [original({ charge: 175 }), twoLines(['PR 204 50']), secondary(15, ['PR 3 5'])],
    right: ['O underpaid paid 95, PR 204 50, owes 55'],
  },
  {
    name: 'two later payers, both as secondary, pay 10 and 6 of the 20',
    facts: () => [
      original(),
      paid80(),
      secondary(10, ['PR 3 10']),
      payment({ status: '2', payer: 'C', day: 9, paid: 6, cas: ['OA 23 115', 'PR 3 4'] }),
    ],
    right: ['O paid paid 96, owes 4'],
  },
  {
    name: 'a secondary payer with CLP02 1, without CARC 23',
    facts: () => [
      original(),
      paid80({ status: '19' }),
      payment({ payer: 'B', day: 5, paid: 15, cas: ['CO 45 105', 'PR 3 5'] }),
    ],
    right: ['O paid paid 95, owes 5'],
  },
  {
    name: 'secondary refuses the whole charge: only what was left is open',
    facts: () => [original(), paid80(), denied('PR 96', { status: '2', payer: 'B', day: 5 })],
    right: ['O underpaid paid 80, PR 96 20, owes 20'],
  },
  {
    name: 'secondary refuses the share of the patient, who keeps it',
    facts: () => [original(), paid80(), secondary(0, ['CO 22 20'])],
    right: ['O underpaid paid 80, CO 22 20, owes 20'],
  },
  {
    name: 'secondary refuses the share of the patient under PR',
    facts: () => [original(), paid80(), secondary(0, ['PR 22 20'])],
    right: ['O underpaid paid 80, PR 22 20, owes 20'],
  },
  {
    name: 'secondary denies the line that the primary denied',
    facts: () => [
      original({ charge: 175 }),
      twoLines(['CO 50 50']),
      payment({
        status: '2',
        payer: 'B',
        day: 5,
        charge: 175,
        paid: 20,
        lines: { 1: { charge: 125, paid: 20, cas: ['OA 23 105'] }, 2: { charge: 50, cas: ['CO 50 50'] } },
      }),
    ],
    right: ['O underpaid paid 100, CO 50 50'],
  },
  {
    name: 'secondary pays although nothing was left',
    facts: () => [original(), paid100(), secondary(20, [])],
    right: ['O paid paid 120, credit 20, review overpaid'],
  },
  {
    name: 'spending account pays after the supplement',
    facts: () => [
      original(),
      payment({ paid: 80, cas: ['CO 45 25', 'PR 1 20'] }),
      secondary(10, ['PR 1 10']),
      payment({ originator: 'H', day: 9, paid: 6, cas: ['OA 23 115', 'PR 1 4'] }),
    ],
    right: ['O paid paid 96, owes 4'],
  },
  {
    name: 'first payer does not cover the patient; another one pays as primary',
    facts: () => [original(), denied('PR 27'), paid80({ payer: 'B', day: 5 })],
    right: ['O paid paid 80, owes 20'],
  },
  {
    name: 'paid; then the payer that was billed first, and is not the payer, refuses',
    facts: () => [original(), paid80({ payer: 'B' }), denied('PR 27', { day: 5 })],
    right: ['O paid paid 80, owes 20'],
  },
  {
    name: 'primary paid; the secondary does not cover the patient',
    facts: () => [original(), paid80(), denied('PR 27', { status: '2', payer: 'B', day: 5 })],
    right: ['O underpaid paid 80, PR 27 20, owes 20'],
  },
  {
    name: 'primary denies, secondary pays',
    facts: () => [original(), denied('PR 204'), paid100({ status: '2', payer: 'B', day: 5 })],
    right: ['O paid paid 100'],
  },
  {
    name: 'crossover without lines pays part of what the lines of the primary left',
    facts: () => [
      original({ charge: 175 }),
      twoLines(['CO 45 10', 'PR 2 40']),
      payment({
        status: '2',
        payer: 'B',
        day: 5,
        charge: 175,
        paid: 45,
        cas: ['OA 23 115', 'PR 3 15'],
        withoutLines: true,
      }),
    ],
    right: ['O paid paid 125, owes 15'],
  },
  {
    name: 'the primary adds a line with the price; the secondary pays the billed lines',
    facts: () => [
      original({ charge: 175 }),
      payment({
        charge: 175,
        paid: 120,
        lines: { 11: { charge: 175, paid: 120, cas: ['CO 45 25', 'PR 2 30'] } },
      }),
      payment({
        ...{ status: '2', payer: 'B', day: 5, charge: 175, paid: 25 },
        lines: {
          1: { charge: 125, paid: 25, cas: ['OA 23 95', 'PR 3 5'] },
          2: { charge: 50, cas: ['OA 23 50'] },
        },
      }),
    ],
    right: ['O paid paid 145, owes 5'],
  },
  {
    name: 'a separate claim for the next payer',
    facts: () => [
      original(),
      submission('S', { number: 'P-S', level: 2, sent: 3 }),
      paid80(),
      payment({ number: 'P-S', status: '2', payer: 'B', day: 5, paid: 15, cas: ['OA 23 105', 'PR 3 5'] }),
    ],
    right: ['O paid paid 80', 'S paid paid 15, owes 5'],
  },
  {
    name: 'spending account with the id and number of its plan pays part of the deductible',
    facts: () => [
      original(),
      payment({ icn: 'X', cas: ['CO 45 25', 'PR 1 100'] }),
      payment({ icn: 'X', originator: 'H', day: 2, paid: 60, cas: ['OA 23 25', 'PR 1 40'] }),
    ],
    right: ['O paid paid 60, owes 40'],
  },
  {
    name: 'account and supplement both pay the same 20',
    facts: () => [
      original(),
      paid80(),
      payment({ originator: 'H', day: 4, paid: 20, cas: ['OA 23 105'] }),
      secondary(20, []),
    ],
    right: ['O paid paid 120, credit 20, review overpaid'],
  },
  {
    name: 'what was paid too much for one line pays for no other',
    facts: () => [
      original({ charge: 175 }),
      payment({
        charge: 175,
        paid: 100,
        lines: { 1: { charge: 125, paid: 100, cas: ['CO 45 25'] }, 2: { charge: 50, cas: ['PR 1 50'] } },
      }),
      secondary(20, []),
    ],
    right: ['O paid paid 120, owes 50, credit 20, review overpaid'],
  },
  {
    name: 'payer that insures the patient twice, whose second decision comes first',
    facts: () => [original(), paid80({ day: 5 }), secondary(15, ['PR 3 5'], { payer: 'A', day: 3 })],
    right: ['O paid paid 95, owes 5'],
  },
  {
    name: 'secondary refuses a duplicate and calls itself denied, without CARC 23',
    facts: () => [
      original(),
      paid80(),
      secondary(15, ['PR 3 5']),
      denied('OA 18', { status: '4', payer: 'B', day: 9 }),
    ],
    right: ['O paid paid 95, owes 5'],
  },
  {
    name: 'two primaries both pay',
    facts: () => [original(), paid100(), payment({ payer: 'B', day: 5, paid: 90, cas: ['CO 45 35'] })],
    right: ['O paid paid 190, credit 90, review overpaid'],
  },
  {
    name: 'primary reverses and refuses after the secondary decided',
    facts: () => {
      const first = paid80();
      const taken = reversalOf(first, { day: 9 });
      return [original(), first, secondary(15, ['PR 3 5']), taken, denied('PR 27', { day: 9 })];
    },
    right: ['O paid paid 15, owes 5, review primary_reversed'],
  },
];
