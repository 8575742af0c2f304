import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { dataOf, timestamp } from '../fields.ts';
import { payer, payerConfig, payerId, provider } from './configuration-records.ts';

const readers = { kind: 'claims', roles: ['biller', 'auditor', 'admin'] } as const;

const configurationVersion = z
  .object({
    /** Counts loadings that changed something. */
    version: z.int(),
    sha256: z.string(),
    loaded_at: timestamp,
    loaded_by: z.string(),
  })
  .meta({ id: 'ConfigurationVersion' });

const payerWithConfigs = z
  .object({ ...payer.shape, configs: z.array(payerConfig) })
  .meta({ id: 'PayerWithConfigs' });

export const listPayers = declareEndpoint({
  service: 'claims',
  name: 'list-payers',
  method: 'GET',
  path: '/api/config/payers',
  tag: 'configuration',
  summary: 'List the payers, each with its configuration for each kind of transaction',
  access: readers,
  data: 'read',
  responses: { 200: { description: 'All payers', schema: dataOf(z.array(payerWithConfigs)) } },
});

export const getPayer = declareEndpoint({
  service: 'claims',
  name: 'get-payer',
  method: 'GET',
  path: '/api/config/payers/{id}',
  tag: 'configuration',
  summary: 'One payer with its configuration for each kind of transaction',
  access: readers,
  data: 'read',
  parameters: z.strictObject({ id: payerId.describe('Id of the payer') }),
  responses: { 200: { description: 'The payer', schema: dataOf(payerWithConfigs) } },
  errors: ['not_found'],
});

export const listProviders = declareEndpoint({
  service: 'claims',
  name: 'list-providers',
  method: 'GET',
  path: '/api/config/providers',
  tag: 'configuration',
  summary: 'List the billing providers',
  access: readers,
  data: 'read',
  responses: { 200: { description: 'All providers', schema: dataOf(z.array(provider)) } },
});

/** Changes that an answer tells one by one: it is stored for repetitions, in an item of 400 kB. */
export const shownChanges = 500;

export const reloadConfig = declareEndpoint({
  service: 'claims',
  name: 'reload-config',
  method: 'POST',
  path: '/api/admin/reload-config',
  tag: 'configuration',
  summary: 'Take over what the payer configuration file says: all of it, or nothing',
  description:
    'Reads `config/payers.yaml` of the X12 bucket. Running functions see the change within a minute. ' +
    'The details of `invalid_configuration` name line and column of each fault.',
  access: { kind: 'claims', roles: ['admin'] },
  data: 'write',
  writesInBatches: ['configuration'],
  uses: ['audit-append', 'configuration'],
  idempotent: true,
  responses: {
    200: {
      description: 'What holds now, and what changed',
      schema: dataOf(
        z.object({
          ...configurationVersion.shape,
          changes: z
            .array(
              z.object({
                entity: z.enum(['provider', 'payer', 'payer_config', 'clearhouse']),
                id: z.string(),
                change: z.enum(['added', 'changed', 'removed']),
                fields: z.array(z.string()).optional(),
              }),
            )
            .describe(`The first ${shownChanges}`),
          change_count: z.int().describe('All records that were added, changed or removed'),
        }),
      ),
    },
  },
  errors: ['invalid_configuration', 'conflict'],
});
