import * as z from 'zod';
import { endpointsOf } from '../../endpoint.ts';
import { dataOf, timestamp, uuid } from '../../fields.ts';
import { administers, audits } from '../operations.ts';
import { entryId } from './log.ts';
import { faultReasons, verdict, verification } from './verification.ts';

const endpoint = endpointsOf('claims', 'audit log');

const runFields = {
  id: uuid,
  state: z.enum(['running', 'done', 'failed']),
  reason: z
    .literal('interrupted')
    .optional()
    .describe(
      'Why the run failed. `interrupted`: it stopped three times without a result, or made no progress for 20 minutes; start it again',
    ),
  /** Range of entries; by default to the newest entry at the start of the run. */
  from: z.int(),
  to: z.int(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  /** Entries processed so far. */
  progress: z.int(),
};

export const verificationRun = z
  .object({ ...runFields, result: verification.nullable() })
  .meta({ id: 'VerificationRun' });
export type VerificationRun = z.output<typeof verificationRun>;

export const exportRun = z
  .object({
    ...runFields,
    entries: z.int().nullable(),
    bytes: z.int().nullable(),
    /** Link to the file, valid without a credential until `url_expires_at`; each request returns a new one. */
    url: z.string().nullable(),
    url_expires_at: timestamp.nullable(),
  })
  .meta({ id: 'ExportRun' });
export type ExportRun = z.output<typeof exportRun>;

const runId = z.object({ id: uuid.describe('Id of the run') });

const range = z
  .strictObject({
    from: entryId.optional().describe('First entry of the range; 1 by default'),
    to: entryId.optional().describe('Last entry of the range; the newest by default'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['from'],
    message: 'Must not be greater than to',
  });

export const verifyAuditLog = endpoint('GET', '/api/admin/audit-log/verify', 'verify-audit-log', {
  ...audits,
  summary: 'Verify the audit chain',
  description: `Verifies the whole chain, or the entries from \`from\` to \`to\`, and compares them with every checkpoint. \`ok\` is true only if every entry of the range was read and verified. If one request is too short, \`complete\` is false, \`reason\` is \`incomplete\`, \`data.to\` is the last entry that was read, and a verification of the same range starts in the background: \`run\` describes it, and \`Location\` has its result. A range that begins after the newest entry is 400. Reasons for a fault: ${faultReasons.join(', ')} (docs/audit.md).`,
  data: 'write',
  uses: ['audit-entries', 'checkpoints', 'audit-runs'],
  limiter: 'api',
  query: range,
  responses: {
    200: {
      description: 'The verdict at the top level, and the full result in `data`',
      schema: z.object({
        ...verdict.shape,
        complete: verification.shape.complete,
        data: verification,
        /** The background run; absent if the verification is complete. */
        run: verificationRun.optional(),
      }),
    },
  },
});

export const startVerification = endpoint('POST', '/api/admin/audit-log/verify', 'start-verification', {
  ...administers,
  summary: 'Start a verification in the background',
  description:
    'Verifies the whole chain or a range of it. `Location` has the result. If a verification of the same range is running, the response describes that run.',
  uses: ['audit-entries', 'audit-runs'],
  limiter: 'api',
  query: range,
  responses: { 202: { description: 'The verification', schema: dataOf(verificationRun) } },
});

export const getVerification = endpoint('GET', '/api/admin/audit-log/verify/{id}', 'get-verification', {
  ...audits,
  summary: 'Get the progress and result of a background verification',
  parameters: runId,
  responses: { 200: { description: 'The run', schema: dataOf(verificationRun) } },
  errors: ['not_found'],
});

export const exportAuditLog = endpoint('POST', '/api/admin/audit-log/export', 'export-audit-log', {
  ...administers,
  summary: 'Start an export of the audit log with its checkpoints as NDJSON',
  description:
    'Writes the file in the background; `Location` has its link. An auditor can verify the file offline with the public key (docs/audit.md). The file includes every checkpoint from the first entry of the range on, also those after the last entry. If an export of the same range is running, the response describes that run.',
  uses: ['audit-entries', 'audit-runs'],
  limiter: 'api',
  query: range,
  responses: { 202: { description: 'The export', schema: dataOf(exportRun) } },
});

export const listExports = endpoint('GET', '/api/admin/audit-log/export', 'list-exports', {
  ...audits,
  summary: 'List the newest export of each range, newest first',
  description:
    'Returns exports of the last 30 days. `GET /api/admin/audit-log/export/{id}` returns the link to the file.',
  responses: { 200: { description: 'Exports', schema: dataOf(z.array(exportRun)) } },
});

export const getExport = endpoint('GET', '/api/admin/audit-log/export/{id}', 'get-export', {
  ...audits,
  summary: 'Get the progress of an export and the link to its file',
  uses: ['exports'],
  parameters: runId,
  responses: { 200: { description: 'The run', schema: dataOf(exportRun) } },
  errors: ['not_found'],
});
