import * as z from 'zod';
import { testAddress } from '#commerce/campaigns/contract.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { dataOf, email, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'messaging');

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 21:00');

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const dayMinutes = 24 * 60;

/** Hours in which no text message is sent. They leave at least an hour a day. */
const quietHours = z
  .object({ start: timeOfDay, end: timeOfDay })
  .refine(
    ({ start, end }) => (minutes(start) - minutes(end) + dayMinutes) % dayMinutes >= 60 || start === end,
    {
      path: ['start'],
      message: 'Quiet hours must leave at least an hour of the day',
    },
  );

const settingsFields = {
  /** Name of the sender; the name of the brand if absent. */
  from_name: z.string().trim().min(1).max(100).optional(),
  reply_to: email.max(254).optional(),
  /** In the footer of every marketing e-mail. Laws such as CAN-SPAM require it. */
  postal_address: z.string().trim().min(5).max(500).optional(),
  quiet_hours: quietHours.default({ start: '21:00', end: '08:00' }),
  /** Addresses of members for test messages. */
  test_addresses: z.array(testAddress).max(20).default([]),
};

export const messagingSettingsInput = z.object(settingsFields);
export type MessagingSettingsInput = z.output<typeof messagingSettingsInput>;

export const messagingSettings = z
  .object({
    brand_id: uuid,
    ...settingsFields,
    quiet_hours: z.object({ start: z.string(), end: z.string() }),
    test_addresses: z.array(z.string()),
    updated_at: timestamp.optional(),
    version: z.int(),
  })
  .meta({ id: 'MessagingSettings' });
export type MessagingSettings = z.output<typeof messagingSettings>;

const brandId = z.object({ brand_id: uuid.describe('Id of the brand') });

export const getMessagingSettings = endpoint(
  'GET',
  '/api/v1/brands/{brand_id}/messaging',
  'get-messaging-settings',
  {
    summary: 'Get the messaging settings of a brand',
    access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'path' },
    data: 'read',
    versioned: true,
    parameters: brandId,
    resource: messagingSettings,
    responses: { 200: { description: 'The settings', schema: dataOf(messagingSettings) } },
  },
);

export const updateMessagingSettings = endpoint(
  'PUT',
  '/api/v1/brands/{brand_id}/messaging',
  'update-messaging-settings',
  {
    summary: 'Replace the messaging settings of a brand',
    description:
      'Marketing e-mail needs a postal_address. quiet_hours are times of day in the time zone of the contact, else of the brand; the same start and end turn them off.',
    access: { kind: 'brand', roles: ['owner'], brand: 'path' },
    data: 'write',
    // The mailbox of replies is marked as shared.
    writes: ['messages', 'contacts'],
    readsSecrets: ['address-keys'],
    versioned: true,
    parameters: brandId,
    resource: messagingSettings,
    body: messagingSettingsInput,
    responses: { 200: { description: 'The settings', schema: dataOf(messagingSettings) } },
    errors: ['precondition_failed', 'conflict'],
  },
);

const token = z.object({ token: z.string().min(1).max(200).describe('Token of the link in a message') });

export const showUnsubscribe = endpoint('GET', '/api/v1/unsubscribe/{token}', 'show-unsubscribe', {
  summary: 'Show a page with a button that unsubscribes',
  description: 'Changes nothing, because mail programs follow links by themselves.',
  access: { kind: 'public' },
  data: 'read',
  limiter: 'api',
  readsUnsubscribeKey: true,
  parameters: token,
  responses: { 200: { description: 'The page', text: { 'text/html': '<!doctype html>' } } },
  errors: ['not_found'],
});

export const unsubscribe = endpoint('POST', '/api/v1/unsubscribe/{token}', 'unsubscribe', {
  summary: 'Unsubscribe with one click (RFC 8058)',
  description: 'Takes the POST of mail programs and of the page. The body is ignored. Idempotent.',
  access: { kind: 'public' },
  data: 'write',
  writes: ['contacts', 'contact-history', 'suppressions', 'campaign-runs', 'campaign-recipients'],
  limiter: 'api',
  idempotent: true,
  readsUnsubscribeKey: true,
  parameters: token,
  responses: { 200: { description: 'A page that confirms it', text: { 'text/html': '<!doctype html>' } } },
  errors: ['not_found', 'conflict'],
});
