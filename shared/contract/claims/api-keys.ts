import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';

const claimsKeyFields = {
  name: z.string().min(1).max(255),
  role: z.enum(['biller', 'auditor', 'admin']),
};

export const claimsKeyInput = z.object(claimsKeyFields);
export type ClaimsKeyInput = z.output<typeof claimsKeyInput>;

export const claimsKey = z
  .object({
    id: uuid,
    ...claimsKeyFields,
    prefix: z.string().describe('First characters of the secret'),
    created_at: timestamp,
    revoked_at: timestamp.optional(),
  })
  .meta({ id: 'ClaimsApiKey' });
export type ClaimsKey = z.output<typeof claimsKey>;

const admins = ['admin'] as const;

export const createClaimsKey = declareEndpoint({
  service: 'claims',
  name: 'create-api-key',
  method: 'POST',
  path: '/api/admin/api-keys',
  tag: 'api keys',
  summary: 'Create an API key with a role',
  description:
    'The response shows the secret, once. Create the first key with npm run operator, or with a bearer token of role admin.',
  access: { kind: 'claims', roles: admins },
  data: 'write',
  managesCredentials: ['api-keys'],
  uses: ['audit-append'],
  limiter: 'api',
  idempotent: true,
  body: claimsKeyInput,
  responses: {
    201: {
      description: 'The key with its secret. A replayed response omits the secret.',
      schema: dataOf(z.object({ ...claimsKey.shape, secret: z.string().optional() })),
    },
  },
});

export const listClaimsKeys = declareEndpoint({
  service: 'claims',
  name: 'list-api-keys',
  method: 'GET',
  path: '/api/admin/api-keys',
  tag: 'api keys',
  summary: 'List API keys, newest first',
  access: { kind: 'claims', roles: admins },
  data: 'read',
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Keys without their secrets', schema: pageOf(claimsKey) } },
  errors: ['invalid_cursor'],
});

export const revokeClaimsKey = declareEndpoint({
  service: 'claims',
  name: 'revoke-api-key',
  method: 'DELETE',
  path: '/api/admin/api-keys/{id}',
  tag: 'api keys',
  summary: 'Revoke an API key',
  access: { kind: 'claims', roles: admins },
  data: 'write',
  managesCredentials: ['api-keys'],
  uses: ['audit-append'],
  parameters: z.object({ id: uuid.describe('Id of the API key') }),
  responses: { 204: { description: 'Revoked' } },
  errors: ['not_found'],
});
