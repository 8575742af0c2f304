import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, uuid } from '#contract/fields.ts';
import { scope } from '#contract/scopes.ts';

const endpoint = endpointsOf('commerce', 'api keys');

const apiKeyFields = {
  brand_id: uuid,
  name: z.string().min(1).max(255),
  role: z.enum(['owner', 'manager', 'viewer']),
};

const scopes = z.array(scope).min(1).max(100);

export const apiKeyInput = z.object({
  ...apiKeyFields,
  /** Omit it for a key that does not expire. */
  expires_at: datetime.optional(),
  /** Omit it for everything that the role permits. */
  scopes: scopes.optional(),
});
export type ApiKeyInput = z.output<typeof apiKeyInput>;

export const apiKey = z
  .object({
    id: uuid,
    ...apiKeyFields,
    /** First characters of the secret, to distinguish keys. */
    prefix: z.string(),
    scopes: z.array(z.string()).optional(),
    created_at: timestamp,
    expires_at: timestamp.optional(),
    rotated_at: timestamp.optional(),
    /** The secret before the rotation works until this time. */
    earlier_secret_expires_at: timestamp.optional(),
    revoked_at: timestamp.optional(),
    /** At most an hour old while the key is in use. */
    last_used_at: timestamp.optional(),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.output<typeof apiKey>;

/** A key with the hashes of its secrets, which no response shows. */
export const storedKey = apiKey.omit({ last_used_at: true }).extend({
  secret_hash: z.string(),
  /** The secret before the last rotation. */
  earlier_secret_hash: z.string().optional(),
});
export type StoredKey = z.output<typeof storedKey>;

export const createApiKey = endpoint('POST', '/api/v1/api-keys', 'create-api-key', {
  summary: 'Create an API key',
  description:
    'The response shows the secret, once. A scope such as `orders:read` names a group of operations (a tag of this document, with _ for blanks) and permits its GET requests; `orders:write` permits all of them. A key has the rights that its role and its scopes both permit.',
  access: { kind: 'brand', roles: ['owner'], brand: 'body' },
  data: 'write',
  writes: [],
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

export const rotateApiKey = endpoint('POST', '/api/v1/api-keys/{id}/rotation', 'rotate-api-key', {
  summary: 'Replace the secret of an API key; the new one is shown once',
  description:
    'The earlier secret works until the overlap ends. A secret of before the last rotation stops working at once. Role, scopes and expiry stay.',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  writes: [],
  managesCredentials: ['api-keys'],
  limiter: 'api',
  idempotent: true,
  parameters: z.object({ id: uuid.describe('Id of the API key') }),
  resource: storedKey,
  body: z.object({
    /** Hours for which the earlier secret still works. */
    overlap_hours: z.int().min(0).max(168).default(24),
  }),
  responses: {
    201: {
      description: 'The key with its new secret. A replayed response omits the secret.',
      schema: dataOf(z.object({ ...apiKey.shape, secret: z.string().optional() })),
    },
  },
  errors: ['not_found', 'key_revoked', 'conflict'],
});

export const revokeApiKey = endpoint('DELETE', '/api/v1/api-keys/{id}', 'revoke-api-key', {
  summary: 'Revoke an API key',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  writes: [],
  whileClosing: true,
  managesCredentials: ['api-keys'],
  parameters: z.object({ id: uuid.describe('Id of the API key') }),
  resource: storedKey,
  responses: { 204: { description: 'Revoked' } },
  errors: ['not_found'],
});
