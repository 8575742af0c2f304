import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'contacts');

/** Columns of an import. A file may have any of them, in any order, and must have one of the first three. */
export const importColumns = [
  'name',
  'email',
  'phone',
  'first_name',
  'last_name',
  'address',
  'city',
  'region',
  'postal_code',
  'country',
  'time_zone',
  'tags',
  'email_consent',
  'sms_consent',
] as const;

/** Bounds the report; the counts cover all lines. */
export const maxFaults = 500;

/** The parser takes most time for rows that are almost empty. */
export const maxImportRows = 10_000;

/** With the limit of a body, some 2,000 contacts fit a file; send more files for more. */
const maxCsvLength = 240_000;

const contactImportInput = z.object({
  brand_id: uuid,
  /** CSV (RFC 4180) with a header line. */
  csv: z.string().min(1).max(maxCsvLength),
  /** What happens to members that a known contact already has. */
  on_match: z.enum(['fill', 'overwrite']).default('fill'),
  /** Where the people in the file gave the consents of its columns. */
  consent_source: z.string().trim().min(1).max(100).default('import'),
  /** Reports what an import would do, and changes no contact. */
  dry_run: z.boolean().default(false),
});
export type ContactImportInput = z.output<typeof contactImportInput>;

const fault = z.object({
  /** The line of the file on which the record begins, from 1. */
  line: z.int(),
  column: z.string().optional(),
  message: z.string(),
});
export type ImportFault = z.output<typeof fault>;

export const contactImport = z
  .object({
    id: uuid,
    brand_id: uuid,
    status: z.enum(['running', 'finished', 'failed']),
    reason: z.string().optional().describe('Why the import failed; the counts say what was imported'),
    dry_run: z.boolean(),
    rows: z.int(),
    ignored_columns: z.array(z.string()).describe('Columns that mean nothing here'),
    created: z.int(),
    updated: z.int(),
    /** Rows whose contact has all of their values. */
    unchanged: z.int(),
    failed: z.int(),
    /** The first 500 faults, by line. They repeat no value of the file. */
    faults: z.array(fault),
    created_at: timestamp,
    finished_at: timestamp.optional(),
  })
  .meta({ id: 'ContactImport' });
export type ContactImport = z.output<typeof contactImport>;

export const createContactImport = endpoint('POST', '/api/v1/contact-imports', 'create-contact-import', {
  summary: 'Import contacts from CSV',
  description:
    'Cells are separated by commas, semicolons or tabs. The rows are imported in the background. A row whose e-mail address, or else phone number, is known changes that contact: `fill` sets what it lacks, `overwrite` replaces what the row has. Tags (separated by ;) are added. email_consent and sms_consent hold granted or withdrawn; an import never replaces a withdrawn consent. Rows with faults are reported and left out. Importing a file again changes nothing.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['contact-imports'],
  wakesWorkers: true,
  limiter: 'api',
  idempotent: true,
  body: contactImportInput,
  responses: {
    202: { description: 'Accepted; read the import for its progress', schema: dataOf(contactImport) },
  },
});

export const getContactImport = endpoint('GET', '/api/v1/contact-imports/{id}', 'get-contact-import', {
  summary: 'Get the progress of an import and its faulty lines',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'read',
  parameters: z.object({ id: uuid.describe('Id of the import') }),
  responses: { 200: { description: 'The import', schema: dataOf(contactImport) } },
  errors: ['not_found'],
});
