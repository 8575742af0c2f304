import { acceptsFile, answers, pays, refusesClaim, refusesFile, reverses } from './responses.ts';
import { byHand, dismissed, resends, type Situation, takenBack } from './situation.ts';

const paid = pays('100, CO 45 25', { day: 4, icn: 'X' });
const rejection = answers('A7:164:IL', { day: 2 });

/** A response of the receiver about a file counts for each claim in the file. */
export const fileAnswers: readonly Situation[] = [
  {
    name: 'a 999 accepts the file',
    steps: [acceptsFile()],
    right: { lane: 'submitted' },
  },
  {
    name: 'a 999 accepts the file, and the payer the claim',
    steps: [acceptsFile(), answers('A2:20', { day: 2 })],
    right: { lane: 'accepted' },
  },
  {
    name: 'a 999 refuses the file for the claim',
    steps: [refusesClaim()],
    right: { lane: 'rejected' },
  },
  {
    name: 'a TA1 refuses the file',
    steps: [refusesFile({ by: 'TA1' })],
    right: { lane: 'rejected' },
  },
  {
    name: 'a TA1 accepts the interchange, and a 999 refuses its group',
    steps: [acceptsFile({ by: 'TA1' }), refusesFile({ day: 2 })],
    right: { lane: 'rejected' },
  },
  {
    name: 'the receiver refuses the file, and accepts it later',
    steps: [refusesFile(), acceptsFile({ day: 2 })],
    right: { lane: 'submitted' },
  },
  {
    name: 'the receiver accepts the file, and refuses it later',
    steps: [acceptsFile(), refusesFile({ day: 2 })],
    right: { lane: 'rejected' },
  },
  {
    name: 'the receiver refuses what the payer accepted',
    steps: [answers('A2:20'), refusesFile({ day: 2 })],
    right: { lane: 'rejected' },
  },
  {
    name: 'the receiver refuses the file, and the payer the claim',
    steps: [refusesFile(), rejection],
    right: { lane: 'payer_rejected', rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'the payer pays what the receiver refused',
    steps: [refusesFile(), paid],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'refused with its file, and sent again',
    steps: [refusesFile(), resends],
    right: { lane: 'submitted' },
  },
  {
    name: 'refused with its file, sent again, accepted and paid',
    steps: [refusesFile(), resends, acceptsFile({ sending: 1, day: 2 }), answers('A2:20', { day: 3 }), paid],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'refused with both files in which it was sent',
    steps: [refusesFile(), resends, refusesFile({ sending: 1, day: 2 })],
    right: { lane: 'rejected' },
  },
  {
    name: 'another refusal of the first file leaves what was sent since',
    steps: [refusesFile(), resends, refusesFile({ by: 'TA1', day: 2 })],
    right: { lane: 'submitted' },
  },
  {
    name: 'sent again; the payer rejects the claim of the first file',
    steps: [refusesFile(), resends, answers('A7:164:IL', { day: 2, namesFirstFile: true })],
    right: { lane: 'submitted', rejections: 1 },
  },
];

/** What a person attaches counts as what Granary matches, and what is taken back counts for nothing. */
export const decisions: readonly Situation[] = [
  {
    name: 'a payment is attached',
    steps: [byHand(paid)],
    right: { lane: 'paid', paid: 100 },
  },
  {
    name: 'a payment is attached and taken back',
    steps: [takenBack(paid)],
    right: { lane: 'submitted', paid: 0, unmatched: 1 },
  },
  {
    name: 'a payment is dismissed',
    steps: [dismissed(paid)],
    right: { lane: 'submitted', paid: 0 },
  },
  {
    name: 'a rejection is attached',
    steps: [byHand(rejection)],
    right: { lane: 'payer_rejected', rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'a rejection is attached and taken back',
    steps: [takenBack(rejection)],
    right: { lane: 'submitted', rejected: undefined, rejections: 1, unmatched: 1 },
  },
  {
    name: 'a payment answers a rejection that is attached',
    steps: [byHand(rejection), paid],
    right: { lane: 'paid', paid: 100, rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'an attached payment answers a rejection',
    steps: [rejection, byHand(paid)],
    right: { lane: 'paid', paid: 100, rejected: 'A7:164', rejections: 1 },
  },
  {
    name: 'a payment that was taken back leaves the next one',
    steps: [takenBack(pays('0, CO 50 125', { day: 3 })), paid],
    right: { lane: 'paid', paid: 100, unmatched: 1 },
  },
  {
    name: 'a payment is attached, and the payer takes it back',
    steps: [byHand(paid), reverses(paid, { day: 6 })],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'the payer takes back under a misspelled number',
    steps: [paid, byHand(reverses(paid, { day: 6 }))],
    right: { lane: 'pending', paid: 0 },
  },
  {
    name: 'a denial under a misspelled number is paid on appeal',
    steps: [byHand(pays('0, CO 16 125', { day: 3, icn: 'X' })), pays('100, CO 45 25', { day: 8, icn: 'X' })],
    right: { lane: 'paid', paid: 100 },
  },
];
