import * as z from 'zod';
import { declareEndpoint } from '../../endpoint.ts';
import { dataOf, timestamp, uuid } from '../../fields.ts';
import { auditorRoles, entryId } from './log.ts';
import { faultReasons, verdict, verification } from './verification.ts';

const runFields = {
  id: uuid,
  state: z.enum(['running', 'done', 'failed']),
  /** Range of entries; where none was asked for, `to` is the head at the start. */
  from: z.int(),
  to: z.int(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  /** Entries dealt with so far. */
  progress: z.int(),
};

/** Auditors read. Work in the background is started by who runs the service. */
const starters = { kind: 'claims', roles: ['admin'] } as const;

export const verificationRun = z
  .object({ ...runFields, result: verification.nullable() })
  .meta({ id: 'VerificationRun' });
export type VerificationRun = z.output<typeof verificationRun>;

export const exportRun = z
  .object({
    ...runFields,
    entries: z.int().nullable(),
    bytes: z.int().nullable(),
    /** Fetches the file without a credential, until `url_expires_at`. Ask again for another. */
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

export const verifyAuditLog = declareEndpoint({
  service: 'claims',
  name: 'verify-audit-log',
  method: 'GET',
  path: '/api/admin/audit-log/verify',
  tag: 'audit log',
  summary: 'Walk the chain and report whether it holds',
  description: `Walks the whole chain from its first entry, or the range from \`from\` to \`to\`, and compares it with every checkpoint. \`ok\` is true only when every entry of the range was read and holds. When the time of one request does not suffice, \`complete\` is false, \`reason\` is \`incomplete\`, \`data.to\` is the last entry that was read, and a verification of the same range starts in the background: \`run\` shows it, and its result is at \`Location\`. A range that begins beyond the newest entry is 400. Reasons for a fault: ${faultReasons.join(', ')} (docs/audit.md).`,
  access: { kind: 'claims', roles: auditorRoles },
  data: 'write',
  uses: ['audit-entries', 'checkpoints', 'audit-runs'],
  limiter: 'api',
  query: range,
  responses: {
    200: {
      description: 'The verdict, at the top as the spec names it, and in full under `data`',
      schema: z.object({
        ...verdict.shape,
        complete: verification.shape.complete,
        data: verification,
        /** The run in the background; absent where the verification is complete. */
        run: verificationRun.optional(),
      }),
    },
  },
});

export const startVerification = declareEndpoint({
  service: 'claims',
  name: 'start-verification',
  method: 'POST',
  path: '/api/admin/audit-log/verify',
  tag: 'audit log',
  summary: 'Start a verification in the background',
  description:
    'Walks the whole chain, or a range of it, however long it takes. Its result is at `Location`. While a verification of the same range is running, the answer shows that one.',
  access: starters,
  data: 'write',
  uses: ['audit-entries', 'audit-runs'],
  limiter: 'api',
  idempotent: true,
  query: range,
  responses: { 202: { description: 'The verification', schema: dataOf(verificationRun) } },
});

export const getVerification = declareEndpoint({
  service: 'claims',
  name: 'get-verification',
  method: 'GET',
  path: '/api/admin/audit-log/verify/{id}',
  tag: 'audit log',
  summary: 'How far a verification in the background has come, and its result',
  access: { kind: 'claims', roles: auditorRoles },
  data: 'read',
  parameters: runId,
  responses: { 200: { description: 'The run', schema: dataOf(verificationRun) } },
  errors: ['not_found'],
});

export const exportAuditLog = declareEndpoint({
  service: 'claims',
  name: 'export-audit-log',
  method: 'POST',
  path: '/api/admin/audit-log/export',
  tag: 'audit log',
  summary: 'Start an export of the audit log with its checkpoints as NDJSON',
  description:
    'The file is written in the background; its link is at `Location`. An auditor can check the file offline with the file and the public key alone (docs/audit.md). It holds every checkpoint from the first entry of the range on, also those beyond the end of the log. While an export of the same range is running, the answer shows that one.',
  access: starters,
  data: 'write',
  uses: ['audit-entries', 'audit-runs'],
  limiter: 'api',
  idempotent: true,
  query: range,
  responses: { 202: { description: 'The export', schema: dataOf(exportRun) } },
});

export const listExports = declareEndpoint({
  service: 'claims',
  name: 'list-exports',
  method: 'GET',
  path: '/api/admin/audit-log/export',
  tag: 'audit log',
  summary: 'List the newest export of each range, newest first',
  description:
    'Exports of the last 30 days. The link to a file is in `GET /api/admin/audit-log/export/{id}`.',
  access: { kind: 'claims', roles: auditorRoles },
  data: 'read',
  responses: { 200: { description: 'Exports', schema: dataOf(z.array(exportRun)) } },
});

export const getExport = declareEndpoint({
  service: 'claims',
  name: 'get-export',
  method: 'GET',
  path: '/api/admin/audit-log/export/{id}',
  tag: 'audit log',
  summary: 'How far an export has come, and the link to its file',
  access: { kind: 'claims', roles: auditorRoles },
  data: 'read',
  uses: ['exports'],
  parameters: runId,
  responses: { 200: { description: 'The run', schema: dataOf(exportRun) } },
  errors: ['not_found'],
});
