import { answers, payers, pays, reverses } from './responses.ts';
import { corrects, type Situation } from './situation.ts';

const paid = pays('100, CO 45 25', { day: 4, icn: 'X' });
const first = answers('A7:164:IL', { day: 1 });
const clearinghouse = payers.clearinghouse;

/** A rejection always counts. Between a rejection and money, the days on which both were written decide. */
export const rejections: readonly Situation[] = [
  {
    name: 'the payer rejects what the clearinghouse accepted later in the day',
    steps: [answers('A2:20', { by: clearinghouse, at: '14:45' }), answers('A7:164:IL', { at: '14:00' })],
    right: { lane: 'payer_rejected', rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'the payer rejects what the clearinghouse accepts on a later day',
    steps: [answers('A7:164:IL', { day: 1 }), answers('A2:20', { by: clearinghouse, day: 2 })],
    right: { lane: 'payer_rejected', rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'a later acceptance of the same sender revokes its rejection',
    steps: [answers('A7:164:IL', { day: 1 }), answers('A2:20', { day: 2 })],
    right: { lane: 'accepted', rejections: 1 },
  },
  {
    name: 'an earlier acceptance of the same sender does not',
    steps: [answers('A2:20', { day: 1, at: '09:00' }), answers('A7:164:IL', { day: 1, at: '10:00' })],
    right: { lane: 'payer_rejected', rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'a receipt does not replace a rejection of the same sender',
    steps: [answers('A7:164:IL', { day: 1 }), answers('A1:19:PR', { day: 2 })],
    right: { lane: 'payer_rejected', rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'of two rejections the one that was written last is shown',
    steps: [answers('A7:164:IL', { day: 1, by: clearinghouse }), answers('A7:562:85', { day: 2 })],
    right: { lane: 'payer_rejected', rejected: 'A7:562', rejections: 2 },
  },
  {
    name: 'a payment of a later day answers a rejection',
    steps: [answers('A7:164:IL', { day: 1 }), paid],
    right: { lane: 'paid', paid: 100, rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'a payment of the same day answers a rejection',
    steps: [answers('A7:164:IL', { day: 4 }), paid],
    right: { lane: 'paid', paid: 100, rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'a rejection of a later day than the payment leaves its money',
    steps: [paid, answers('A7:164:IL', { day: 6 })],
    right: { lane: 'payer_rejected', paid: 100, rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'rejected, paid and taken back',
    steps: [answers('A7:164:IL', { day: 1 }), paid, reverses(paid, { day: 6 })],
    right: { lane: 'pending', paid: 0, rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'a late rejection of the file before leaves what was sent since',
    steps: [
      ...[answers('A7:164', { namesFirstFile: true }), corrects()],
      answers('A7:562', { by: clearinghouse, namesFirstFile: true, day: 2 }),
    ],
    right: { lane: 'closed', rejections: 2, correction: { lane: 'submitted', rejected: undefined } },
  },
  {
    name: 'rejected again after it was sent anew, by a clock that is behind',
    steps: [first, corrects(), answers('A7:562:85', { day: 1, at: '08:00' })],
    right: {
      ...{ lane: 'closed', rejections: 2 },
      correction: { lane: 'payer_rejected', rejected: 'A7:562' },
    },
  },
  {
    name: 'rejected again in a file that is dated before the claim',
    steps: [answers('A7:164', { day: -3 }), corrects(), answers('A7:562', { day: -2 })],
    right: {
      ...{ lane: 'closed', rejections: 2 },
      correction: { lane: 'payer_rejected', rejected: 'A7:562' },
    },
  },
  {
    name: 'accepted after it was sent again, in a file that is dated before the claim',
    steps: [answers('A7:164', { day: -3 }), corrects(), answers('A2:20', { day: -2 })],
    right: { lane: 'closed', rejections: 1, correction: { lane: 'accepted' } },
  },
  {
    name: 'the rejection of the file before comes once more under other numbers',
    steps: [first, corrects(), first],
    right: { lane: 'closed', rejections: 2, correction: { lane: 'submitted', rejected: undefined } },
  },
];
