import * as z from 'zod';
import { declareEndpoint } from '../../endpoint.ts';
import { cursorQuery, dataOf, moneyAmount, pageOf, timestamp, uuid } from '../../fields.ts';
import { clearinghouseSchema, payerId } from '../configuration/records.ts';

const readers = { kind: 'claims', roles: ['biller', 'auditor', 'admin'] } as const;
const senders = { kind: 'claims', roles: ['biller', 'admin'] } as const;

/** The last visit at the server: what was taken, and which responses were passed over. */
const visit = z.object({
  at: timestamp,
  taken: z.int().describe('Responses that were put into the inbox'),
  waiting: z.int().describe('Responses that are taken when the next visit finds them unchanged'),
  passed_over: z
    .array(z.object({ name: z.string(), size: z.int(), code: z.string(), message: z.string() }))
    .describe('The first 200 responses that cannot be taken, each with its reason; they stay on the server'),
  passed_over_count: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

/** The one row of the clearinghouse, with the last visit at its server. */
const shownClearhouse = z
  .object({ ...clearinghouseSchema.shape, last_visit: visit.optional() })
  .meta({ id: 'Clearhouse' });

const state = z.enum(['preparing', 'prepared', 'uploaded', 'sent', 'recorded', 'abandoned']);

/** Why the last attempt failed. */
const failure = z.object({ code: z.string(), message: z.string(), at: timestamp });

const submission = z
  .object({
    id: uuid,
    state,
    payer_id: z.string(),
    file_name: z.string(),
    trading_partner_id: z.string(),
    transport: z.enum(['stub', 'sftp']),
    size: z.int(),
    sha256: z.string(),
    interchange_control_number: z.string(),
    group_control_number: z.string(),
    reference: z.string(),
    claim_count: z.int(),
    /** Claims whose lane and audit entry are written. */
    recorded_count: z.int(),
    total_charge: moneyAmount,
    created_at: timestamp,
    created_by: z.string(),
    sent_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    attempts: z.int(),
    last_error: failure.optional(),
  })
  .meta({ id: 'Submission' });
export type SubmissionJson = z.output<typeof submission>;

const submissionWithClaims = z
  .object({
    ...submission.shape,
    claims: z.array(z.object({ claim_id: uuid, patient_control_number: z.string(), set: z.string() })),
  })
  .meta({ id: 'SubmissionWithClaims' });

const finding = z.object({
  id: z.string(),
  severity: z.enum(['fatal', 'error', 'warning', 'information']),
  message: z.string(),
  loop: z.string().optional(),
  segment: z.string().optional(),
  element: z.int().optional(),
});

/** Claims that stayed behind which an answer tells one by one. */
export const maxBlockedShown = 100;

const blockedClaims = z.object({
  blocked: z
    .array(z.object({ claim_id: uuid, findings: z.array(finding) }))
    .describe(`The first ${maxBlockedShown}, with up to five findings each`),
  blocked_count: z.int().describe('All claims that stayed behind'),
});
export type BlockedClaimsJson = z.output<typeof blockedClaims>;

/** A submission that has claims, and so holds them back. */
const inProgress = z.object({
  submission_id: uuid,
  payer_id: z.string(),
  state,
  since: timestamp.describe('When the submission was made'),
  claim_count: z.int().describe('Ready claims of the payer that the submission has'),
  resumable_at: timestamp.describe('From this time on, the next call resumes the submission'),
  last_error: failure.optional(),
});
export type SubmissionInProgressJson = z.output<typeof inProgress>;

export const getClearinghouse = declareEndpoint({
  service: 'claims',
  name: 'get-clearhouse',
  method: 'GET',
  path: '/api/clearhouse',
  tag: 'clearinghouse',
  summary: 'The clearinghouse: identity, SFTP block, filename block, last visit at its server',
  access: readers,
  data: 'read',
  responses: { 200: { description: 'The clearinghouse', schema: dataOf(shownClearhouse) } },
});

export const submitClaims = declareEndpoint({
  service: 'claims',
  name: 'submit-claims',
  method: 'POST',
  path: '/api/clearhouse/submit',
  tag: 'clearinghouse',
  summary: 'Send claims: by id, or all that are ready for a payer',
  description:
    'Of claims that are named, of at most 100 payers, all go or none. Of a payer those without errors go, at most ' +
    '5,000 in one call (`has_more`), and the others are told in `blocked` and `blocked_count`. One file for each ' +
    'payer. Where some of the files have gone out, and claims of another payer cannot be sent any more (a ' +
    'repetition after a run that broke off, or another request in between), the answer is 201 with what was sent, ' +
    'and all claims of that payer are in `blocked`: by `claims_not_ready`, `payer_not_configured` or their own ' +
    'findings, or as `held_back` by those. A submission that could not be ' +
    'sent yet stays `prepared` with `last_error`. One that takes too long to be recorded stays `sent`. The next ' +
    'call for the payer or its claims resumes such a submission, and one whose run was killed; so does a schedule, ' +
    'every five minutes. `submissions` lists it before the new ones, and `resumed` names it. Claims that a ' +
    'submission has are held back: for a payer, `in_progress` lists these submissions; of named claims, the details ' +
    'of `claims_not_ready` have the code `in_progress`, `submission_id` and `since`.',
  access: senders,
  data: 'write',
  deletes: ['reservations'],
  uses: ['audit-append', 'submissions', 'clearhouse-key'],
  idempotent: true,
  body: z.union([
    z.strictObject({ claim_ids: z.array(uuid).min(1).max(5000) }),
    z.strictObject({ payer_id: payerId }),
  ]),
  responses: {
    201: {
      description: 'The submissions, with the claims that stayed behind',
      schema: dataOf(
        z.object({
          submissions: z.array(submission),
          resumed: z.array(uuid).describe('Those of the submissions that an earlier run has left'),
          in_progress: z.array(inProgress),
          ...blockedClaims.shape,
          has_more: z.boolean(),
        }),
      ),
    },
  },
  errors: ['claims_not_ready', 'submission_blocked', 'payer_not_configured', 'conflict'],
});

export const listSubmissions = declareEndpoint({
  service: 'claims',
  name: 'list-submissions',
  method: 'GET',
  path: '/api/clearhouse/submissions',
  tag: 'clearinghouse',
  summary: 'List submissions, newest first',
  access: readers,
  data: 'read',
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Submissions', schema: pageOf(submission) } },
  errors: ['invalid_cursor'],
});

export const getSubmission = declareEndpoint({
  service: 'claims',
  name: 'get-submission',
  method: 'GET',
  path: '/api/clearhouse/submissions/{id}',
  tag: 'clearinghouse',
  summary: 'One submission with its claims',
  access: readers,
  data: 'read',
  parameters: z.strictObject({ id: uuid.describe('Id of the submission') }),
  responses: { 200: { description: 'The submission', schema: dataOf(submissionWithClaims) } },
  errors: ['not_found'],
});

export const testConnection = declareEndpoint({
  service: 'claims',
  name: 'test-connection',
  method: 'POST',
  path: '/api/clearhouse/test-connection',
  tag: 'clearinghouse',
  summary: 'Connect to the clearinghouse with the settings that hold now, and send no claim',
  description:
    'Lists both directories. Writes and removes one small temporary file in the upload directory. `code` and ' +
    '`message` name the cause of a failure; docs/clearinghouse.md lists all codes.',
  access: { kind: 'claims', roles: ['admin'] },
  data: 'write',
  uses: ['clearhouse-key'],
  idempotent: true,
  responses: {
    200: {
      description: 'Whether it can be reached, with the right host key, and accepts us',
      schema: dataOf(
        z.object({
          ok: z.boolean(),
          transport: z.enum(['stub', 'sftp']),
          duration_ms: z.int(),
          code: z.string().optional(),
          message: z.string().optional(),
          host_key: z
            .string()
            .optional()
            .describe('Fingerprint that the server has shown, where it is not the one in host_key'),
        }),
      ),
    },
  },
});
