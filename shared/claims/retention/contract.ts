import * as z from 'zod';
import { administers, audits } from '#contract/claims/operations.ts';
import { csvFormat } from '#contract/csv.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, membersOf, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('claims', 'retention');

const retention = z
  .object({
    version: z.int(),
    retention_days: z
      .int()
      .nullable()
      .describe('Days after the last change of a record; null keeps everything'),
    automatic: z.boolean().describe('Whether a purge starts every day'),
    updated_at: timestamp.optional(),
    updated_by: z.string().optional(),
  })
  .meta({ id: 'Retention' });
export type Retention = z.output<typeof retention>;

const shortRetention = 365;

export const getRetention = endpoint('GET', '/api/admin/retention', 'get-retention', {
  ...audits,
  summary: 'Get the retention time of claims, files and responses',
  responses: { 200: { description: 'The retention time', schema: dataOf(retention) } },
});

export const setRetention = endpoint('PUT', '/api/admin/retention', 'set-retention', {
  access: administers.access,
  data: 'write',
  summary: 'Set the retention time of claims, files and responses',
  description:
    'HIPAA requires six years (2,192 days) for documentation; state law and payer contracts often more. 0 purges everything that is not in progress or held.',
  uses: ['audit-append'],
  versioned: true,
  body: z
    .strictObject({
      retention_days: z.int().min(0).max(36_500).nullable(),
      automatic: z.boolean().default(false),
      allow_short: z.literal(true).optional().describe('Confirms a retention time of less than 365 days'),
    })
    .refine(
      ({ retention_days, allow_short }) =>
        retention_days === null || retention_days >= shortRetention || allow_short === true,
      { path: ['allow_short'], message: 'Confirm less than 365 days with allow_short' },
    ),
  responses: { 200: { description: 'The retention time', schema: dataOf(retention) } },
  errors: ['precondition_failed', 'conflict'],
});

const ids = (text: string) => z.array(uuid).max(200).default([]).describe(text);

const heldFields = {
  claim_ids: ids('Claims, with their files, submissions and responses'),
  member_ids: z
    .array(z.string().trim().min(1).max(80))
    .max(50)
    .default([])
    .describe('Members whose claims are held, also claims that arrive later'),
  file_ids: ids('Files'),
  remittance_ids: ids('Remittances, with their files'),
  everything: z.boolean().default(false).describe('No record is purged'),
};

export const legalHold = z
  .object({
    id: uuid,
    ...heldFields,
    reason: z.string(),
    created_at: timestamp,
    created_by: z.string(),
    released_at: timestamp.optional(),
    released_by: z.string().optional(),
    release_reason: z.string().optional(),
  })
  .meta({ id: 'LegalHold' });
export type LegalHold = z.output<typeof legalHold>;

const reason = z.string().trim().min(3).max(500).describe('The audit log keeps its SHA-256 only');

export const createLegalHold = endpoint('POST', '/api/admin/legal-holds', 'create-legal-hold', {
  ...administers,
  summary: 'Hold records back from every purge',
  uses: ['audit-append'],
  body: z
    .strictObject({ ...heldFields, reason })
    .refine(
      ({ claim_ids, member_ids, file_ids, remittance_ids, everything }) =>
        everything || claim_ids.length + member_ids.length + file_ids.length + remittance_ids.length > 0,
      { path: ['claim_ids'], message: 'Name what is held' },
    ),
  responses: { 201: { description: 'The legal hold', schema: dataOf(legalHold) } },
});

export const listLegalHolds = endpoint('GET', '/api/admin/legal-holds', 'list-legal-holds', {
  ...audits,
  summary: 'List legal holds, newest first',
  query: z.strictObject({ ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Legal holds',
      schema: pageOf(legalHold),
      text: {
        'text/csv':
          'id,everything,reason,created_at,created_by,claim_ids,member_ids,file_ids,remittance_ids,released_at,released_by,release_reason\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const releaseLegalHold = endpoint(
  'POST',
  '/api/admin/legal-holds/{id}/release',
  'release-legal-hold',
  {
    ...administers,
    resource: legalHold,
    summary: 'End a legal hold',
    uses: ['audit-append'],
    parameters: z.object({ id: uuid.describe('Id of the legal hold') }),
    body: z.strictObject({ reason }),
    responses: { 200: { description: 'The legal hold', schema: dataOf(legalHold) } },
    errors: ['not_found', 'already_released', 'conflict'],
  },
);

/** Kinds of records in the order in which a purge removes them. */
export const purgedKinds = [
  'claims',
  'remittances',
  'acknowledgments',
  'submissions',
  'bulk_runs',
  'files',
  'bank_lines',
  'bank_files',
  'ledger_entries',
  'objects',
] as const;

export const purge = z
  .object({
    id: uuid,
    state: z.enum(['running', 'done']),
    dry_run: z.boolean(),
    retention_days: z.int(),
    cutoff: timestamp.describe('Records last changed before this time are purged'),
    started_at: timestamp,
    started_by: z.string(),
    finished_at: timestamp.nullable(),
    purged: membersOf(purgedKinds, z.int()).describe('In a dry run: what a purge would remove'),
    held: z.int().describe('Expired records that a legal hold or work in progress keeps'),
  })
  .meta({ id: 'Purge' });
export type Purge = z.output<typeof purge>;

/** Records that a purge deletes, by partition. */
export const purgedRecords = ['claims-records', 'unmatched-payments', 'reservations'] as const;

export const startPurge = endpoint('POST', '/api/admin/purges', 'start-purge', {
  repeats: false,
  ...administers,
  summary: 'Purge the records whose retention time is over',
  description:
    'Removes claims with their content, files in all versions, responses, submissions, bank lines and index records; legal holds keep theirs. Entries of the audit log stay: they hold ids, codes and amounts only, so the chain verifies as before. A purge that takes longer than the request continues in the background. Without a retention time the response is 409.',
  uses: ['audit-append', 'purged-files', 'search-key'],
  deletes: purgedRecords,
  writesInBatches: purgedRecords,
  body: z.strictObject({ dry_run: z.boolean().default(false) }),
  responses: { 202: { description: 'The purge', schema: dataOf(purge) } },
  errors: ['no_retention_time', 'purge_running'],
});

export const listPurges = endpoint('GET', '/api/admin/purges', 'list-purges', {
  ...audits,
  summary: 'List purges, newest first',
  query: z.strictObject({ ...csvFormat, ...cursorQuery }),
  responses: {
    200: {
      description: 'Purges',
      schema: pageOf(purge),
      text: {
        'text/csv':
          'id,state,dry_run,retention_days,cutoff,started_at,started_by,finished_at,held,purged\r\n',
      },
    },
  },
  errors: ['invalid_cursor'],
});

export const getPurge = endpoint('GET', '/api/admin/purges/{id}', 'get-purge', {
  ...audits,
  resource: purge,
  summary: 'Get the progress of a purge',
  parameters: z.object({ id: uuid.describe('Id of the purge') }),
  responses: { 200: { description: 'The purge', schema: dataOf(purge) } },
  errors: ['not_found'],
});
