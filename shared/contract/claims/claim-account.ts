import * as z from 'zod';
import { moneyAmount, timestamp, uuid } from '../fields.ts';
import { claimLane } from './claim-lane.ts';

const reduction = z.object({ group: z.string(), reason: z.string().describe('CARC'), amount: moneyAmount });

const paymentPlace = {
  remittance_id: z.string(),
  payment_number: z.int().describe('Number of the payment in the remittance'),
};

const adjudication = z.object({
  ...paymentPlace,
  status: z
    .enum(['stands', 'replaced', 'reversed', 'reversal', 'estimate', 'forwarded', 'held'])
    .describe('replaced: a later decision stands for all its lines. held: not posted, a person decides'),
  claim_id: uuid.describe('Claim of the visit that it settles'),
  settles_by: z
    .enum([
      'hand',
      'only',
      'payer_number',
      'frequency',
      'number',
      'content',
      'duplicate',
      'part',
      'waiting',
      'last',
    ])
    .optional()
    .describe('Why it settles that claim; move-payment changes it'),
  payer_id: z.string(),
  payer_control_number: z.string(),
  claim_number: z.string().describe('CLP01'),
  paid_on: z.iso.date(),
  charge: moneyAmount,
  paid: moneyAmount,
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
  verdict: z.enum(['receipt', 'accepted', 'pended', 'rejected', 'unclear']),
  code: z.string().optional(),
  effect: z
    .enum(['counts', 'answered', 'replaced', 'revoked', 'earlier'])
    .describe(
      'answered: a payment followed. replaced, revoked: by a later answer of its sender. earlier: about an earlier submission',
    ),
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
    adjudications: z.array(adjudication).describe('In the order of their days'),
    answers: z.array(answer),
    charged: moneyAmount,
    paid: moneyAmount.describe('By all payers, less what they took back'),
    adjusted: z.array(z.object({ group: z.string(), amount: moneyAmount })).describe('What stands, by group'),
    patient: moneyAmount.describe('What the patient owes for the visit'),
    at_risk: moneyAmount.describe('Denied and neither paid nor corrected since'),
    credit: moneyAmount,
  })
  .meta({ id: 'ClaimAccount' });
export type ClaimAccount = z.output<typeof claimAccount>;
