import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';
import { contact, historyEntry } from './contacts.ts';
import { order } from './orders.ts';
import { suppression } from './suppressions.ts';

const endpoint = endpointsOf('commerce', 'contacts');

/** One record about a person. */
const personalRecord = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('contact'), record: contact }),
    z.object({ kind: z.literal('other_address'), record: z.object({ address: z.string() }) }),
    z.object({ kind: z.literal('suppression'), record: suppression }),
    z.object({ kind: z.literal('history'), record: historyEntry }),
    z.object({ kind: z.literal('order'), record: order }),
    z.object({
      kind: z.literal('referral'),
      record: z.object({ referral_code: z.string(), referred_email: z.string(), created_at: timestamp }),
    }),
  ])
  .meta({ id: 'PersonalRecord' });
export type PersonalRecord = z.output<typeof personalRecord>;

export const exportContact = endpoint('GET', '/api/v1/contacts/{id}/export', 'export-contact', {
  summary: 'Export everything that the brand stores about a person',
  description:
    'The records of all pages together are the export: the contact, suppressions of its addresses, its history, and its orders and referrals in full. The activity of the brand records the export.',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'read',
  limiter: 'api',
  recordsActivity: true,
  parameters: z.object({ id: uuid.describe('Id of the contact') }),
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Records', schema: pageOf(personalRecord) } },
  errors: ['not_found', 'invalid_cursor'],
});

export const erasure = z
  .object({
    id: uuid,
    brand_id: uuid,
    status: z.enum(['running', 'finished']),
    /** Records that were cleared or removed so far. */
    orders: z.int(),
    referrals: z.int(),
    history_entries: z.int(),
    requested_by: z.string(),
    requested_at: timestamp,
    finished_at: timestamp.optional(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.output<typeof erasure>;

export const eraseContact = endpoint('POST', '/api/v1/contacts/{id}/erasure', 'erase-contact', {
  summary: 'Erase a person',
  description:
    'The contact disappears at once. Name, addresses, notes and other free text are then removed from its orders, payments, referrals and messages in the background. Orders keep their amounts, so reports stay the same. A later order with the same address is one of a new customer. Suppressions stay, because they hold no address. The receipt has no personal data.',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  writes: ['contacts', 'erasures', 'contact-imports'],
  whileClosing: true,
  deletes: ['contacts'],
  wakesWorkers: true,
  limiter: 'api',
  idempotent: true,
  parameters: z.object({ id: uuid.describe('Id of the contact') }),
  responses: { 202: { description: 'Accepted; the receipt shows the progress', schema: dataOf(erasure) } },
  errors: ['not_found', 'conflict'],
});

export const getErasure = endpoint('GET', '/api/v1/erasures/{id}', 'get-erasure', {
  summary: 'Get the receipt of an erasure',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'read',
  parameters: z.object({ id: uuid.describe('Id of the erasure') }),
  responses: { 200: { description: 'The receipt', schema: dataOf(erasure) } },
  errors: ['not_found'],
});
