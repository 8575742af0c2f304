import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, datetime, moneyAmount, pageOf, uuid } from '../../fields.ts';
import { readsClaims, writesClaims } from '../operations.ts';
import {
  reasonFields,
  unmatchedItem,
  unmatchedItemDetail,
  unmatchedKind,
  unmatchedState,
} from './records.ts';

const endpoint = endpointsOf('claims', 'unmatched');

const itemId = z.object({ id: uuid.describe('Id of the item') });

const item = (description: string) => ({ 200: { description, schema: dataOf(unmatchedItem) } });

const decides = {
  ...writesClaims,
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
    'Payments, statuses and acknowledgments that fit no claim or several, and payments that are held because they do not balance. An item is `resolved` when a person attaches it, when its claim arrives, or when a later response supersedes it. The list may lag behind a change by a moment.',
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
    'Opens a dismissed or attached item again. A posted payment is removed from the sums of its claim, and the claim returns to its earlier lane unless a later response moved it. A status can be taken back until its claim changes. A 999 or TA1 cannot be taken back.',
  body: z.strictObject(reasonFields),
  responses: item('The open item'),
  errors: ['not_found', 'unmatched_item_state', 'precondition_failed', 'conflict'],
});

const heldPayments = {
  ...writesClaims,
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
    'Posts each payment that is held only because the transaction does not balance, as POST /api/unmatched/{id}/attach does. Payments that do not balance themselves are skipped; post each with its amounts. One call works for 15 seconds. `next_cursor` continues, and is null at the end.',
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
