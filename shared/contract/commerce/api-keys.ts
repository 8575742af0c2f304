import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'api keys');

const apiKeyFields = {
  brand_id: uuid,
  name: z.string().min(1).max(255),
  role: z.enum(['owner', 'manager', 'viewer']),
};

export const apiKeyInput = z.object(apiKeyFields);
export type ApiKeyInput = z.output<typeof apiKeyInput>;

export const apiKey = z
  .object({
    id: uuid,
    ...apiKeyFields,
    /** First characters of the secret, to distinguish keys. */
    prefix: z.string(),
    created_at: timestamp,
    revoked_at: timestamp.optional(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;

export const createApiKey = endpoint('POST', '/api/v1/api-keys', 'create-api-key', {
  summary: 'Create an API key',
  description: 'The response shows the secret, once.',
  access: { kind: 'brand', roles: ['owner'], brand: 'body' },
  data: 'write',
  managesCredentials: ['api-keys'],
  limiter: 'api',
  idempotent: true,
  body: apiKeyInput,
  responses: {
    201: {
      description: 'The key with its secret. A replayed response omits the secret.',
      schema: dataOf(z.object({ ...apiKey.shape, secret: z.string().optional() })),
    },
  },
});

export const listApiKeys = endpoint('GET', '/api/v1/api-keys', 'list-api-keys', {
  summary: 'List the API keys of a brand, newest first',
  access: { kind: 'brand', roles: ['owner'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Keys without their secrets', schema: pageOf(apiKey) } },
  errors: ['invalid_cursor'],
});

export const revokeApiKey = endpoint('DELETE', '/api/v1/api-keys/{id}', 'revoke-api-key', {
  summary: 'Revoke an API key',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  managesCredentials: ['api-keys'],
  parameters: z.object({ id: uuid.describe('Id of the API key') }),
  responses: { 204: { description: 'Revoked' } },
  errors: ['not_found'],
});
