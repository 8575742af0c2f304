import { expect, test } from '@jest/globals';
import type { Fact } from '#claims/claims/facts.ts';
import {
  answered,
  correction,
  denied,
  orders,
  original,
  paid80,
  paid100,
  payment,
  reversalOf,
  shown,
  submission,
} from './chain-facts.ts';

/** Situations of real posting practice with the outcome that a biller expects, written down from the sources by hand. */
interface Situation {
  readonly name: string;
  readonly facts: () => readonly Fact[];
  readonly right: readonly string[];
}

/** The primary pays 80 of the first line and leaves 20; the second line of 50 as given. */
const twoLines = (second: readonly string[]) =>
  payment({
    charge: 175,
    paid: 80,
    lines: { 1: { charge: 125, paid: 80, cas: ['CO 45 25', 'PR 2 20'] }, 2: { charge: 50, cas: second } },
  });

/** The second payer pays `paid` of the first line, of which the primary left 20. */
const secondary = (paid: number, rest: readonly string[], input: Parameters<typeof payment>[0] = {}) =>
  payment({ status: '2', payer: 'B', day: 5, paid, cas: ['OA 23 105', ...rest], ...input });

const afterDenial: readonly Situation[] = [
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

const laterPayers: readonly Situation[] = [
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
    name: 'secondary that says it is primary, without CARC 23',
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
    name: 'primary prices the claim in a line of its own; the secondary pays by billed lines',
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
    name: 'claim for the next payer of its own',
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

const lines: readonly Situation[] = [
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
    name: 'the deductible stands at the claim',
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

const reversals: readonly Situation[] = [
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

const corrections: readonly Situation[] = [
  {
    name: 'a refused correction does not close a paid original',
    facts: () => [original(), correction({ sent: 3 }), paid80(), denied('CO 29', { frequency: '7', day: 5 })],
    right: ['O paid paid 80, owes 20', 'C denied paid 0, CO 29 125'],
  },
  {
    name: 'correction refused as a duplicate, without a frequency',
    facts: () => [original(), correction({ sent: 3 }), denied('CO 16'), denied('OA 18', { day: 5 })],
    right: ['O closed paid 0, CO 16 125', 'C denied paid 0, OA 18 125'],
  },
  {
    name: 'original and correction both paid, no reversal',
    facts: () => [original(), correction({ sent: 3 }), paid80(), paid100({ frequency: '7', day: 5 })],
    right: ['O closed paid 80', 'C paid paid 100, credit 80, review overpaid'],
  },
  {
    name: 'denied; the correction is paid with frequency 1',
    facts: () => [original(), correction({ sent: 3 }), denied('CO 16'), paid100({ frequency: '1', day: 5 })],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'a payment that was written before the correction was sent is not its',
    facts: () => [original(), correction({ sent: 8 }), denied('CO 16'), paid100({ day: 5 })],
    right: ['O paid paid 100', 'C submitted paid 0'],
  },
  {
    name: 'one remittance denies the original and pays the correction',
    facts: () => [original(), correction(), denied('CO 16', { day: 5 }), paid100({ day: 5 })],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'two corrections, each named by its frequency',
    facts: () => [
      original(),
      correction({ sent: 3 }),
      submission('D', { frequency: '7', corrects: 'C', sent: 6 }),
      denied('CO 16'),
      denied('CO 4', { frequency: '7', day: 5 }),
      paid100({ frequency: '7', day: 9 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'C closed paid 0, CO 4 125', 'D paid paid 100'],
  },
  {
    name: 'correction of another charge under the number of the original',
    facts: () => [
      original(),
      correction({ number: 'Q', charge: 150, sent: 3 }),
      denied('CO 16'),
      payment({ charge: 150, paid: 100, cas: ['CO 45 50'], day: 5 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'the charge of the correction, before the original was answered',
    facts: () => [
      original(),
      correction({ charge: 150, sent: 3 }),
      payment({ charge: 150, paid: 100, cas: ['CO 45 50'], day: 5 }),
    ],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the number of the correction, before the original was answered',
    facts: () => [original(), correction({ number: 'Q', sent: 3 }), paid100({ number: 'Q', day: 5 })],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the frequency of the correction, before the original was answered',
    facts: () => [original(), correction({ sent: 3 }), paid100({ frequency: '7', day: 5 })],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the number that an acceptance gave to the correction',
    facts: () => [
      original(),
      correction({ number: 'Q', sent: 3 }),
      answered('accepted', { number: 'Q', claim: 'C', icn: 'Y', day: 3 }),
      paid100({ icn: 'Y', day: 5 }),
    ],
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'void answered by a reversal',
    facts: () => {
      const first = paid100();
      const voided = submission('V', { frequency: '8', corrects: 'O', sent: 3 });
      return [original(), voided, first, reversalOf(first, { day: 5 })];
    },
    right: ['O closed paid 0', 'V closed paid 0'],
  },
  {
    name: 'the denial is reversed and the correction paid with frequency 1 on one day',
    facts: () => {
      const first = denied('CO 16', { icn: 'X' });
      return [
        original(),
        correction({ sent: 3 }),
        first,
        reversalOf(first, { day: 5 }),
        paid100({ frequency: '1', day: 5 }),
      ];
    },
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'the payment of the original is reversed and its correction paid',
    facts: () => {
      const first = paid80();
      return [
        original(),
        correction({ sent: 3 }),
        first,
        reversalOf(first, { day: 5 }),
        paid100({ frequency: '7', day: 5 }),
      ];
    },
    right: ['O closed paid 0', 'C paid paid 100'],
  },
  {
    name: 'one number names the original that the correction is about',
    facts: () => [
      original(),
      correction({ sent: 3 }),
      denied('CO 16', { icn: 'X' }),
      paid100({ frequency: '1', f8: 'X', day: 5 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'C paid paid 100'],
  },
  {
    name: 'sent anew as a claim of its own with frequency 1',
    facts: () => [
      original(),
      submission('N', { number: 'N', frequency: '1', corrects: 'O', sent: 3 }),
      denied('CO 16', { remark: 'MA130' }),
      paid100({ number: 'N', day: 5 }),
    ],
    right: ['O closed paid 0, CO 16 125', 'N paid paid 100'],
  },
  {
    name: 'void that waits',
    facts: () => [original(), submission('V', { frequency: '8', corrects: 'O', sent: 3 }), paid100()],
    right: ['O paid paid 100', 'V submitted paid 0'],
  },
];

const codes: readonly Situation[] = [
  ...['26', '27', '31', '49', '96', '204', '242'].map(
    (code): Situation => ({
      name: `nothing paid, and PR ${code}`,
      facts: () => [original(), denied(`PR ${code}`)],
      right: [`O denied paid 0, PR ${code} 125, owes 125`],
    }),
  ),
  ...['66', '142', '178', '187', '241', '247', '248'].map(
    (code): Situation => ({
      name: `nothing paid, and the share of the patient is PR ${code}`,
      facts: () => [original(), denied(`PR ${code}`)],
      right: ['O paid paid 0, owes 125'],
    }),
  ),
  {
    name: 'status 4 with a deductible',
    facts: () => [original(), payment({ status: '4', cas: ['CO 45 25', 'PR 1 100'] })],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'paid to the patient',
    facts: () => [original(), payment({ cas: ['CO 45 25', 'PR 100 100'] })],
    right: ['O paid paid 0, owes 100'],
  },
  {
    name: 'fee schedule of workers compensation',
    facts: () => [original(), payment({ paid: 100, cas: ['CO P12 25'] })],
    right: ['O paid paid 100'],
  },
  {
    name: 'withholding, federal law and a contract',
    facts: () => [original(), payment({ paid: 95, cas: ['CO 45 25', 'CO 223 2', 'CO 245 3'] })],
    right: ['O paid paid 95'],
  },
  {
    name: 'capitation',
    facts: () => [original(), denied('CO 24')],
    right: ['O paid paid 0'],
  },
  {
    name: 'the whole charge above the fee schedule',
    facts: () => [original(), denied('CO 45')],
    right: ['O denied paid 0, CO 45 125'],
  },
  {
    name: 'Medicaid after Medicare pays nothing more, with status 4',
    facts: () => [
      original(),
      paid80(),
      payment({ status: '4', payer: 'B', day: 5, cas: ['OA 23 80', 'CO 45 45'] }),
    ],
    right: ['O paid paid 80'],
  },
  {
    name: 'share of a qualified Medicare beneficiary',
    facts: () => [
      original(),
      payment({ status: '19', paid: 80, cas: ['CO 45 25', 'OA 209 20'] }),
      secondary(0, ['CO 303 20']),
    ],
    right: ['O paid paid 80'],
  },
  {
    name: 'forwarded only',
    facts: () => [original(), payment({ status: '23', cas: ['OA B11 125'] })],
    right: ['O pending paid 0'],
  },
  {
    name: 'provider without a contract: what is above the fee schedule is the share of the patient',
    facts: () => [original(), payment({ cas: ['PR 45 25', 'PR 1 100'] })],
    right: ['O paid paid 0, owes 125'],
  },
  {
    name: 'six reasons of one line',
    facts: () => [
      original(),
      payment({
        paid: 60,
        cas: ['CO 45 5', 'CO 50 10', 'CO 96 10', 'CO 151 10', 'CO 197 10', 'CO 198 10', 'CO 204 10'],
      }),
    ],
    right: ['O underpaid paid 60, CO 50 10, CO 96 10, CO 151 10, CO 197 10, CO 198 10, CO 204 10'],
  },
  ...['5', '10', '13', '15', '16', '17'].map(
    (status): Situation => ({
      name: `nothing paid under status ${status} of an earlier guide`,
      facts: () => [original(), payment({ status, cas: ['OA 16 125'] })],
      right: ['O pending paid 0'],
    }),
  ),
  {
    name: 'premium grace period',
    facts: () => [original(), denied('OA 257')],
    right: ['O pending paid 0'],
  },
  {
    name: 'code outside of the published list',
    facts: () => [original(), payment({ paid: 100, cas: ['CO 45 20', 'CO 999 5'] })],
    right: ['O underpaid paid 100, CO 999 5, review unknown_code'],
  },
];

test.each([...afterDenial, ...laterPayers, ...lines, ...reversals, ...corrections, ...codes])(
  '$name',
  ({ facts, right }) => {
    const all = facts();
    for (const order of orders(all)) expect(shown(order)).toEqual(right);
  },
);
