import * as z from 'zod';
import { administers, readsClaims, writesClaims } from '#contract/claims/operations.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, timestamp } from '#contract/fields.ts';
import { isEin, isNpi, isTaxonomy, isZipPlus4 } from '#x12/checks/identifier.ts';

/** Records of the payer configuration file, which `/api/config/*` shows. */

const text = z.string().trim().min(1).max(255);

/** Text for a segment, which cannot contain control characters (X12.6). */
const segmentText = text.max(60).regex(/^\P{Cc}*$/u, 'Expected no control characters');

/** Printable ASCII for fixed fields of an envelope or for a path. */
const plainText = (maximum: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'Expected printable ASCII')
    .max(maximum);

/** Also used in object keys and table keys. */
export const payerId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,79}$/, 'Expected letters, digits, _ . and -, at most 80');

/** One billing provider at one site, because each site has its own NPI (C.R.S. 25.5-4-420). */
export const providerSchema = z
  .strictObject({
    npi: z.string().refine(isNpi, 'Expected an NPI: ten digits with a valid check digit'),
    name: text,
    site: text,
    tax_id: z.string().refine(isEin, 'Expected an employer identification number: nine digits'),
    zip: z.string().refine(isZipPlus4, 'Expected a ZIP code of nine digits'),
    taxonomies: z.array(z.string().refine(isTaxonomy, 'Expected a taxonomy code')).min(1),
  })
  .meta({ id: 'Provider' });
export type Provider = z.output<typeof providerSchema>;

/** Receiver of a payer's files: ISA07, ISA08, GS03, and NM103 and NM109 of loop 1000B. */
export const receiverSchema = z.strictObject({
  qualifier: z.enum(['01', '14', '20', '27', '28', '29', '30', '33', 'ZZ']).default('ZZ'),
  id: plainText(15).refine((id) => id.length >= 2, 'Expected 2 to 15 characters'),
  name: segmentText,
});

const timeZone = z.string().refine(isTimeZone, 'Expected an IANA time zone');

const hours = z
  .number()
  .positive()
  .max(24 * 366);

const days = z.int().min(1).max(3650);

const blocks = {
  '837P': z.strictObject({
    receiver: receiverSchema,
    profile: z.record(z.string(), z.unknown()).optional(),
    /** Days from the last day of service within which the payer takes a claim. */
    file_within_days: days.optional(),
  }),
  '999': z.strictObject({ overdue_after_hours: hours.default(1) }),
  '277CA': z.strictObject({
    /** Table for reading statuses: the service contract's or the standard's (docs/spec-notes.md). */
    reading: z.enum(['contract', 'standard']).default('contract'),
    /** IANA zone of the dates and times in the payer's files; by default the zone of its profile, else UTC. */
    time_zone: timeZone.optional(),
    overdue_after_hours: hours.default(2 * 24),
    /** Whether a 277CA is sent for claims of this payer that arrive in a file. */
    send_for_received_claims: z.boolean().default(true),
  }),
  '835': z.strictObject({
    overdue_after_hours: hours.default(30 * 24),
    /** Days from the payment (BPR16) within which the payer takes an appeal or a correction. */
    appeal_within_days: days.optional(),
  }),
};

export { blocks as payerConfigBlocks };

export const payerTransactions = ['837P', '999', '277CA', '835'] as const;
export type PayerTransaction = (typeof payerTransactions)[number];

const owned = <T extends PayerTransaction>(transaction: T) => ({
  payer_id: payerId,
  transaction: z.literal(transaction),
});

export const payerConfigSchema = z
  .discriminatedUnion('transaction', [
    blocks['837P'].extend(owned('837P')),
    blocks['999'].extend(owned('999')),
    blocks['277CA'].extend(owned('277CA')),
    blocks['835'].extend(owned('835')),
  ])
  .meta({ id: 'PayerConfig' });
export type PayerConfig = z.output<typeof payerConfigSchema>;

export const payerSchema = z.strictObject({ id: payerId, name: text }).meta({ id: 'Payer' });
export type Payer = z.output<typeof payerSchema>;

const directory = plainText(255).refine((path) => !path.includes('../..'), 'Must not contain ".."');

/** Settings for exchanging files over SFTP. The private key is in a secret of the data stack. */
export const sftpSchema = z.strictObject({
  host: plainText(255),
  port: z.int().min(1).max(65535).default(22),
  username: plainText(100),
  /** Fingerprint as `ssh-keygen -lf` prints it. Any other host key is refused. */
  host_key: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'Expected SHA256: and 43 characters of base64'),
  upload_directory: directory,
  response_directory: directory,
  /** Whether responses are removed from the server after they reach the inbox. */
  delete_after_pickup: z.boolean().default(false),
});
export type SftpSettings = z.output<typeof sftpSchema>;

/** The state file-naming standard: `<prefix><trading partner>-<type>-<time>-<part>.<extension>`. */
export const fileNamingSchema = z.strictObject({
  prefix: z
    .string()
    .regex(/^[A-Za-z]{0,8}$/, 'Expected up to 8 letters')
    .default('tp'),
  time_zone: timeZone.default('America/Denver'),
  part: z
    .string()
    .regex(/^\w{1,20}$/)
    .default('1of1'),
  extension: z
    .string()
    .regex(/^\w{1,10}$/)
    .default('x12'),
});
export type FileNaming = z.output<typeof fileNamingSchema>;

/** The clearinghouse for all files, and our identity there. */
export const clearinghouseSchema = z
  .strictObject({
    id: payerId,
    name: text,
    /** ISA15: P or T. */
    environment: z.enum(['production', 'test']),
    /** ISA06, GS02, loop 1000A and the number in file names. */
    trading_partner_id: z.string().regex(/^\d{2,15}$/, 'Expected 2 to 15 digits'),
    submitter: z.strictObject({
      name: segmentText,
      contact: z.strictObject({
        name: segmentText,
        phone: z.string().regex(/^\d{10}$/, 'Expected ten digits'),
      }),
    }),
    transport: z.enum(['stub', 'sftp']),
    sftp: sftpSchema.optional(),
    file_name: fileNamingSchema.prefault({}),
  })
  .refine(({ transport, sftp: block }) => transport !== 'sftp' || block !== undefined, {
    path: ['sftp'],
    message: 'Transport sftp requires this block',
  });
export type Clearinghouse = z.output<typeof clearinghouseSchema>;

export const intakeSchema = z.strictObject({
  /** Lane of claims whose payer has no 837P block. */
  unknown_payers: z.enum(['draft', 'review']).default('draft'),
});
export type Intake = z.output<typeof intakeSchema>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const endpoint = endpointsOf('claims', 'configuration');

const configurationVersion = z
  .object({
    /** Number of reloads that changed something. */
    version: z.int(),
    sha256: z.string(),
    loaded_at: timestamp,
    loaded_by: z.string(),
  })
  .meta({ id: 'ConfigurationVersion' });

const payerWithConfigs = z
  .object({ ...payerSchema.shape, configs: z.array(payerConfigSchema) })
  .meta({ id: 'PayerWithConfigs' });
export type PayerWithConfigs = z.output<typeof payerWithConfigs>;

export const listPayers = endpoint('GET', '/api/config/payers', 'list-payers', {
  ...readsClaims,
  scoped: true,
  summary: 'List payers with their settings for each kind of transaction',
  responses: { 200: { description: 'All payers', schema: dataOf(z.array(payerWithConfigs)) } },
});

export const getPayer = endpoint('GET', '/api/config/payers/{id}', 'get-payer', {
  ...readsClaims,
  scoped: true,
  summary: 'Get a payer with its settings for each kind of transaction',
  parameters: z.strictObject({ id: payerId.describe('Id of the payer') }),
  responses: { 200: { description: 'The payer', schema: dataOf(payerWithConfigs) } },
  errors: ['not_found'],
});

export const listProviders = endpoint('GET', '/api/config/providers', 'list-providers', {
  ...readsClaims,
  scoped: true,
  summary: 'List the billing providers',
  responses: { 200: { description: 'All providers', schema: dataOf(z.array(providerSchema)) } },
});

/** Maximum changes that a reply lists, because it is stored for repetitions in an item of 400 kB. */
export const maxChangesShown = 500;

export const reloadConfig = endpoint('POST', '/api/admin/reload-config', 'reload-config', {
  repeats: false,
  ...administers,
  summary: 'Activate the payer configuration file',
  description:
    'Reads `config/payers.yaml` of the X12 bucket. An invalid file changes nothing; the details of ' +
    '`invalid_configuration` name line and column of each fault. All functions use the new configuration at once. ' +
    'With `dry_run`, the response shows the active version and the changes that the file would make.',
  query: z.strictObject({
    dry_run: z.enum(['true', 'false']).default('false').describe('Compares the file and activates nothing'),
  }),
  writesInBatches: ['configuration'],
  uses: ['audit-append', 'configuration'],
  responses: {
    200: {
      description: 'The active version and its changes',
      schema: dataOf(
        z.object({
          ...configurationVersion.shape,
          changes: z
            .array(
              z.object({
                entity: z.enum(['provider', 'payer', 'payer_config', 'clearhouse', 'intake']),
                id: z.string(),
                change: z.enum(['added', 'changed', 'removed']),
                fields: z.array(z.string()).optional(),
              }),
            )
            .describe(`The first ${maxChangesShown}`),
          change_count: z.int().describe('Number of all records that were added, changed or removed'),
        }),
      ),
    },
  },
  errors: ['invalid_configuration', 'conflict'],
});

export const checkClaimsAgain = endpoint('POST', '/api/admin/check-claims', 'check-claims-again', {
  repeats: false,
  ...writesClaims,
  summary: 'Check unsent claims against the active configuration',
  description:
    'Checks claims in the lanes draft, ready and review after a reload of the configuration. A claim whose payer is ' +
    'now configured leaves draft; a claim whose payer was removed leaves ready. One call works for 18 seconds. ' +
    '`next_cursor` continues with the next claims, and is null when all are checked.',
  uses: ['audit-append'],
  query: z.strictObject({ cursor: cursorQuery.cursor }),
  responses: {
    200: {
      description: 'The counts of checked and changed claims',
      schema: dataOf(
        z.object({
          checked: z.int(),
          changed: z.int().describe('Claims with new findings or a new lane'),
          skipped: z.int().describe('Claims that another request changed at the same time'),
          moved: z
            .object({ draft: z.int().optional(), ready: z.int().optional(), review: z.int().optional() })
            .describe('Number of claims moved to each lane'),
          next_cursor: z.string().nullable(),
        }),
      ),
    },
  },
  errors: ['invalid_cursor'],
});
