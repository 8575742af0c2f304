import * as z from 'zod';
import { endpointsOf } from '../../endpoint.ts';
import { cursorQuery, dataOf, timestamp } from '../../fields.ts';
import { administers, readsClaims, writesClaims } from '../operations.ts';
import { payerConfigSchema, payerId, payerSchema, providerSchema } from './records.ts';

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
