import * as z from 'zod';
import { claimLane } from '#claims/claims/account-fields.ts';
import { failedCriterion } from '#claims/files/response-fields.ts';
import { remittance } from '#claims/remittances/contract.ts';
import { readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, moneyAmount, pageOf, timestamp, uuid } from '#contract/fields.ts';

const unmatchedKind = z
  .enum(['payment', 'status', 'acknowledgment'])
  .describe('Payment of an 835, status of a 277CA, or a 999 or TA1');
const unmatchedState = z.enum(['open', 'resolved', 'dismissed']);

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

const reasonFields = {
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
      'attached: by a person. matched: by a claim that arrived later, or a number that a 277CA gave. dismissed, taken_back: by a person',
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
      'unmatched: fits nothing. ambiguous: fits several. other_partners: the number belongs to a batch of other partners. claim_unbalanced, transaction_unbalanced: matched and not posted. possible_reissue: the payments of the remittance are known under another number, or with other content under its own. too_long: not stored in full',
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

const endpoint = endpointsOf('claims', 'unmatched');

const itemId = z.object({ id: uuid.describe('Id of the item') });

const item = (description: string) => ({ 200: { description, schema: dataOf(unmatchedItem) } });

const decides = {
  ...writesClaims,
  resource: unmatchedItem,
  uses: ['audit-append'],
  deletes: ['unmatched-payments'],
  versioned: true,
  parameters: itemId,
} as const;

export const listUnmatched = endpoint('GET', '/api/unmatched', 'list-unmatched', {
  ...readsClaims,
  scoped: true,
  summary: 'List unmatched and held responses, newest first',
  description:
    'Payments, statuses and acknowledgments that fit no claim or several, and payments that are held because they do not balance or may be issued again. An item is `resolved` when a person attaches it, or by itself when its claim arrives or a 277CA gives a claim its number. The list may lag behind a change by a moment.',
  query: z.strictObject({
    state: unmatchedState.default('open').describe('Items in this state; open by default'),
    kind: unmatchedKind.optional(),
    received_from: datetime.optional().describe('Items received at this time or later'),
    received_to: datetime.optional().describe('Items received at this time or earlier'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Items, newest first',
      schema: pageOf(unmatchedItem),
      text: {
        'text/csv':
          'id,kind,reason,state,response,response_id,number,received_at,patient_control_number,payer_control_number,payer_id,payer_name,code,charge,paid,service_from,service_to,billing_npi,control_number,claim_ids\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const getUnmatched = endpoint('GET', '/api/unmatched/{id}', 'get-unmatched', {
  ...readsClaims,
  resource: unmatchedItem,
  scoped: true,
  summary: 'Get an unmatched item with its candidates',
  description:
    'Ranks claims by the facts that agree: numbers, amount, days of service, member, patient, provider and payer. Besides claims with one of the numbers, it examines up to 200 claims of the billing provider with the same charge, and the first 1,000 claims of the billing provider that were received from the day of service on, or in the last 120 days if the response names no day. For a 999 or TA1 it ranks the batches with the acknowledged number.',
  parameters: itemId,
  responses: { 200: { description: 'The item', schema: dataOf(unmatchedItemDetail) } },
  errors: ['not_found'],
});

const amount = moneyAmount.min(-99_999_999.99).max(99_999_999.99).multipleOf(0.01);

export const attachUnmatched = endpoint('POST', '/api/unmatched/{id}/attach', 'attach-unmatched', {
  ...decides,
  scoped: true,
  summary: 'Attach an unmatched item to a claim or batch',
  description:
    'Applies the response as an automatic match does: fields, lane, payment and audit entry. For a payment that is held because it does not balance, this is the manual posting; `paid`, `patient_responsibility` and `outcome` replace what the remittance states. Other claims that the response fitted equally well leave review. A 999 or TA1 takes `batch_id` and applies to all claims of the batch; if the batch is large, the response is 409 `file_in_work`, and a repetition continues.',
  body: z.strictObject({
    claim_id: uuid.optional().describe('Claim of a payment or status'),
    batch_id: z.string().min(1).max(100).optional().describe('Batch of a 999 or TA1'),
    ...reasonFields,
    paid: amount.optional().describe('Replaces CLP04 of an unbalanced payment'),
    patient_responsibility: amount
      .min(0)
      .optional()
      .describe('Replaces the PR amounts of an unbalanced payment'),
    outcome: z
      .enum(['paid', 'underpaid', 'denied'])
      .optional()
      .describe('Replaces the outcome derived from an unbalanced payment'),
  }),
  responses: item('The resolved item'),
  errors: [
    'not_found',
    'unknown_claim',
    'unmatched_item_state',
    'file_in_work',
    'precondition_failed',
    'conflict',
  ],
});

export const dismissUnmatched = endpoint('POST', '/api/unmatched/{id}/dismiss', 'dismiss-unmatched', {
  ...decides,
  scoped: true,
  summary: 'Dismiss an unmatched item',
  description:
    'Removes the item from the worklist with a reason. The payment is not posted, also not when its claim arrives later. Claims that the item keeps in review return to their lane.',
  body: z.strictObject(reasonFields),
  responses: item('The dismissed item'),
  errors: ['not_found', 'unmatched_item_state', 'precondition_failed', 'conflict'],
});

export const takeBackUnmatched = endpoint('POST', '/api/unmatched/{id}/take-back', 'take-back-unmatched', {
  ...decides,
  scoped: true,
  summary: 'Take back the decision about an unmatched item',
  description:
    'Opens a dismissed or attached item again. The payment or status no longer counts: lanes and amounts follow from what remains. Its audit entries stay. A 999 or TA1 cannot be taken back.',
  body: z.strictObject(reasonFields),
  responses: item('The open item'),
  errors: ['not_found', 'unmatched_item_state', 'precondition_failed', 'conflict'],
});

const heldPayments = {
  repeats: false,
  ...writesClaims,
  resource: remittance,
  uses: ['audit-append'],
  deletes: ['unmatched-payments'],
  parameters: z.object({ id: uuid.describe('Id of the remittance') }),
  query: z.strictObject({ cursor: cursorQuery.cursor }),
  body: z.strictObject(reasonFields),
  responses: {
    200: {
      description: 'The counts of payments',
      schema: dataOf(
        z.object({
          changed: z.int().describe('Payments that were posted or taken back'),
          skipped: z
            .int()
            .describe('Payments that are in another state, do not balance themselves, or changed meanwhile'),
          next_cursor: z.string().nullable(),
        }),
      ),
    },
  },
  errors: ['not_found', 'invalid_cursor'],
} as const;

export const postRemittance = endpoint('POST', '/api/remittances/{id}/post', 'post-remittance', {
  ...heldPayments,
  scoped: true,
  summary: 'Post the held payments of an unbalanced remittance',
  description:
    'Posts each payment that is held only because the transaction does not balance or may be issued again, as POST /api/unmatched/{id}/attach does. Payments that do not balance themselves are skipped; post each with its amounts. One call works for 15 seconds. `next_cursor` continues, and is null at the end.',
});

export const takeBackRemittance = endpoint(
  'POST',
  '/api/remittances/{id}/take-back',
  'take-back-remittance',
  {
    ...heldPayments,
    scoped: true,
    summary: 'Take back the payments of a remittance that were posted by hand',
    description:
      'Takes back each payment of the remittance that a person posted, as POST /api/unmatched/{id}/take-back does. One call works for 15 seconds. `next_cursor` continues, and is null at the end.',
  },
);
