import * as z from 'zod';
import { claimLane as lane } from '#claims/claims/account-fields.ts';
import {
  claimMatch,
  parsedFile,
  parsesResponses,
  parsing,
  responseFields,
  sameNumbersAs,
} from '#claims/files/response-fields.ts';
import { replyShape, without } from '#contract/claims/described-reply.ts';
import { readsClaims } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, moneyAmount, pageOf, timestamp, uuid } from '#contract/fields.ts';
import {
  acknowledgmentContent,
  batchTotals,
  claimContent,
  lineStatus,
  organization,
  reasonFields,
  type StatusReason,
  statusInformation,
} from '#x12/277ca/model.ts';

const acknowledgmentEndpoint = endpointsOf('claims', 'acknowledgments');

const party = z.object(replyShape(organization));

const totals = z.object(replyShape(batchTotals));

const classification = z
  .enum(['accepted', 'rejected', 'pended', 'paid', 'unknown'])
  .describe('By the table of the service');

const disposition = z
  .enum([
    'accepted',
    'rejected',
    'pended',
    'paid',
    'denied',
    'finalized',
    'action_needed',
    'error',
    'not_found',
    'unknown',
  ])
  .describe('By the standard (code source 507)');

const statusSegment = z.object({
  ...replyShape(statusInformation),
  reasons: z.array(
    z.object({
      ...replyShape<StatusReason>({ fields: reasonFields }),
      category_text: z.string().optional(),
      text: z.string().optional(),
    }),
  ),
});

const unscopedStatus = z.object({
  level: z.string().describe('HL03: 21 the batch, 19 a billing provider, 22 a subscriber'),
  category: z.string(),
  status_code: z.string(),
  classification,
  disposition,
  conflict: z.boolean(),
  trace: z.string().optional(),
  about: party.optional(),
  totals,
  status: statusSegment,
});

// `receiver` is that of the interchange, and the party of its level the submitter.
const acknowledgmentShape = replyShape(without(acknowledgmentContent, 'receiver'));

const claimAcknowledgmentFields = {
  ...responseFields,
  state: z.enum(['applying', 'applied']),
  receiver: z.string(),
  group_control_number: z.string(),
  set_control_number: z.string(),
  answered_at: timestamp.describe(
    'When its sender processed it; of two statuses of one sender the later counts',
  ),
  ...acknowledgmentShape,
  processed: acknowledgmentShape.processed.describe('DTP*009, a day in the calendar of the payer'),
  same_numbers_as: sameNumbersAs,
  submitter: party,
  batch_ids: z.array(z.string()),
  counts: z.object({
    statuses: z.int(),
    matched: z.int(),
    unmatched: z.int(),
    ambiguous: z.int(),
    conflicts: z.int(),
    accepted: z.int(),
    rejected: z.int(),
    pended: z.int(),
    paid: z.int(),
    unknown: z.int(),
    unscoped: z.int(),
    fanned_out: z.int().describe('Claims reached by a rejection of their batch or provider'),
  }),
  unscoped_statuses: z.array(unscopedStatus).describe('Statuses that belong to no patient; the first 200'),
};

export const claimAcknowledgment = z.object(claimAcknowledgmentFields).meta({ id: 'ClaimAcknowledgment' });

export type ClaimAcknowledgment = z.output<typeof claimAcknowledgment>;

export type ClaimAcknowledgmentJson = z.output<typeof claimAcknowledgment>;

const match = claimMatch(['REF*1K', 'TRN02', 'REF*EJ', 'REF*D9', 'hand']);

// Names of patients are left out: the claim has them.
const claimShape = replyShape(without(claimContent, 'patient', 'serviceDate'));

export const claimStatus = z
  .object({
    patient_control_number: z.string(),
    tax_id: z.string().nullable(),
    category: z.string().describe('Status category code of the last STC'),
    amount: moneyAmount.nullable().describe('Charge of the claim (STC04)'),
    service_date: z.string().nullable(),
    classification,
    disposition,
    conflict: z.boolean().describe('The two readings contradict each other'),
    status_code: z.string(),
    entity: z.string().optional(),
    action: z.string().optional().describe('WQ accept, U reject'),
    effective_date: z.string().optional(),
    message: z.string().optional(),
    payer_control_number: z.string().optional(),
    ...claimShape,
    statuses: z.array(statusSegment).describe('Every STC'),
    service_lines: z.array(z.object({ ...replyShape(lineStatus), statuses: z.array(statusSegment) })),
    match,
    outcome: z
      .enum(['moved', 'noted', 'superseded', 'unchanged', 'ambiguous', 'unmatched'])
      .describe(
        'moved: to another lane. noted: without effect on the lane. superseded: about an earlier submission, or replaced by a later status of its sender. unchanged: known before. ambiguous: fits several claims. unmatched: fits none',
      ),
    lane: lane.optional().describe('Lane that the claim had afterwards; it may have moved since'),
  })
  .meta({ id: 'ClaimStatus' });

export type ClaimStatus = z.output<typeof claimStatus>;

export type ClaimStatusJson = z.output<typeof claimStatus>;

export const claimAcknowledgmentDetail = z
  .object({
    ...claimAcknowledgmentFields,
    statuses: z.array(claimStatus).describe('A page of its statuses'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ClaimAcknowledgmentDetail' });

export type ClaimAcknowledgmentDetail = z.output<typeof claimAcknowledgmentDetail>;

export type ClaimAcknowledgmentDetailJson = z.output<typeof claimAcknowledgmentDetail>;

export const listClaimAcknowledgments = acknowledgmentEndpoint(
  'GET',
  '/api/277ca-acks',
  'list-claim-acknowledgments',
  {
    ...readsClaims,
    query: z.strictObject({ ...csvFormat, ...cursorQuery }),
    errors: ['invalid_cursor'],
    summary: 'List stored 277CA, newest first',
    responses: {
      200: {
        description: '277CA, newest first',
        schema: pageOf(claimAcknowledgment),
        text: {
          'text/csv':
            'id,state,received_at,answered_at,sender,interchange_control_number,batch,file_id,statuses,matched,unmatched,accepted,rejected,pended\r\n',
        },
      },
    },
  },
);

export const getClaimAcknowledgment = acknowledgmentEndpoint(
  'GET',
  '/api/277ca-acks/{id}',
  'get-claim-acknowledgment',
  {
    ...readsClaims,
    query: z.strictObject(cursorQuery),
    errors: ['not_found', 'invalid_cursor'],
    summary: 'Get a stored 277CA with a page of its statuses',
    parameters: z.object({ id: uuid.describe('Id of the acknowledgment') }),
    responses: { 200: { description: 'The 277CA', schema: dataOf(claimAcknowledgmentDetail) } },
  },
);

export const parseClaimAcknowledgment = acknowledgmentEndpoint(
  'POST',
  '/api/parse-277ca',
  'parse-claim-acknowledgment',
  {
    ...parsesResponses,
    summary: 'Apply a 277CA to its claims',
    description: `${parsing} Every claim that a status rejects gets the \`payer_rejected_\` fields and one audit event \`claim.payer_rejected\`. It moves to lane \`payer_rejected\`, unless it was sent again or a payment written on the same or a later day answers the rejection. A claim whose status has two contradicting readings moves to \`review\`.`,
    responses: {
      200: {
        description:
          'The file and its acknowledgments, with the `statuses` and `unscoped_statuses` of all of them',
        schema: dataOf(
          z.object({
            ...parsedFile,
            statuses: z.array(claimStatus),
            unscoped_statuses: claimAcknowledgmentDetail.shape.unscoped_statuses,
            acknowledgments: z.array(
              claimAcknowledgmentDetail.omit({ statuses: true, unscoped_statuses: true }),
            ),
          }),
        ),
      },
    },
  },
);
