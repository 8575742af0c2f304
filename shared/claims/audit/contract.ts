import * as z from 'zod';
import { administers, audits } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, uuid } from '#contract/fields.ts';

/** Faults of a chain (docs/audit.md). */
const faultReasons = [
  'altered_field',
  'altered_hash',
  'broken_link',
  'missing_entry',
  'unexpected_entry',
  'truncated_end',
  'head_disagrees',
  'checkpoint_disagrees',
  'time_goes_back',
  'unknown_attribute',
] as const;

/** Reasons for `ok: false`: a fault, or entries that were not read. */
const reasons = [...faultReasons, 'incomplete'] as const;

/** The three members that the specification requires. */
const verdict = z.object({
  /** True if every entry of the range was read and verified. */
  ok: z.boolean(),
  first_bad_id: z.int().nullable(),
  reason: z.enum(reasons).nullable(),
});

const chainHead = z.object({ sequence: z.int(), hash: z.string(), created_at: z.string() });

export const verification = z
  .object({
    ...verdict.shape,
    /** The fault in words, with ids only. */
    detail: z.string().nullable(),
    /** Verified entries, from `from` to `to`. */
    checked: z.int(),
    from: z.int(),
    to: z.int(),
    /** False if the time ran out before the end of the range. */
    complete: z.boolean(),
    /** Head of the chain; null if it cannot be read. */
    head: chainHead.nullable(),
    /** Checkpoints that match the entries. */
    checkpoints: z.int(),
  })
  .meta({ id: 'Verification' });
export type Verification = z.output<typeof verification>;
export type VerificationResult = z.output<typeof verification>;

const endpoint = endpointsOf('claims', 'audit log');

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const auditEntry = z
  .object({
    id: z.int().positive(),
    event_type: z.string(),
    entity_type: z.string(),
    entity_id: z.string(),
    actor: z.string(),
    payload_json: z.string(),
    created_at: timestamp,
    prev_hash: hash,
    hash,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof auditEntry>;

/** The id of an entry in a query string. */
const entryId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'Expected the id of an entry')
  .transform(Number)
  .meta({ openapi: { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 } });

const filter = (maximum: number) => z.string().min(1).max(maximum).optional();

const auditLogFilters = {
  entity_type: filter(100).describe('Entries about this type of entity'),
  entity_id: filter(255).describe('Entries about the entity with this id'),
  event_type: filter(100).describe('Entries of this type of event'),
  actor: filter(255).describe('Entries of this actor'),
  from: datetime.optional().describe('Entries created at or after this time'),
  to: datetime.optional().describe('Entries created at or before this time'),
};

export const listAuditLog = endpoint('GET', '/api/admin/audit-log', 'list-audit-log', {
  ...audits,
  summary: 'List entries of the audit log, newest first',
  description:
    '`from` and `to` limit `created_at`, both inclusive. An entry must match all filters. With several filters, a page may have fewer than `limit` entries although `has_more` is true.',
  uses: ['audit-entries'],
  query: z.strictObject({ ...auditLogFilters, ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Entries, newest first',
      schema: pageOf(auditEntry),
      text: {
        'text/csv': 'id,event_type,entity_type,entity_id,actor,payload_json,created_at,prev_hash,hash\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

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
  repeats: false,
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
  repeats: false,
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
  repeats: false,
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

const signedCheckpoint = z
  .object({
    chain: z.string(),
    sequence: z.int(),
    hash: z.string(),
    time: timestamp,
    key_id: z.string(),
    signature: z.string(),
  })
  .meta({ id: 'Checkpoint' });
export type Checkpoint = z.output<typeof signedCheckpoint>;

export const listCheckpoints = endpoint('GET', '/api/admin/audit-log/checkpoints', 'list-checkpoints', {
  ...audits,
  summary: 'List signed checkpoints, oldest first',
  description: 'Store downloaded checkpoints; they prove later whether the log was cut or rewritten.',
  data: 'none',
  uses: ['checkpoints'],
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Checkpoints, oldest first', schema: pageOf(signedCheckpoint) } },
  errors: ['invalid_cursor'],
});

export const createCheckpoint = endpoint('POST', '/api/admin/audit-log/checkpoints', 'create-checkpoint', {
  ...administers,
  repeats: false,
  summary: 'Sign a checkpoint now instead of at the next hourly run',
  description:
    'First verifies the entries since the newest checkpoint. Responds with 200 and that checkpoint if there are none.',
  uses: ['audit-entries', 'checkpoints', 'signing'],
  limiter: 'api',
  responses: {
    200: {
      description: 'The newest checkpoint, which already covers the last entry',
      schema: dataOf(signedCheckpoint),
    },
    201: { description: 'The new checkpoint', schema: dataOf(signedCheckpoint) },
  },
  errors: ['audit_log_damaged', 'audit_log_empty'],
});

export const getPublicKey = endpoint('GET', '/api/admin/audit-log/public-key', 'get-public-key', {
  ...audits,
  summary: 'Get the public key for verifying checkpoints',
  data: 'none',
  uses: ['checkpoints'],
  responses: {
    200: {
      description: 'SubjectPublicKeyInfo, PEM',
      schema: dataOf(
        z.object({ key_id: z.string(), algorithm: z.literal('ECDSA_SHA_256'), public_key: z.string() }),
      ),
    },
  },
});
