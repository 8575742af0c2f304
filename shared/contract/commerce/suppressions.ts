import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, email, pageOf, timestamp, uuid } from '../fields.ts';
import { channels, phone } from './contacts.ts';

const endpoint = endpointsOf('commerce', 'contacts');

const suppressionReasons = ['bounce', 'complaint', 'stop', 'manual'] as const;

const suppressionInput = z
  .object({ brand_id: uuid, email: email.optional(), phone: phone.optional() })
  .refine((input) => (input.email === undefined) !== (input.phone === undefined), {
    path: ['email'],
    message: 'Send either email or phone',
  });

export const suppression = z
  .object({
    /** The same for every use of the address in the brand. The address itself is not kept. */
    id: uuid,
    brand_id: uuid,
    channel: z.enum(channels),
    reason: z.enum(suppressionReasons),
    created_at: timestamp,
  })
  .meta({ id: 'Suppression' });
export type Suppression = z.output<typeof suppression>;

export const createSuppression = endpoint('POST', '/api/v1/suppressions', 'create-suppression', {
  summary: 'Stop all messages to an address',
  description:
    'Bounces, complaints and STOP messages suppress addresses by themselves. A suppression outlives the contact, and holds no address.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['suppressions'],
  limiter: 'api',
  idempotent: true,
  body: suppressionInput,
  responses: { 201: { description: 'The suppression', schema: dataOf(suppression) } },
});

export const listSuppressions = endpoint('GET', '/api/v1/suppressions', 'list-suppressions', {
  summary: 'List suppressed addresses, or look one up',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    email: z.string().min(1).max(254).optional().describe('The suppression of this e-mail address'),
    phone: z.string().min(1).max(50).optional().describe('The suppression of this phone number'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Suppressions, in no particular order', schema: pageOf(suppression) } },
  errors: ['invalid_cursor'],
});

export const deleteSuppression = endpoint('DELETE', '/api/v1/suppressions/{id}', 'delete-suppression', {
  summary: 'Allow messages to an address again',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  writes: [],
  deletes: ['suppressions'],
  parameters: z.object({ id: uuid.describe('Id of the suppression') }),
  responses: { 204: { description: 'Lifted' } },
  errors: ['not_found'],
});
