import { original, paid100, payment, type Situation } from '../chain-facts.ts';

/** Lines that one payment decides in different ways. */
export const lines: readonly Situation[] = [
  {
    name: 'deductible on one line, the other bundled, nothing paid',
    facts: () => [
      original({ charge: 175 }),
      payment({
        charge: 175,
        lines: { 1: { charge: 125, cas: ['CO 45 25', 'PR 1 100'] }, 2: { charge: 50, cas: ['CO 97 50'] } },
      }),
    ],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'deductible on one line, the other denied',
    facts: () => [
      original({ charge: 175 }),
      payment({
        charge: 175,
        lines: { 1: { charge: 125, cas: ['CO 45 25', 'PR 1 100'] }, 2: { charge: 50, cas: ['CO 50 50'] } },
      }),
    ],
    right: ['O underpaid paid 0, CO 50 50, owes 100'],
  },
  {
    name: 'the CAS of the claim takes what its line shows as paid',
    facts: () => [original(), payment({ lines: { 1: { charge: 125, paid: 125 } }, ofClaim: ['CO 45 125'] })],
    right: ['O denied paid 0, CO 45 125'],
  },
  {
    name: 'the deductible is an adjustment of the claim',
    facts: () => [
      original(),
      payment({ lines: { 1: { charge: 125, paid: 125 } }, ofClaim: ['CO 45 25', 'PR 1 100'] }),
    ],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'denied at the claim, then paid by line',
    facts: () => [
      original(),
      payment({ lines: { 1: { charge: 125, paid: 125 } }, ofClaim: ['CO 16 125'] }),
      paid100({ day: 5 }),
    ],
    right: ['O paid paid 100'],
  },
  {
    name: 'line added by the payer takes the payment of the bundled one',
    facts: () => [
      original(),
      payment({
        paid: 100,
        lines: { 1: { charge: 125, cas: ['CO 97 125'] }, 11: { charge: 0, paid: 100, cas: ['OA 94 -100'] } },
      }),
    ],
    right: ['O paid paid 100'],
  },
  {
    name: 'line of a reporting code beside a denied one',
    facts: () => [
      original(),
      payment({
        lines: { 1: { charge: 124.99, cas: ['CO 50 124.99'] }, 2: { charge: 0.01, cas: ['CO 246 0.01'] } },
      }),
    ],
    right: ['O denied paid 0, CO 50 124.99'],
  },
  {
    name: 'parts of a split claim, the denied one first',
    facts: () => [
      original({ charge: 175 }),
      payment({ charge: 50, lines: { 2: { charge: 50, cas: ['CO 50 50'] } } }),
      paid100({ day: 3 }),
    ],
    right: ['O underpaid paid 100, CO 50 50'],
  },
  {
    name: 'interim payment with the rest pended, then the rest',
    facts: () => [
      original(),
      payment({ paid: 60, cas: ['CO 45 25', 'OA 133 40'] }),
      payment({ day: 5, paid: 40, cas: ['CO 45 25', 'OA 23 60'] }),
    ],
    right: ['O paid paid 100'],
  },
  {
    name: 'encounter rate above the charge',
    facts: () => [original(), payment({ paid: 185, cas: ['CO 45 -60'] })],
    right: ['O paid paid 185'],
  },
  {
    name: 'bundle paid twice',
    facts: () => [
      original({ charge: 596.55 }),
      payment({
        charge: 596.55,
        paid: 596.55,
        lines: {
          1: { charge: 290.55, paid: 496.55, cas: ['OA 94 -206'] },
          2: { charge: 206, cas: ['CO 97 206'] },
          3: { charge: 100, paid: 100 },
        },
      }),
      payment({
        day: 5,
        charge: 596.55,
        paid: 200,
        lines: {
          1: { charge: 290.55, paid: 200, cas: ['CO 45 90.55'] },
          2: { charge: 206, cas: ['CO 97 206'] },
          3: { charge: 100, cas: ['CO 45 100'] },
        },
      }),
    ],
    right: ['O paid paid 796.55, credit 200, review overpaid'],
  },
  {
    name: 'identical payment twice in one remittance',
    facts: () => [original(), paid100({ icn: 'X' }), paid100({ icn: 'X' })],
    right: ['O paid paid 200, credit 100, review overpaid'],
  },
];
