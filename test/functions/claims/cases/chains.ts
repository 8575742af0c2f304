import { answers, pays, reverses, together } from './responses.ts';
import { corrects, type Situation, voids } from './situation.ts';

const denied = pays('0, CO 16 125', { icn: 'X' });
const later = { day: 16 };
/** Some payers keep their number for a correction, and return no frequency. */
const kept = { ...later, icn: 'X', frequency: 'none' };
/** The payer has the claim and has given its number, so the claim can be corrected before it is decided. */
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
    name: 'the correction has its own number, and the original gets no response',
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
  {
    name: 'the correction is paid under the number that the payer gave to the original (no CLP09)',
    steps: [denied, corrects(), pays('100, CO 45 25', kept)],
    right: { lane: 'closed', paid: 0, reasons: ['CO 16 125'], correction: { lane: 'paid', paid: 100 } },
  },
  {
    name: 'the original is reversed, and the correction paid under the same number of the payer (no CLP09)',
    steps: [share, corrects(), together(reverses(share, later), pays('100, CO 45 25', kept))],
    right: { lane: 'closed', paid: 0, correction: { lane: 'paid', paid: 100 } },
  },
  {
    name: 'original and correction have one payer number and different charges',
    steps: [accepted, corrects({ charge: 150 }), denied, pays('100, CO 45 50', kept)],
    right: { lane: 'closed', paid: 0, reasons: ['CO 16 125'], correction: { lane: 'paid', paid: 100 } },
  },
  {
    name: 'the original is reversed, and its correction denied (CLP09 7)',
    steps: [
      ...[share, corrects()],
      together(reverses(share, later), pays('0, CO 50 125', { ...later, frequency: '7', icn: 'Y' })),
    ],
    right: { lane: 'closed', paid: 0, correction: { lane: 'denied', paid: 0, reasons: ['CO 50 125'] } },
  },
  {
    name: 'the void of a paid claim is refused (CLP09 8)',
    steps: [share, voids, pays('0, CO 129 125', { ...later, frequency: '8' })],
    right: {
      ...{ lane: 'paid', paid: 80, owes: 20 },
      void: { lane: 'denied', paid: 0, reasons: ['CO 129 125'] },
    },
  },
  {
    name: 'a paid claim is reversed, and its void confirmed (CLP09 8)',
    steps: [share, voids, reverses(share, later), pays('0, CO 246 0', { ...later, frequency: '8' })],
    right: { lane: 'closed', paid: 0, void: { lane: 'closed', paid: 0 } },
  },
];
