import * as z from 'zod';
import { laneNames } from '#contract/claims/state-names.ts';
import { meaningsOf, moneyAmount, timestamp, uuid } from '#contract/fields.ts';

/** The lane of a claim. In no lane: a claim that was replaced (`closed`) and one that a person dismissed (`dismissed`). */
export const claimLane = z.enum([...laneNames, 'closed', 'dismissed']);

const reduction = z.object({ group: z.string(), reason: z.string().describe('CARC'), amount: moneyAmount });

const paymentPlace = {
  remittance_id: z.string(),
  payment_number: z.int().describe('Number of the payment in the remittance'),
};

const adjudicationStatuses = [
  'stands',
  'replaced',
  'reversed',
  'reversal',
  'estimate',
  'forwarded',
  'held',
] as const;
export type AdjudicationStatus = (typeof adjudicationStatuses)[number];

const statusMeanings: Readonly<Record<AdjudicationStatus, string>> = {
  stands: 'decides at least one line',
  replaced: 'a later decision of the payer stands for all its lines',
  reversed: 'taken back by the reversal in `pair`',
  reversal: 'takes back the payment in `pair`',
  estimate: 'CLP02 25, decides nothing',
  forwarded: 'CLP02 23, another payer decides',
  held: 'not posted, a person decides',
};

const settlingRules = [
  'hand',
  'only',
  'frequency',
  'payer_number',
  'number',
  'content',
  'duplicate',
  'part',
  'waiting',
  'last',
] as const;
export type SettlingRule = (typeof settlingRules)[number];

const ruleMeanings: Readonly<Record<SettlingRule, string>> = {
  hand: 'a person chose the claim; move-payment',
  only: 'no other claim is possible',
  frequency: 'CLP09 7, or REF*F8 with a number of the visit',
  payer_number: 'only this claim already has CLP07',
  number: 'only corrections have CLP01',
  content: 'only this claim has the charge and the procedures',
  duplicate: 'a refused duplicate of a claim that nobody paid',
  part: 'another part of a decision about this claim',
  waiting: 'the first claim without a decision',
  last: 'the newest claim',
};

const answerEffects = ['counts', 'answered', 'replaced', 'revoked', 'earlier'] as const;
export type AnswerEffect = (typeof answerEffects)[number];

const effectMeanings: Readonly<Record<AnswerEffect, string>> = {
  counts: 'decides the lane, unless a payment does',
  answered:
    'a rejection before a payment or denial of the same or a later day, or an unclear 999 before a 277CA',
  replaced: 'by a later status of its sender',
  revoked: 'a rejection that its sender took back',
  earlier: 'about an earlier submission',
};

const answerVerdicts = ['receipt', 'accepted', 'pended', 'rejected', 'unclear'] as const;
export type AnswerVerdict = (typeof answerVerdicts)[number];

const adjudication = z.object({
  ...paymentPlace,
  status: z.enum(adjudicationStatuses).describe(meaningsOf(statusMeanings)),
  claim_id: uuid.describe('Claim of the visit that it settles'),
  settles_by: z.enum(settlingRules).optional().describe(meaningsOf(ruleMeanings)),
  payer_id: z.string(),
  payer_control_number: z.string().describe('CLP07'),
  claim_number: z.string().describe('CLP01'),
  paid_on: z.iso.date().describe('BPR16, a day of the calendar'),
  charge: moneyAmount.describe('CLP03'),
  paid: moneyAmount.describe('CLP04'),
  patient: moneyAmount.describe('What this payer left to the patient'),
  adjustments: z.array(reduction),
  denied: z.array(reduction).describe('Reductions that deny'),
  pair: z.object(paymentPlace).optional().describe('The other half of a reversal'),
});

const answer = z.object({
  response_id: uuid,
  kind: z.enum(['TA1', '999', '277CA']),
  claim_id: uuid,
  received_at: timestamp,
  answered_on: z.iso.date().describe('Day that its sender states: DTP*009 of a 277CA, else GS04 of the file'),
  verdict: z.enum(answerVerdicts),
  code: z.string().optional(),
  effect: z.enum(answerEffects).describe(meaningsOf(effectMeanings)),
});

const member = z.object({
  claim_id: uuid,
  patient_control_number: z.string(),
  frequency: z.string(),
  payer_id: z.string(),
  lane: claimLane,
  charge: moneyAmount,
  paid: moneyAmount,
});

/** What payers said about a visit: the claim, its corrections and voids, and the claims for later payers. */
export const claimAccount = z
  .object({
    claims: z.array(member),
    adjudications: z.array(adjudication).describe('In the order of their days; reversals last of their day'),
    answers: z.array(answer).describe('Those about one claim in the order in which their files were written'),
    charged: moneyAmount,
    paid: moneyAmount.describe('By all payers, less what they took back'),
    adjusted: z.array(z.object({ group: z.string(), amount: moneyAmount })).describe('What stands, by group'),
    patient: moneyAmount.describe('What the patient owes for the visit'),
    at_risk: moneyAmount.describe('Denied and neither paid nor corrected since'),
    credit: moneyAmount,
  })
  .meta({ id: 'ClaimAccount' });
export type ClaimAccount = z.output<typeof claimAccount>;
