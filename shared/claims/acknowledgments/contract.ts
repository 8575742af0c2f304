import * as z from 'zod';
import { claimLane as lane } from '#claims/claims/account-fields.ts';
import { parsedFile, parsesResponses, parsing, responseFields } from '#claims/files/response-fields.ts';
import { readsClaims } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, uuid } from '#contract/fields.ts';

const acknowledgmentEndpoint = endpointsOf('claims', 'acknowledgments');

/** A code of an acknowledgment with its text, if it is known. */
const codeWithText = z.object({ code: z.string(), text: z.string().optional() });

const findings = z.array(z.object({ code: z.string(), message: z.string() }));

const implementationFields = {
  ...responseFields,
  kind: z.enum(['999', 'TA1']),
  state: z.enum(['applying', 'applied']),
  receiver: z.string().describe('ISA08'),
  group_control_number: z.string().optional(),
  set_control_number: z.string().optional(),
  code: z.string().describe('AK901, or TA104'),
  verdict: z.enum(['accepted', 'partial', 'rejected', 'unknown']),
  errors: z.array(codeWithText).describe('AK905 to AK909, or TA105'),
  acknowledged: z
    .object({
      functional_id: z.string().optional(),
      group_control_number: z.string().optional(),
      version: z.string().optional(),
      interchange_control_number: z.string().optional(),
      date: z.string().optional(),
      time: z.string().optional(),
    })
    .describe('What it acknowledges: AK1, or TA101 to TA103'),
  sets_included: z.int().optional(),
  sets_received: z.int().optional(),
  sets_accepted: z.int().optional(),
  batch_ids: z.array(z.string()).describe('Batches that it acknowledges; empty if unmatched'),
  match: z.object({
    by: z.enum(['partners', 'number', 'none', 'other_partners', 'not_claims', 'ambiguous', 'hand']),
    candidates: z.array(z.string()),
  }),
  findings,
  claim_counts: z.object({
    accepted: z.int(),
    rejected: z.int(),
    causes: z.int().describe('Rejected claims that have the error themselves'),
    unknown: z.int(),
    superseded: z.int().describe('Claims sent again since'),
  }),
};

export const implementationAcknowledgment = z
  .object(implementationFields)
  .meta({ id: 'ImplementationAcknowledgment' });

export type ImplementationAcknowledgment = z.output<typeof implementationAcknowledgment>;

export type ImplementationAcknowledgmentJson = z.output<typeof implementationAcknowledgment>;

const acknowledgedClaim = z.object({
  claim_id: uuid,
  patient_control_number: z.string(),
  set: z.string(),
  verdict: z.enum(['accepted', 'rejected', 'unknown']),
  role: z.enum(['cause', 'collateral']).optional(),
  errors: z.array(z.string()),
  lane: lane.optional().describe('Lane that the claim had afterwards; it may have moved since'),
  outcome: z
    .enum(['moved', 'noted', 'superseded', 'unchanged', 'missing'])
    .describe(
      'moved: to another lane. noted: without effect on the lane. superseded: about an earlier submission. unchanged: known before. missing: the claim is not stored',
    ),
});

const acknowledgedSet = z.object({
  set: z.string(),
  set_control_number: z.string(),
  code: z.string(),
  accepted: z.boolean(),
  errors: z.array(codeWithText),
  segments: z.array(
    z.object({
      segment: z.string(),
      position: z.int().describe('Place in its set, ST = 1'),
      loop: z.string(),
      error: codeWithText,
      patient_control_number: z.string().optional(),
      elements: z.array(
        z.object({
          element: z.int(),
          component: z.int().optional(),
          repetition: z.int().optional(),
          data_element: z.string(),
          error: codeWithText,
        }),
      ),
    }),
  ),
  segment_count: z.int(),
});

export const implementationAcknowledgmentDetail = z
  .object({
    ...implementationFields,
    sets: z.array(acknowledgedSet),
    claims: z.array(acknowledgedClaim).describe('A page of its claims'),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ImplementationAcknowledgmentDetail' });

export type ImplementationAcknowledgmentDetail = z.output<typeof implementationAcknowledgmentDetail>;

export type ImplementationAcknowledgmentDetailJson = z.output<typeof implementationAcknowledgmentDetail>;

export const listImplementationAcknowledgments = acknowledgmentEndpoint(
  'GET',
  '/api/999-acks',
  'list-implementation-acknowledgments',
  {
    ...readsClaims,
    query: z.strictObject({ ...csvFormat, ...cursorQuery }),
    errors: ['invalid_cursor'],
    summary: 'List stored 999 and TA1, newest first',
    responses: {
      200: {
        description: 'Acknowledgments, newest first',
        schema: pageOf(implementationAcknowledgment),
        text: {
          'text/csv':
            'id,kind,state,received_at,sender,interchange_control_number,file_id,accepted,rejected,unknown\r\n',
        },
      },
    },
  },
);

export const getImplementationAcknowledgment = acknowledgmentEndpoint(
  'GET',
  '/api/999-acks/{id}',
  'get-implementation-acknowledgment',
  {
    ...readsClaims,
    query: z.strictObject(cursorQuery),
    errors: ['not_found', 'invalid_cursor'],
    summary: 'Get a stored 999 or TA1 with its sets and a page of its claims',
    parameters: z.object({ id: uuid.describe('Id of the acknowledgment') }),
    responses: {
      200: { description: 'The acknowledgment', schema: dataOf(implementationAcknowledgmentDetail) },
    },
  },
);

export const parseImplementationAcknowledgment = acknowledgmentEndpoint(
  'POST',
  '/api/parse-999',
  'parse-implementation-acknowledgment',
  {
    ...parsesResponses,
    summary: 'Apply a 999 or TA1 to its claims',
    description: `${parsing} Every claim of a rejected set, group or interchange gets one audit event \`claim.rejected\`. It moves to lane \`rejected\`, unless it was sent again or a payment answers the rejection.`,
    responses: {
      200: {
        description: 'The file and its responses',
        schema: dataOf(
          z.object({ ...parsedFile, acknowledgments: z.array(implementationAcknowledgmentDetail) }),
        ),
      },
    },
  },
);
