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
];
