import * as z from 'zod';
import { csvFormat } from '../../csv.ts';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, pageOf, queryInteger, timestamp, uuid } from '../../fields.ts';
import { claimLane } from '../claim-lane.ts';
import { readsClaims, writesClaims } from '../operations.ts';
import { bulkFilter, bulkOperation, bulkRequest, maxNamedClaims, maxSelectedClaims } from './operations.ts';

const endpoint = endpointsOf('claims', 'bulk work');

const outcome = z.enum(['done', 'skipped']);

const claimOutcome = {
  claim_id: uuid,
  from: claimLane.optional().describe('Lane before; absent for an unknown claim'),
  to: claimLane.optional().describe('Lane after; of the correction for a claim that was sent'),
  reason: z.string().optional().describe('Code: why the claim is skipped'),
  message: z.string().optional(),
};

const claimPreview = z
  .object({
    ...claimOutcome,
    patient_control_number: z.string().optional(),
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

const bulkRun = z
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
  ...writesClaims,
  scoped: true,
  summary: 'Release, hold, dismiss, resend or correct many claims',
  description: `Runs an operation on claims by id (at most ${maxNamedClaims}) or by filter (at most ${maxSelectedClaims}). Up to 100 named claims are processed in the request: 200 with the finished run. A larger selection runs in the background: 202, and \`Location\` has the progress. Each claim is changed or skipped as it is at that moment, with one audit entry; \`GET /api/bulk-runs/{id}/claims\` lists the result of each claim. \`resend\` makes claims ready again that were rejected only because of another claim of their set, group or interchange. \`correct\` sets fields in the content of claims that were not sent, and checks them again.`,
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
  responses: { 200: { description: 'The run', schema: dataOf(bulkRun) } },
  errors: ['not_found'],
});

export const listBulkResults = endpoint('GET', '/api/bulk-runs/{id}/claims', 'list-bulk-results', {
  ...readsClaims,
  scoped: true,
  summary: 'List the results of a bulk run, claim by claim',
  parameters: runId,
  query: z.strictObject({
    outcome: outcome.optional().describe('Claims with this outcome'),
    ...csvFormat,
    ...cursorQuery,
  }),
  responses: {
    200: {
      description: 'Results in the order of the run',
      schema: pageOf(claimResult),
      text: { 'text/csv': 'claim_id,outcome,from,to,reason,message,new_claim_id,at\r\n' },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

export const cancelBulkRun = endpoint('POST', '/api/bulk-runs/{id}/cancel', 'cancel-bulk-run', {
  ...writesClaims,
  scoped: true,
  summary: 'Cancel a bulk run',
  description:
    'Stops a run before its next claims. Changes that were made stay. A finished run does not change.',
  parameters: runId,
  responses: { 200: { description: 'The run', schema: dataOf(bulkRun) } },
  errors: ['not_found', 'conflict'],
});
