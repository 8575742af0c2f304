import * as z from 'zod';
import { testAddress } from '#commerce/campaigns/contract.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, email, pageOf, phone, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'messaging');
const ofContacts = endpointsOf('commerce', 'contacts');

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

/** Why an address gets no messages, the strictest reason first. */
export const silenceReasons = [
  'complaint',
  'stop',
  'unsubscribe',
  'customer_request',
  'withdrawn',
  'erased',
  'manual',
  'bounce',
] as const;
export type SilenceReason = (typeof silenceReasons)[number];

const channel = z.enum(['email', 'sms']);

/** A silent address, by its keyed hash, with every reason until it is ended. */
export const silence = z.object({
  brand_id: uuid,
  id: uuid,
  channel,
  reasons: z.array(z.object({ reason: z.enum(silenceReasons), at: timestamp, by: z.string().optional() })),
  version: z.int(),
});
export type Silence = z.output<typeof silence>;

export const suppression = z
  .object({
    /** The same for every use of the address in the brand. The address itself is not kept. */
    id: uuid,
    brand_id: uuid,
    channel,
    reason: z.enum(silenceReasons).describe('The strictest reason'),
    ends_by: z
      .enum(['customer', 'brand', 'delivery'])
      .describe(
        'Who ends it: the customer by double opt-in or START, a person of the brand, or a message that arrives',
      ),
    created_at: timestamp,
  })
  .meta({ id: 'Suppression' });
export type Suppression = z.output<typeof suppression>;

const suppressionInput = z
  .object({
    brand_id: uuid,
    email: email.optional(),
    phone: phone.optional(),
    reason: z
      .enum(['manual', 'customer_request'])
      .default('manual')
      .describe('customer_request: at the wish of the customer, who alone can end it'),
  })
  .refine((input) => (input.email === undefined) !== (input.phone === undefined), {
    path: ['email'],
    message: 'Send either email or phone',
  });

export const createSuppression = ofContacts('POST', '/api/v1/suppressions', 'create-suppression', {
  summary: 'Stop all messages to an address',
  description:
    'Unsubscribe links, STOP messages, complaints, bounces, withdrawn consents and erasures silence addresses by themselves. A silence outlives the contact, and holds no address.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['silences', 'contacts', 'contact-history'],
  readsSecrets: ['address-keys'],
  limiter: 'api',
  idempotent: true,
  body: suppressionInput,
  responses: { 201: { description: 'The suppression', schema: dataOf(suppression) } },
  errors: ['conflict'],
});

export const listSuppressions = ofContacts('GET', '/api/v1/suppressions', 'list-suppressions', {
  summary: 'List silent addresses, or look one up',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' },
  data: 'read',
  readsSecrets: ['address-keys'],
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    email: z.string().min(1).max(254).optional().describe('The suppression of this e-mail address'),
    phone: z.string().min(1).max(50).optional().describe('The suppression of this phone number'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Suppressions, in no particular order', schema: pageOf(suppression) } },
  errors: ['invalid_cursor'],
});

export const deleteSuppression = ofContacts('DELETE', '/api/v1/suppressions/{id}', 'delete-suppression', {
  summary: 'Allow messages to an address again',
  description:
    'Ends what the brand may end: a manual suppression, a bounce and, with a reason, a complaint. The no of a customer ends only by the customer: by double opt-in (POST /api/v1/contacts/{id}/opt-in-requests) or START. Consents stay as they are.',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  writes: ['silences'],
  deletes: ['silences'],
  recordsActivity: true,
  parameters: z.object({ id: uuid.describe('Id of the suppression') }),
  resource: suppression,
  query: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(500)
      .optional()
      .describe('Why messages are allowed after a complaint; recorded in the activity of the brand'),
  }),
  responses: { 204: { description: 'Ended' } },
  errors: ['not_found', 'silent_by_customer', 'complaint_needs_reason', 'conflict'],
});

const token = z.object({ token: z.string().min(1).max(200).describe('Token of the link in a message') });

const byLink = { access: { kind: 'public' }, limiter: 'api', parameters: token } as const;

export const showUnsubscribe = endpoint('GET', '/api/v1/unsubscribe/{token}', 'show-unsubscribe', {
  summary: 'Show a page with a button that unsubscribes',
  description: 'Changes nothing, because mail programs follow links by themselves.',
  ...byLink,
  data: 'read',
  readsUnsubscribeKey: true,
  responses: { 200: { description: 'The page', text: { 'text/html': '<!doctype html>' } } },
  errors: ['not_found'],
});

export const unsubscribe = endpoint('POST', '/api/v1/unsubscribe/{token}', 'unsubscribe', {
  summary: 'Unsubscribe with one click (RFC 8058)',
  description: 'Takes the POST of mail programs and of the page. The body is ignored. Idempotent.',
  ...byLink,
  data: 'write',
  writes: ['contacts', 'contact-history', 'silences', 'campaign-runs', 'campaign-recipients'],
  idempotent: true,
  readsUnsubscribeKey: true,
  responses: { 200: { description: 'A page that confirms it', text: { 'text/html': '<!doctype html>' } } },
  errors: ['not_found', 'conflict'],
});

export const showOptIn = endpoint('GET', '/api/v1/opt-in/{token}', 'show-opt-in', {
  summary: 'Show a page with a button that confirms a consent',
  description: 'Changes nothing, because mail programs follow links by themselves.',
  ...byLink,
  data: 'read',
  readsUnsubscribeKey: true,
  responses: { 200: { description: 'The page', text: { 'text/html': '<!doctype html>' } } },
  errors: ['not_found'],
});

export const confirmOptIn = endpoint('POST', '/api/v1/opt-in/{token}', 'confirm-opt-in', {
  summary: 'Confirm a consent (double opt-in)',
  description:
    'Takes the POST of the page. Records the consent and ends the silence of the address, except after a complaint. The body is ignored. Idempotent.',
  ...byLink,
  data: 'write',
  writes: ['contacts', 'contact-history', 'silences'],
  deletes: ['silences'],
  readsSecrets: ['address-keys'],
  idempotent: true,
  readsUnsubscribeKey: true,
  responses: { 200: { description: 'A page that confirms it', text: { 'text/html': '<!doctype html>' } } },
  errors: ['not_found', 'opt_in_refused', 'conflict'],
});
