import { pays, reverses, together } from './responses.ts';
import type { Situation } from './situation.ts';

const two = { L1: 75, L2: 50 };
const later = { day: 16 };
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
];
