import { answers, pays, reverses, together } from './responses.ts';
import { corrects, type Situation, voids } from './situation.ts';

const denied = pays('0, CO 16 125', { icn: 'X' });
const later = { day: 16 };
/** The payer has the claim and told its number, so that it can be corrected before it is decided. */
const accepted = answers('A2:20', { day: 0, icn: 'X' });
const share = pays('80, CO 45 25, PR 2 20', { icn: 'X' });

/** Original, corrections and void are one chain, and each payment settles the member that waits for it. */
export const chains: readonly Situation[] = [
  {
    name: 'the correction is refused as a duplicate (OA 18, CLP09 7)',
    steps: [accepted, corrects(), denied, pays('0, OA 18 125', { ...later, frequency: '7' })],
    right: {
      ...{ lane: 'closed', paid: 0, reasons: ['CO 16 125'] },
      correction: { lane: 'denied', paid: 0, reasons: ['OA 18 125'] },
    },
  },
  {
    name: 'the correction is refused as a duplicate (OA 18, no CLP09)',
    steps: [accepted, corrects(), denied, pays('0, OA 18 125', { ...later, frequency: 'none' })],
    right: {
      ...{ lane: 'closed', paid: 0, reasons: ['CO 16 125'] },
      correction: { lane: 'denied', paid: 0, reasons: ['OA 18 125'] },
    },
  },
  {
    name: 'the correction has a number of its own, and the original is never answered',
    steps: [
      accepted,
      corrects({ number: 'own', charge: 150 }),
      pays('100, CO 45 50', { ...later, of: 'correction' }),
    ],
    right: { lane: 'closed', paid: 0, correction: { lane: 'paid', paid: 100 } },
  },
  {
    name: 'a correction is denied, and its own correction paid (CLP09 7)',
    steps: [
      ...[denied, corrects(), pays('0, CO 4 125', { day: 9, frequency: '7', icn: 'Y' })],
      corrects({ of: 'correction', as: 'second' }),
      pays('100, CO 45 25', { ...later, frequency: '7' }),
    ],
    right: {
      ...{ lane: 'closed', paid: 0, reasons: ['CO 16 125'] },
      correction: { lane: 'closed', paid: 0, reasons: ['CO 4 125'] },
      second: { lane: 'paid', paid: 100 },
    },
  },
  {
    name: 'the original is denied and the correction paid on the same day',
    steps: [accepted, corrects({ charge: 150 }), denied, pays('100, CO 45 50')],
    right: {
      ...{ lane: 'closed', paid: 0, reasons: ['CO 16 125'] },
      correction: { lane: 'paid', paid: 100 },
    },
  },
  {
    name: 'the denial is reversed and the correction paid (CLP09 1) on the same day',
    steps: [accepted, corrects(), denied, together(reverses(denied), pays('100, CO 45 25'))],
    right: { lane: 'closed', paid: 0, correction: { lane: 'paid', paid: 100 } },
  },
  {
    name: 'the original was paid, and its correction is late (CO 29)',
    steps: [accepted, corrects(), share, pays('0, CO 29 125', { ...later, frequency: '7' })],
    right: {
      ...{ lane: 'paid', paid: 80, owes: 20 },
      correction: { lane: 'denied', paid: 0, reasons: ['CO 29 125'] },
    },
  },
  {
    name: 'the original is reversed, and its correction paid (CLP09 7)',
    steps: [
      ...[accepted, corrects(), share],
      together(reverses(share, later), pays('100, CO 45 25', { ...later, frequency: '7' })),
    ],
    right: { lane: 'closed', paid: 0, correction: { lane: 'paid', paid: 100 } },
  },
  {
    name: 'a paid claim is voided, and reversed',
    steps: [share, voids, reverses(share, later)],
    right: { lane: 'closed', paid: 0, void: { lane: 'closed', paid: 0 } },
  },
];
