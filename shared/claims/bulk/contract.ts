import * as z from 'zod';
import { claimLane } from '#claims/claims/account-fields.ts';
import { followUpFields, noteFields } from '#claims/follow-up/contract.ts';
import { readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { decidedLanes, laneNames } from '#contract/claims/state-names.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, queryInteger, timestamp, uuid } from '#contract/fields.ts';

/** Text of a person about a claim. It stays out of the audit log, because it may name a patient. */
const reason = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'May not hold control characters');

const npi = z.string().regex(/^\d{10}$/, 'Expected ten digits');

/** The fields that a rule can set, with their elements in the 837P. */
const ruleFields = z
  .strictObject({
    billing_taxonomy: z
      .string()
      .regex(/^[0-9A-Z]{9}X$/, 'Expected a taxonomy code, such as 207Q00000X')
      .optional()
      .describe('Taxonomy of the billing provider (PRV03 of 2000A)'),
    payer_id: z
      .string()
      .trim()
      .min(2)
      .max(80)
      .regex(/^[\x20-\x7e]*$/, 'Printable ASCII only')
      .optional()
      .describe('Payer (NM109 of 2010BB)'),
    payer_name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^[\x20-\x7e]*$/, 'Printable ASCII only')
      .optional()
      .describe('Name of the payer (NM103 of 2010BB)'),
    claim_filing: z
      .string()
      .regex(/^[A-Z0-9]{2}$/, 'Expected two letters or digits')
      .optional()
      .describe('Claim filing indicator (SBR09 of 2000B)'),
    place_of_service: z
      .string()
      .regex(/^\d{2}$/, 'Expected two digits')
      .optional()
      .describe('Place of service of the claim (CLM05-1)'),
    rendering_npi: npi
      .optional()
      .describe('NPI of the rendering provider (NM109 of 2310B) of claims that have one'),
  })
  .refine((set) => Object.values(set).some((value) => value !== undefined), 'Set at least one field')
  .meta({ id: 'BulkRule' });
export type BulkRule = z.output<typeof ruleFields>;
export type RuleFields = z.output<typeof ruleFields>;

export const bulkOperation = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('release'),
      lane: z.enum(decidedLanes).optional().describe('New lane of claims that were sent'),
    }),
    z.strictObject({ kind: z.literal('hold'), reason: reason.optional() }),
    z.strictObject({ kind: z.literal('unhold') }),
    z.strictObject({ kind: z.literal('dismiss'), reason }),
    z.strictObject({ kind: z.literal('restore') }),
    z.strictObject({ kind: z.literal('resend') }),
    z.strictObject({
      kind: z.literal('correct'),
      set: ruleFields,
      sent: z
        .enum(['skip', 'correct'])
        .optional()
        .describe('Claims that were sent: skip (default), or create a correction of each'),
    }),
    z.strictObject({ kind: z.literal('follow_up'), ...followUpFields }),
    z.strictObject({ kind: z.literal('note'), ...noteFields }),
  ])
  .meta({ id: 'BulkOperation' });
export type BulkOperation = z.output<typeof bulkOperation>;

const text = (max: number) => z.string().min(1).max(max).optional();

export const bulkFilter = z
  .strictObject({
    lane: z.enum([...laneNames, 'dismissed']).optional(),
    payer_id: text(80),
    billing_npi: text(80),
    patient_control_number: text(100),
    received_from: datetime.optional(),
    received_to: datetime.optional(),
    service_from: z.iso.date().optional(),
    service_to: z.iso.date().optional(),
    rejected_by_999_id: uuid.optional().describe('Claims that this 999 or TA1 rejected'),
    rejected_as: z.enum(['cause', 'collateral']).optional(),
  })
  .refine((filter) => Object.values(filter).some((value) => value !== undefined), 'Name at least one filter')
  .meta({ id: 'BulkFilter' });
export type BulkFilter = z.output<typeof bulkFilter>;

/** Maximum claims that a request names, and that a filter selects for one run. */
const maxNamedClaims = 5000;
export const maxSelectedClaims = 10_000;

const bulkSelection = z.union([
  z.strictObject({ claim_ids: z.array(uuid).min(1).max(maxNamedClaims) }),
  z.strictObject({ filter: bulkFilter }),
]);

const bulkRequest = z
  .strictObject({ operation: bulkOperation, selection: bulkSelection })
  .meta({ id: 'BulkRequest' });

const endpoint = endpointsOf('claims', 'bulk work');

const outcome = z.enum(['done', 'skipped']);

const claimOutcome = {
  claim_id: uuid,
  patient_control_number: z.string().optional().describe('Absent for an unknown claim'),
  from: claimLane.optional().describe('Lane before; absent for an unknown claim'),
  to: claimLane.optional().describe('Lane after; of the correction for a claim that was sent'),
  reason: z.string().optional().describe('Code: why the claim is skipped'),
  message: z.string().optional(),
};

const claimPreview = z
  .object({
    ...claimOutcome,
    outcome: z.enum(['change', 'skip']),
    creates_correction: z.boolean().optional().describe('The claim was sent, so a correction is created'),
    errors: z.int().optional().describe('Errors of the claim after the change'),
    changes: z
      .array(
        z.object({
          path: z.string().describe('JSON pointer into `content`'),
          before: z.string().nullable(),
          after: z.string().nullable(),
        }),
      )
      .optional()
      .describe('For `correct`: the fields of the rule that change'),
  })
  .meta({ id: 'BulkPreview' });
export type BulkPreview = z.output<typeof claimPreview>;
export type BulkPreviewJson = z.output<typeof claimPreview>;

const claimResult = z
  .object({
    ...claimOutcome,
    outcome,
    new_claim_id: uuid.optional().describe('The correction of a claim that was sent'),
    at: timestamp,
  })
  .meta({ id: 'BulkResult' });
export type BulkResult = z.output<typeof claimResult>;
export type BulkResultJson = z.output<typeof claimResult>;

export const bulkRun = z
  .object({
    id: uuid,
    state: z
      .enum(['selecting', 'running', 'done', 'canceled', 'failed'])
      .describe('`selecting` finds the claims of a filter; `running` works on them'),
    reason: z
      .literal('interrupted')
      .optional()
      .describe(
        'Why the run failed. `interrupted`: its work stopped three times without a result. Changes that were made stay; start another run for the rest',
      ),
    operation: bulkOperation,
    filter: bulkFilter.optional(),
    started_at: timestamp,
    started_by: z.string(),
    updated_at: timestamp,
    finished_at: timestamp.nullable(),
    selected: z.int().describe('Claims found so far'),
    processed: z.int(),
    done: z.int(),
    skipped: z.int(),
    skipped_by_reason: z.record(z.string(), z.int()),
    is_truncated: z
      .boolean()
      .describe(`The filter matches more than ${maxSelectedClaims} claims; start another run for the rest`),
  })
  .meta({ id: 'BulkRun' });
export type BulkRun = z.output<typeof bulkRun>;
export type BulkRunJson = z.output<typeof bulkRun>;

const runId = z.object({ id: uuid.describe('Id of the bulk run') });

export const previewBulkRun = endpoint('POST', '/api/bulk-runs/preview', 'preview-bulk-run', {
  ...writesClaims,
  scoped: true,
  summary: 'Preview an operation on many claims',
  description:
    'Returns for each selected claim what the operation would change, or why it would skip the claim. Changes nothing. A page of a filter may have fewer claims than its limit, or none, and still have a next page.',
  query: z.strictObject({
    limit: queryInteger(1, 100, 50).describe('Maximum claims on a page'),
    cursor: cursorQuery.cursor,
  }),
  body: bulkRequest,
  responses: { 200: { description: 'The effect on each claim', schema: pageOf(claimPreview) } },
  errors: ['invalid_cursor'],
});

export const startBulkRun = endpoint('POST', '/api/bulk-runs', 'start-bulk-run', {
  repeats: false,
  ...writesClaims,
  scoped: true,
  summary: 'Release, hold, dismiss, resend, correct, assign or annotate many claims',
  description: `Runs an operation on claims by id (at most ${maxNamedClaims}) or by filter (at most ${maxSelectedClaims}). Up to 100 named claims are processed in the request: 200 with the finished run. A larger selection runs in the background: 202, and \`Location\` has the progress. Each claim is changed or skipped as it is at that moment, with one audit entry; \`GET /api/bulk-runs/{id}/claims\` lists the result of each claim. \`resend\` makes claims ready again that were rejected only because of another claim of their set, group or interchange. \`correct\` sets fields in the content of claims that were not sent, and checks them again. \`dismiss\` sets claims aside that were not sent, and leaves claims that the payer refused (\`rejected\`, \`payer_rejected\`, \`denied\`, \`underpaid\`) at what the payer decided, until a further response comes; \`restore\` takes both back. \`follow_up\` sets assignee and follow-up day, and null removes one; \`note\` adds the same note to each claim.`,
  uses: ['audit-append', 'bulk-runs', 'search-key'],
  deletes: ['claim-contents', 'search-entries'],
  body: bulkRequest,
  responses: {
    200: { description: 'The finished run', schema: dataOf(bulkRun) },
    202: { description: 'The run, which continues in the background', schema: dataOf(bulkRun) },
  },
});

export const listBulkRuns = endpoint('GET', '/api/bulk-runs', 'list-bulk-runs', {
  ...readsClaims,
  scoped: true,
  summary: 'List bulk runs, newest first',
  query: z.strictObject({ ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Bulk runs',
      schema: pageOf(bulkRun),
      text: {
        'text/csv':
          'id,state,operation,started_at,started_by,finished_at,selected,processed,done,skipped\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const getBulkRun = endpoint('GET', '/api/bulk-runs/{id}', 'get-bulk-run', {
  ...readsClaims,
  scoped: true,
  summary: 'Get the progress of a bulk run',
  parameters: runId,
  resource: bulkRun,
  responses: { 200: { description: 'The run', schema: dataOf(bulkRun) } },
  errors: ['not_found'],
});

export const listBulkResults = endpoint('GET', '/api/bulk-runs/{id}/claims', 'list-bulk-results', {
  ...readsClaims,
  scoped: true,
  summary: 'List the results of a bulk run, claim by claim',
  parameters: runId,
  resource: bulkRun,
  query: z.strictObject({
    outcome: outcome.optional().describe('Claims with this outcome'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Results in the order of the run',
      schema: pageOf(claimResult),
      text: {
        'text/csv': 'claim_id,patient_control_number,outcome,from,to,reason,message,new_claim_id,at\r\n',
      },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const cancelBulkRun = endpoint('POST', '/api/bulk-runs/{id}/cancel', 'cancel-bulk-run', {
  ...writesClaims,
  // Beside a run that makes progress all the time.
  attempts: 10,
  scoped: true,
  summary: 'Cancel a bulk run',
  description:
    'Stops a run before its next claims. Changes that were made stay. A finished run does not change.',
  parameters: runId,
  resource: bulkRun,
  responses: { 200: { description: 'The run', schema: dataOf(bulkRun) } },
  errors: ['not_found', 'conflict'],
});
