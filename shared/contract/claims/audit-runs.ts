import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { dataOf, timestamp, uuid } from '../fields.ts';
import { auditors, entryId } from './audit-log.ts';
import { faultReasons, verdict, verification } from './verification.ts';

const runFields = {
  id: uuid,
  state: z.enum(['running', 'done', 'failed']),
  /** Range of entries; `to` is the head at the start. */
  from: z.int(),
  to: z.int(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  /** Entries dealt with so far. */
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
    /** Fetches the file without a credential, until `url_expires_at`. Ask again for another. */
    url: z.string().nullable(),
    url_expires_at: timestamp.nullable(),
  })
  .meta({ id: 'ExportRun' });
export type ExportRun = z.output<typeof exportRun>;

const runId = z.object({ id: uuid });
const range = { from: entryId.optional(), to: entryId.optional() };

/** `full=true` asks for a walk of everything, which takes as long as it takes. */
const full = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true')
  .meta({ openapi: { type: 'boolean', default: false } });

export const verifyAuditLog = declareEndpoint({
  service: 'claims',
  name: 'verify-audit-log',
  method: 'GET',
  path: '/api/admin/audit-log/verify',
  tag: 'audit log',
  summary: 'Walk the chain and tell whether it holds',
  description: `The whole chain while it is short; a long one from its newest checkpoint on, which was signed after everything before it had been verified. \`from\` and \`to\` choose another part. What was covered is in the answer; where the time was not enough, \`complete\` is false and the walk can go on at \`to\` + 1. With \`full=true\` everything is walked in the background: 202, and the result at \`Location\`. Reasons: ${faultReasons.join(', ')} (docs/audit.md).`,
  access: { kind: 'claims', roles: auditors },
  data: 'write',
  uses: ['audit-entries', 'checkpoints', 'audit-runs'],
  limiter: 'api',
  query: z.strictObject({ full, ...range }),
  responses: {
    200: {
      description: 'The verdict, at the top as the spec names it, and in full under `data`',
      schema: z.object({ ...verdict.shape, data: verification }),
    },
    202: { description: 'A run over the whole chain has begun', schema: dataOf(verificationRun) },
  },
});

export const getVerification = declareEndpoint({
  service: 'claims',
  name: 'get-verification',
  method: 'GET',
  path: '/api/admin/audit-log/verify/{id}',
  tag: 'audit log',
  summary: 'How far a verification in the background has come, and its result',
  access: { kind: 'claims', roles: auditors },
  data: 'read',
  parameters: runId,
  responses: { 200: { description: 'The run', schema: dataOf(verificationRun) } },
  errors: ['not_found'],
});

export const exportAuditLog = declareEndpoint({
  service: 'claims',
  name: 'export-audit-log',
  method: 'GET',
  path: '/api/admin/audit-log/export',
  tag: 'audit log',
  summary: 'Export the audit log with its checkpoints as NDJSON',
  description:
    'The file is written in the background; its link is at `Location`. It can be checked offline, with nothing but the file and the public key (docs/audit.md).',
  access: { kind: 'claims', roles: auditors },
  data: 'write',
  uses: ['audit-entries', 'audit-runs'],
  limiter: 'api',
  query: z.strictObject(range),
  responses: { 202: { description: 'An export has begun', schema: dataOf(exportRun) } },
});

export const getExport = declareEndpoint({
  service: 'claims',
  name: 'get-export',
  method: 'GET',
  path: '/api/admin/audit-log/export/{id}',
  tag: 'audit log',
  summary: 'How far an export has come, and the link to its file',
  access: { kind: 'claims', roles: auditors },
  data: 'read',
  uses: ['exports'],
  parameters: runId,
  responses: { 200: { description: 'The run', schema: dataOf(exportRun) } },
  errors: ['not_found'],
});
