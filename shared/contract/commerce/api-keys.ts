import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';

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

export const createApiKey = declareEndpoint({
  service: 'commerce',
  name: 'create-api-key',
  method: 'POST',
  path: '/api/v1/api-keys',
  tag: 'api keys',
  summary: 'Create an API key; its secret is shown once',
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

export const listApiKeys = declareEndpoint({
  service: 'commerce',
  name: 'list-api-keys',
  method: 'GET',
  path: '/api/v1/api-keys',
  tag: 'api keys',
  summary: 'List the API keys of a brand, newest first',
  access: { kind: 'brand', roles: ['owner'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Keys without their secrets', schema: pageOf(apiKey) } },
  errors: ['invalid_cursor'],
});

export const revokeApiKey = declareEndpoint({
  service: 'commerce',
  name: 'revoke-api-key',
  method: 'DELETE',
  path: '/api/v1/api-keys/{id}',
  tag: 'api keys',
  summary: 'Revoke an API key',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  managesCredentials: ['api-keys'],
  parameters: z.object({ id: uuid.describe('Id of the API key') }),
  responses: { 204: { description: 'Revoked' } },
  errors: ['not_found'],
});
