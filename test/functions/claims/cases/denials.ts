import { payers, pays } from './responses.ts';
import type { Situation } from './situation.ts';

const two = { L1: 125, L2: 50 };
const deductible = '0, CO 45 25, PR 1 100';

/** A denial follows from what was paid and why, line by line. */
export const denials: readonly Situation[] = [
  {
    name: 'deductible on a line, and the other is bundled (CO 97)',
    lines: two,
    steps: [pays({ L1: deductible, L2: '0, CO 97 50' })],
    right: { lane: 'paid', paid: 0, owes: 100 },
  },
  {
    name: 'deductible on a line, and the other is denied (CO 50)',
    lines: two,
    steps: [pays({ L1: deductible, L2: '0, CO 50 50' })],
    right: { lane: 'underpaid', paid: 0, reasons: ['CO 50 50'], owes: 100 },
  },
  {
    name: 'deductible that the payer calls denied (CLP02 4)',
    steps: [pays(deductible, { status: '4' })],
    right: { lane: 'paid', paid: 0, owes: 100 },
  },
  {
    name: 'deductible of a provider without a contract (PR 45): both are the patient’s',
    steps: [pays('0, PR 45 25, PR 1 100')],
    right: { lane: 'paid', paid: 0, owes: 125 },
  },
  {
    name: 'the payer paid the patient (PR 100)',
    steps: [pays('0, CO 45 25, PR 100 100')],
    right: { lane: 'paid', paid: 0, owes: 100 },
  },
  {
    name: 'the fee schedule of workers’ compensation (CO P12)',
    steps: [pays('100, CO P12 25')],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'withhold (CO 245) and a law (CO 223) beside the contract',
    steps: [pays('95, CO 45 25, CO 223 2, CO 245 3')],
    right: { lane: 'paid', paid: 95 },
  },
  {
    name: 'paid by capitation (CO 24)',
    steps: [pays('0, CO 24 125')],
    right: { lane: 'paid', paid: 0 },
  },
  {
    name: 'a line that the payer added without a charge takes the payment',
    steps: [pays({ L1: '0, CO 97 125', N1: '100, OA 94 -100' })],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'only forwarded to another payer (CLP02 23)',
    steps: [pays('0, OA B11 125', { status: '23' })],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'the first answer is the denial of a duplicate (OA 18)',
    steps: [pays('0, OA 18 125')],
    right: { lane: 'denied', paid: 0, reasons: ['OA 18 125'] },
  },
  {
    name: 'the contract takes the whole charge (CO 45)',
    steps: [pays('0, CO 45 125')],
    right: { lane: 'denied', paid: 0, reasons: ['CO 45 125'] },
  },
  {
    name: 'the contract takes the whole charge from the claim, above a line that is paid in full',
    steps: [pays('125', { adjusted: 'CO 45 125' })],
    right: { lane: 'denied', paid: 0, reasons: ['CO 45 125'] },
  },
  {
    name: 'a denied line that the next payer denies for itself too',
    lines: two,
    steps: [
      pays({ L1: '80, CO 45 25, PR 2 20', L2: '0, CO 50 50' }),
      pays({ L1: '20, OA 23 105', L2: '0, CO 50 50' }, { day: 16, by: payers.supplement, status: '2' }),
    ],
    right: { lane: 'underpaid', paid: 100, reasons: ['CO 50 50'] },
  },
  {
    name: 'pended by the status of an earlier guide (CLP02 13)',
    steps: [pays('0, OA 16 125', { status: '13' })],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'a reduction by a code that is not published',
    steps: [pays('100, CO 999 25')],
    right: { lane: 'underpaid', paid: 100, reasons: ['CO 999 25'], review: true },
  },
  {
    name: 'six reasons of one line',
    steps: [pays('60, CO 45 5, CO 50 10, CO 96 10, CO 151 10, CO 197 10, CO 198 10, CO 204 10')],
    right: {
      ...{ lane: 'underpaid', paid: 60 },
      reasons: ['CO 151 10', 'CO 197 10', 'CO 198 10', 'CO 204 10', 'CO 50 10', 'CO 96 10'],
    },
  },
  {
    name: 'transferred to the proper payer (B11) as processed (CLP02 1)',
    steps: [pays('0, OA B11 125')],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'a line is pended, and the other included in it (CO 97)',
    lines: two,
    steps: [pays({ L1: '0, OA 133 125', L2: '0, CO 97 50' })],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'two services about one billed line, of which one is denied',
    steps: [pays({ L1: '50, CO 45 12.5', 'L1#2': '0, CO 151 62.5' })],
    right: { lane: 'underpaid', paid: 50, reasons: ['CO 151 62.5'] },
  },
  {
    name: 'a recoded line (SVC06) and a denied one, without line numbers',
    lines: two,
    steps: [
      pays({ L1: '60, CO 45 65', L2: '0, CO 50 50' }, { isUnnumbered: true, recoded: { L1: '99212' } }),
    ],
    right: { lane: 'underpaid', paid: 60, reasons: ['CO 50 50'] },
  },
];
