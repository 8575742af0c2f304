import * as z from 'zod';
import { finding } from '#claims/claims/claim-fields.ts';
import { clearinghouseSchema, payerId } from '#claims/configuration/contract.ts';
import { administers, readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, moneyAmount, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('claims', 'clearinghouse');

const visit = z.object({
  at: timestamp,
  taken: z.int().describe('Responses that were moved to the inbox'),
  waiting: z.int().describe('Responses that the next visit takes if they are unchanged'),
  passed_over: z
    .array(z.object({ name: z.string(), size: z.int(), code: z.string(), message: z.string() }))
    .describe('The first 200 responses that cannot be taken, with their reasons; they stay on the server'),
  passed_over_count: z.int(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

const shownClearhouse = z
  .object({ ...clearinghouseSchema.shape, last_visit: visit.optional() })
  .meta({ id: 'Clearhouse' });
export type Clearhouse = z.output<typeof shownClearhouse>;

const state = z.enum(['preparing', 'prepared', 'uploaded', 'sent', 'recorded', 'abandoned']);

const failure = z.object({ code: z.string(), message: z.string(), at: timestamp });

export const submission = z
  .object({
    id: uuid,
    state,
    payer_id: z.string(),
    /** By the file-naming standard; unique for the trading partner. */
    file_name: z.string(),
    trading_partner_id: z.string(),
    /** Fixed when the submission is created, also if the configuration changes. */
    transport: z.enum(['stub', 'sftp']),
    size: z.int(),
    sha256: z.string(),
    /** ISA13, GS06 and BHT03. */
    interchange_control_number: z.string(),
    group_control_number: z.string(),
    reference: z.string(),
    claim_count: z.int(),
    /** Claims with a written lane and audit entry, counted in the order of the file. */
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
export type Submission = z.output<typeof submission>;
export type SubmissionJson = z.output<typeof submission>;

const submissionWithClaims = z
  .object({
    ...submission.shape,
    claims: z.array(z.object({ claim_id: uuid, patient_control_number: z.string(), set: z.string() })),
  })
  .meta({ id: 'SubmissionWithClaims' });
export type SubmissionWithClaims = z.output<typeof submissionWithClaims>;

const shortFinding = finding.pick({
  id: true,
  severity: true,
  message: true,
  loop: true,
  segment: true,
  element: true,
});

/** Maximum blocked claims that a reply lists. */
export const maxBlockedShown = 100;

const blockedClaims = z.object({
  blocked: z
    .array(z.object({ claim_id: uuid, findings: z.array(shortFinding) }))
    .describe(`The first ${maxBlockedShown}, with up to five findings each`),
  blocked_count: z.int().describe('Number of all claims that were not sent'),
});
export type BlockedClaimsJson = z.output<typeof blockedClaims>;

/** A submission that holds claims, so that no other submission can take them. */
const inProgress = z.object({
  submission_id: uuid,
  payer_id: z.string(),
  state,
  since: timestamp.describe('Creation time of the submission'),
  claim_count: z.int().describe('Ready claims of the payer that the submission holds'),
  resumable_at: timestamp.describe('Calls from this time on resume the submission'),
  last_error: failure.optional(),
});
export type SubmissionInProgressJson = z.output<typeof inProgress>;

export const getClearinghouse = endpoint('GET', '/api/clearhouse', 'get-clearhouse', {
  ...readsClaims,
  summary: 'Get the clearinghouse: identity, SFTP block, filename block, last visit to its server',
  responses: { 200: { description: 'The clearinghouse', schema: dataOf(shownClearhouse) } },
});

export const submitClaims = endpoint('POST', '/api/clearhouse/submit', 'submit-claims', {
  repeats: false,
  ...writesClaims,
  scoped: true,
  summary: 'Send claims by id, or all ready claims of a payer',
  description:
    'Creates one file for each payer. With `claim_ids` (at most 100 payers), all claims are sent or none. With ' +
    '`payer_id`, claims without errors are sent, at most 5,000 in one call (`has_more`); `blocked` and ' +
    '`blocked_count` report the others. If some files were sent and the claims of another payer cannot be sent any ' +
    'more (in a repetition, or because of another request), the reply is 201 with the sent submissions. All claims of ' +
    'that payer are then in `blocked`, as `claims_not_ready`, `payer_not_configured`, with their own findings, or as ' +
    '`held_back` because of those. A submission whose transport failed stays `prepared` with `last_error`. A ' +
    'submission that is not recorded in time stays `sent`. The next call for the payer or its claims resumes unfinished ' +
    'submissions, and so does a schedule every five minutes. `submissions` lists resumed submissions first, and ' +
    '`resumed` contains their ids. A claim belongs to one submission at a time: for a payer, `in_progress` lists the ' +
    'submissions that hold its claims; for named claims, the details of `claims_not_ready` have the code ' +
    '`in_progress`, `submission_id` and `since`.',
  uses: ['audit-append', 'submissions', 'clearhouse-key'],
  body: z.union([
    z.strictObject({ claim_ids: z.array(uuid).min(1).max(5000) }),
    z.strictObject({ payer_id: payerId }),
  ]),
  responses: {
    201: {
      description: 'The submissions, and the claims that were not sent',
      schema: dataOf(
        z.object({
          submissions: z.array(submission),
          resumed: z.array(uuid).describe('Ids of the submissions that this call resumed'),
          in_progress: z.array(inProgress),
          ...blockedClaims.shape,
          has_more: z.boolean(),
        }),
      ),
    },
  },
  errors: ['claims_not_ready', 'submission_blocked', 'payer_not_configured', 'conflict'],
});

export const listSubmissions = endpoint('GET', '/api/clearhouse/submissions', 'list-submissions', {
  ...readsClaims,
  scoped: true,
  summary: 'List submissions, newest first',
  query: z.strictObject({ ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Submissions',
      schema: pageOf(submission),
      text: {
        'text/csv':
          'id,state,payer_id,file_name,transport,interchange_control_number,group_control_number,claim_count,recorded_count,total_charge,created_at,created_by,sent_at,finished_at,attempts,last_error\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const getSubmission = endpoint('GET', '/api/clearhouse/submissions/{id}', 'get-submission', {
  ...readsClaims,
  resource: submission,
  scoped: true,
  summary: 'Get a submission with its claims',
  parameters: z.strictObject({ id: uuid.describe('Id of the submission') }),
  responses: { 200: { description: 'The submission', schema: dataOf(submissionWithClaims) } },
  errors: ['not_found'],
});

export const testConnection = endpoint('POST', '/api/clearhouse/test-connection', 'test-connection', {
  repeats: false,
  ...administers,
  summary: 'Test the connection to the clearinghouse without sending a claim',
  description:
    'Uses the active configuration. Lists both directories. Writes and removes one small temporary file in the upload ' +
    'directory. `code` and `message` name the cause of a failure; docs/clearinghouse.md lists all codes.',
  uses: ['clearhouse-key'],
  responses: {
    200: {
      description: 'Result of the test',
      schema: dataOf(
        z.object({
          ok: z.boolean(),
          transport: z.enum(['stub', 'sftp']),
          duration_ms: z.int(),
          code: z.string().optional(),
          message: z.string().optional(),
          host_key: z.string().optional().describe('Fingerprint of the server, if it differs from host_key'),
        }),
      ),
    },
  },
});
