import { pays, reverses, together } from './responses.ts';
import type { Situation } from './situation.ts';

const two = { L1: 75, L2: 50 };
const later = { day: 16 };
const part = pays({ L1: '100, CO 45 25', L2: '0, OA 133 50' }, { icn: 'X' });
const paid = pays('100, CO 45 25', { icn: 'X' });

/** A claim is the sum of its adjudications, not its last one. */
export const adjudications: readonly Situation[] = [
  {
    name: 'denied (CO 16), then paid on appeal under the same number',
    steps: [pays('0, CO 16 125', { icn: 'X' }), pays('100, CO 45 25', { ...later, icn: 'X' })],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'denied (CO 16), then paid on appeal under another number',
    steps: [pays('0, CO 16 125'), pays('100, CO 45 25', later)],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'returned as unprocessable (CO 16, MA130), sent anew and paid',
    steps: [pays('0, CO 16 125', { remarks: ['MA130'] }), pays('100, CO 45 25', later)],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'denied (CO 50), and upheld on appeal',
    steps: [pays('0, CO 50 125'), pays('0, CO 50 125', later)],
    right: { lane: 'denied', paid: 0, reasons: ['CO 50 125'] },
  },
  {
    name: 'paid; a second sending is late (CO 29)',
    steps: [paid, pays('0, CO 29 125', later)],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'paid; a second sending is included in the first (CO 97)',
    steps: [paid, pays('0, CO 97 125', later)],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'pended (OA 133), then decided without a reversal',
    steps: [pays('0, OA 133 125', { icn: 'X' }), pays('100, CO 45 25', { ...later, icn: 'X' })],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'an interim payment, then the rest of the line',
    steps: [pays('60, CO 45 25, OA 133 40'), pays('40, CO 45 25, OA 23 60', later)],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'denied, and the denial of the duplicate is reversed',
    steps: [
      pays('0, CO 16 125'),
      pays('0, OA 18 125', { day: 9, icn: 'U' }),
      reverses(pays('0, OA 18 125', { ...later, icn: 'U' })),
    ],
    right: { lane: 'denied', paid: 0, reasons: ['CO 16 125'] },
  },
  {
    name: 'paid, and taken back',
    steps: [paid, reverses(paid, later)],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'paid, and taken back by a negative payment (CLP02 1)',
    steps: [paid, reverses(paid, { ...later, status: '1' })],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'paid, and less taken back',
    steps: [paid, reverses(pays('90, CO 45 35', { icn: 'X', ...later }))],
    right: { paid: 10, review: true },
  },
  {
    name: 'two parts that are taken back as one',
    lines: two,
    steps: [
      together(pays({ L1: '60, CO 45 15' }), pays({ L2: '40, CO 45 10' })),
      reverses(pays({ L1: '60, CO 45 15', L2: '40, CO 45 10' }, { ...later, icn: 'BOTH' })),
    ],
    right: { paid: 0, review: true },
  },
  {
    name: 'taken back and corrected, twice',
    steps: [
      paid,
      reverses(paid, { day: 5 }),
      pays('90, CO 45 25, PR 2 10', { day: 5, icn: 'Y' }),
      reverses(pays('90, CO 45 25, PR 2 10', { day: 9, icn: 'Y' })),
      pays('100, CO 45 25', { day: 9 }),
    ],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'paid, a duplicate refused, and then the payment taken back',
    steps: [paid, pays('0, OA 18 125', { day: 9 }), reverses(paid, later)],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'three parts, of which one is taken back',
    lines: { L1: 75, L2: 50, L3: 25 },
    steps: [
      ...[pays({ L1: '60, CO 45 15' }), pays({ L2: '40, CO 45 10' }, { icn: 'B' })],
      ...[pays({ L3: '20, CO 45 5' }), reverses(pays({ L2: '40, CO 45 10' }, { ...later, icn: 'B' }))],
    ],
    right: { lane: 'pending', paid: 80 },
  },
  {
    name: 'taken back under the number of the correction, which pays the same',
    steps: [
      paid,
      together(
        reverses(pays('100, CO 45 25', { ...later, icn: 'Y' })),
        pays('100, CO 45 15, PR 2 10', { ...later, icn: 'Y' }),
      ),
    ],
    right: { lane: 'paid', paid: 100, owes: 10, icn: 'Y' },
  },
  {
    name: 'one line taken back and corrected alone',
    lines: two,
    steps: [
      pays({ L1: '60, CO 45 15', L2: '40, CO 45 10' }, { icn: 'X' }),
      together(
        reverses(pays({ L2: '40, CO 45 10' }, { ...later, icn: 'X' })),
        pays({ L2: '30, CO 45 10, PR 2 10' }, { ...later, icn: 'Y' }),
      ),
    ],
    right: { paid: 90, owes: 10, review: true },
  },
  {
    name: 'a part is paid, and the other one included in it (CO 97)',
    lines: two,
    steps: [pays({ L1: '60, CO 45 15' }), pays({ L2: '0, CO 97 50' }, { day: 5 })],
    right: { lane: 'paid', paid: 60 },
  },
  {
    name: 'a line and one included in it are denied; the line alone is paid on appeal',
    lines: two,
    steps: [pays({ L1: '0, CO 16 75', L2: '0, CO 97 50' }), pays({ L1: '60, CO 45 15' }, later)],
    right: { lane: 'paid', paid: 60 },
  },
  {
    name: 'pended (OA 133), and denied on the same day without a reversal',
    steps: [pays('0, CO 50 125', { icn: 'X' }), pays('0, OA 133 125', { icn: 'Y' })],
    right: { lane: 'denied', paid: 0, reasons: ['CO 50 125'] },
  },
  {
    name: 'a pended line beside a paid one; both are reversed and decided anew',
    lines: { L1: 125, L2: 50 },
    steps: [part, together(reverses(part, later), pays({ L1: '100, CO 45 25', L2: '40, CO 45 10' }, later))],
    right: { lane: 'paid', paid: 140 },
  },
];
