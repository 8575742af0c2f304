import * as z from 'zod';
import { moneyAmount, timestamp, uuid } from '../../fields.ts';
import { claimLane } from '../claim-lane.ts';
import { failedCriterion } from '../responses/remittance-records.ts';

export const unmatchedKind = z
  .enum(['payment', 'status', 'acknowledgment'])
  .describe('Payment of an 835, status of a 277CA, or a 999 or TA1');
export const unmatchedState = z.enum(['open', 'resolved', 'dismissed']);

/** Why a person decides. The audit log has the code; `note` stays outside of it. */
const decisionReason = z
  .enum([
    'verified_with_payer',
    'verified_on_eob',
    'verified_in_bank',
    'handled_elsewhere',
    'not_ours',
    'duplicate',
    'informational',
    'entered_in_error',
    'other',
  ])
  .describe('Recorded in the audit log');

export type UnmatchedDecisionReason = z.output<typeof decisionReason>;

export const reasonFields = {
  reason: decisionReason,
  note: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(/^\P{Cc}*$/u, 'May not hold control characters')
    .optional()
    .describe('Shown with the decision; not in the audit log'),
};

const decision = z.object({
  at: timestamp,
  by: z.string().describe('Caller, or `file:` and the id of the file whose response settled the item'),
  action: z
    .enum(['attached', 'matched', 'dismissed', 'taken_back'])
    .describe(
      'attached: by a person. matched: by a claim that arrived later. dismissed, taken_back: by a person',
    ),
  reason: decisionReason.optional(),
  note: z.string().optional(),
  claim_id: uuid.optional(),
  batch_id: z.string().optional(),
  response_id: uuid.optional(),
});

const itemFields = {
  id: uuid,
  version: z.int(),
  kind: unmatchedKind,
  reason: z
    .enum([
      'unmatched',
      'ambiguous',
      'other_partners',
      'claim_unbalanced',
      'transaction_unbalanced',
      'possible_reissue',
      'too_long',
    ])
    .describe(
      'unmatched: fits nothing. ambiguous: fits several. other_partners: the number belongs to a batch of other partners. claim_unbalanced, transaction_unbalanced: matched and not posted. possible_reissue: all payments of the remittance are known under another number. too_long: not stored in full',
    ),
  state: unmatchedState,
  response: z.enum(['835', '277CA', '999', 'TA1']),
  response_id: uuid.describe('Id of the remittance or acknowledgment'),
  file_id: uuid,
  number: z.int().describe('Payment in the remittance, from 1, or status in the 277CA, from 0'),
  received_at: timestamp,
  updated_at: timestamp,
  patient_control_number: z.string().optional(),
  payer_control_number: z.string().optional(),
  payer_name: z.string().optional(),
  payer_id: z.string().optional(),
  code: z.string().optional().describe('CLP02, category and code of the status, AK901 or TA104'),
  charge: moneyAmount.optional(),
  paid: moneyAmount.optional(),
  service_from: z.string().optional(),
  service_to: z.string().optional(),
  billing_npi: z.string().optional(),
  tax_id: z.string().optional(),
  control_number: z.string().optional().describe('Acknowledged group or interchange'),
  failed: z.array(failedCriterion).optional().describe('What speaks against the claim that has its number'),
  claim_ids: z.array(uuid).describe('Claim of a held payment, or claims that fit equally well'),
  batch_ids: z.array(z.string()).describe('Batches with the acknowledged number'),
  can_take_back: z.boolean().describe('The last decision is of a person and can be taken back'),
  decisions: z.array(decision).describe('Oldest first'),
};

export const unmatchedItem = z.object(itemFields).meta({ id: 'UnmatchedItem' });
export type UnmatchedItem = z.output<typeof unmatchedItem>;
export type UnmatchedItemJson = z.output<typeof unmatchedItem>;

const claimCandidate = z
  .object({
    claim_id: uuid,
    score: z.int().min(0).max(100).describe('100: every known fact agrees'),
    reasons: z
      .array(
        z.enum([
          'patient_control_number',
          'similar_number',
          'payer_control_number',
          'member_id',
          'patient_name',
          'amount',
          'service_dates',
          'provider',
          'payer',
          'batch',
          'waiting',
        ]),
      )
      .describe('Facts that agree, strongest first'),
    differs_in: z.array(z.string()).describe('Facts that are known on both sides and differ'),
    patient_control_number: z.string(),
    payer_id: z.string(),
    billing_npi: z.string(),
    total_charge: moneyAmount,
    paid: moneyAmount.optional(),
    service_from: z.string().optional(),
    service_to: z.string().optional(),
    lane: claimLane,
  })
  .meta({ id: 'ClaimCandidate' });
export type ClaimCandidate = z.output<typeof claimCandidate>;
export type ClaimCandidateJson = z.output<typeof claimCandidate>;

const batchCandidate = z
  .object({
    batch_id: z.string(),
    score: z.int().min(0).max(100),
    reasons: z.array(
      z.enum([
        'control_number',
        'interchange_partners',
        'group_partners',
        'sent_from_here',
        'unacknowledged',
      ]),
    ),
    direction: z.enum(['received', 'sent']),
    at: timestamp.describe('When the batch was received or sent'),
    interchange_control_number: z.string(),
    group_control_number: z.string(),
    sender: z.string(),
    receiver: z.string(),
  })
  .meta({ id: 'BatchCandidate' });
export type BatchCandidate = z.output<typeof batchCandidate>;
export type BatchCandidateJson = z.output<typeof batchCandidate>;

export const unmatchedItemDetail = z
  .object({
    ...itemFields,
    member_id: z.string().optional(),
    patient_name: z.string().optional(),
    candidates: z.array(claimCandidate).describe('Claims that may be meant, likeliest first'),
    batch_candidates: z.array(batchCandidate).describe('Batches that may be meant, likeliest first'),
  })
  .meta({ id: 'UnmatchedItemDetail' });
export type UnmatchedItemDetail = z.output<typeof unmatchedItemDetail>;
export type UnmatchedItemDetailJson = z.output<typeof unmatchedItemDetail>;
