import { answers, payers, pays, together } from './responses.ts';
import { corrects, type Situation } from './situation.ts';

const { account, supplement } = payers;
const later = { day: 16 };
const accepted = answers('A2:20', { day: 0, icn: 'X' });
const bundle = { E1: '200, OA 94 -100', E2: '0, CO 97 100' };
const paid = pays('100, CO 45 25', { icn: 'X' });

/** Paid above the charge is right when the adjustments explain it. Any other excess is a credit, which a person looks at. */
export const credits: readonly Situation[] = [
  {
    name: 'paid twice under two numbers',
    steps: [paid, pays('100, CO 45 25', { day: 3 })],
    right: { lane: 'paid', paid: 200, credit: 100, review: true },
  },
  {
    name: 'paid twice by two equal payments of one remittance',
    steps: [together(paid, paid)],
    right: { lane: 'paid', paid: 200, credit: 100, review: true },
  },
  {
    name: 'the payment once more under another trace waits for a person',
    steps: [paid, pays('100, CO 45 25', { ...later, icn: 'X' })],
    right: { paid: 100, unmatched: 1 },
  },
  {
    name: 'the parts of a claim under one trace with different amounts',
    lines: { L1: 75, L2: 50 },
    steps: [
      pays({ L1: '60, CO 45 15' }, { icn: 'X', trace: 'B' }),
      pays({ L2: '40, CO 45 10' }, { icn: 'X', trace: 'B' }),
    ],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'the payment again under its trace with other content waits for a person',
    steps: [
      pays('100, CO 45 25', { icn: 'X', trace: 'A' }),
      pays('100, CO 45 20, CO 253 5', { icn: 'X', trace: 'A' }),
    ],
    right: { paid: 100, unmatched: 1 },
  },
  {
    name: 'a bundle is paid twice',
    lines: { E1: 100, E2: 100 },
    steps: [pays(bundle), pays(bundle, later)],
    right: { lane: 'paid', paid: 400, credit: 200, review: true },
  },
  {
    name: 'a bundle is paid twice, beside a line that is denied the second time',
    lines: { E1: 290.55, E2: 206, E3: 100 },
    steps: [
      pays({ E1: '496.55, OA 94 -206', E2: '0, CO 97 206', E3: '100' }),
      pays({ E1: '200, CO 45 90.55', E2: '0, CO 97 206', E3: '0, CO 45 100' }, later),
    ],
    right: { lane: 'paid', paid: 796.55, credit: 200, review: true },
  },
  {
    name: 'two payers pay as primary',
    steps: [paid, pays('90, CO 45 35', { ...later, by: supplement })],
    right: { lane: 'paid', paid: 190, credit: 90, review: true },
  },
  {
    name: 'the next payer pays although nothing was left',
    steps: [paid, pays('20, OA 23 105', { ...later, by: supplement, status: '2' })],
    right: { lane: 'paid', paid: 120, credit: 20, review: true },
  },
  {
    name: 'the account and the supplement pay the same deductible',
    steps: [
      pays('80, CO 45 25, PR 1 20'),
      pays('20, OA 23 105', { day: 9, by: account }),
      pays('20, OA 23 105', { ...later, by: supplement, status: '2' }),
    ],
    right: { lane: 'paid', paid: 120, credit: 20, review: true },
  },
  {
    name: 'original and correction are both paid, without a reversal',
    steps: [
      ...[accepted, corrects()],
      pays('80, CO 45 25, PR 2 20', { icn: 'X' }),
      pays('100, CO 45 25', { ...later, frequency: '7' }),
    ],
    right: { paid: 80, correction: { paid: 100 }, credit: 80, review: true },
  },
  {
    name: 'a rate above the charge covers the line that is only reduced',
    lines: { L1: 125, L2: 50 },
    steps: [pays({ L1: '185, CO 45 -60', L2: '0, CO 45 50' })],
    right: { lane: 'paid', paid: 185 },
  },
  {
    name: 'a rate at the claim, above lines of zero',
    lines: { L1: 125, L2: 50 },
    steps: [pays({ L1: '0, CO 45 125', L2: '0, CO 45 50' }, { adjusted: 'OA 94 -185' })],
    right: { lane: 'paid', paid: 185 },
  },
  {
    name: 'the state pays the plan’s payment up to the rate of the clinic',
    steps: [
      pays('80, CO 45 45'),
      pays('105, OA 23 80, CO 45 -60', { ...later, by: supplement, status: '2' }),
    ],
    right: { lane: 'paid', paid: 185 },
  },
  {
    name: 'interest in a separate payment leaves the coinsurance',
    steps: [pays('80, CO 45 25, PR 2 20'), pays('2.5, CO 225 -2.5', later)],
    right: { lane: 'paid', paid: 82.5, owes: 20 },
  },
  {
    name: 'a bonus above the agreed amount (CO 161)',
    steps: [pays('105, CO 45 25, CO 161 -5')],
    right: { lane: 'paid', paid: 105 },
  },
];
