import * as z from 'zod';
import { administers, readsClaims } from '#contract/claims/operations.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('claims', 'api keys');

const claimsKeyFields = {
  name: z.string().min(1).max(255),
  role: z.enum(['biller', 'auditor', 'admin']),
  billing_npis: z
    .array(z.string().regex(/^\d{10}$/, 'Expected the ten digits of an NPI'))
    .min(1)
    .max(50)
    .optional()
    .describe('Billing providers to which the key is limited; all providers by default'),
};

export const claimsKeyInput = z
  .object(claimsKeyFields)
  .refine(({ role, billing_npis }) => role !== 'admin' || billing_npis === undefined, {
    path: ['billing_npis'],
    message: 'An admin key cannot be limited to billing providers',
  });
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
export type ClaimsApiKey = z.output<typeof claimsKey>;
export type ClaimsKey = z.output<typeof claimsKey>;

export const createClaimsKey = endpoint('POST', '/api/admin/api-keys', 'create-api-key', {
  ...administers,
  summary: 'Create an API key with a role',
  description:
    'The response shows the secret, once. Create the first key with npm run operator, or with a bearer token of role admin.',
  managesCredentials: ['api-keys'],
  uses: ['audit-append'],
  limiter: 'api',
  body: claimsKeyInput,
  responses: {
    201: {
      description: 'The key with its secret. A replayed response omits the secret.',
      schema: dataOf(z.object({ ...claimsKey.shape, secret: z.string().optional() })),
    },
  },
});

export const listClaimsKeys = endpoint('GET', '/api/admin/api-keys', 'list-api-keys', {
  ...readsClaims,
  access: administers.access,
  summary: 'List API keys, newest first',
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Keys without their secrets', schema: pageOf(claimsKey) } },
  errors: ['invalid_cursor'],
});

export const revokeClaimsKey = endpoint('DELETE', '/api/admin/api-keys/{id}', 'revoke-api-key', {
  access: administers.access,
  data: 'write',
  summary: 'Revoke an API key',
  managesCredentials: ['api-keys'],
  uses: ['audit-append'],
  parameters: z.object({ id: uuid.describe('Id of the API key') }),
  responses: { 204: { description: 'Revoked' } },
  errors: ['not_found'],
});
