import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, email, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'notifications');

/** The event of a notification with the facts of its title, from which a client writes the title in another language. */
export const notificationCause = z.object({
  event: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type NotificationCause = z.output<typeof notificationCause>;

/** What members of a brand are notified of. */
export const notificationKinds = [
  'new_order',
  'payment_failed',
  'subscription_changed',
  'webhook_disabled',
  'low_stock',
  'campaign_sent',
  'campaign_stopped',
  'member_joined',
  'brand_deletion',
  'export_ready',
  'changelog',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Notifications are kept for this time. */
export const keptDays = 90;

export const notification = z
  .object({
    id: uuid,
    brand_id: uuid,
    kind: z.enum(notificationKinds),
    /** In English. */
    title: z.string(),
    /** Absent for an entry of the changelog. */
    cause: notificationCause.optional(),
    /** The record that it is about, by its id. */
    resource: z.object({ type: z.string(), id: z.string() }).optional(),
    read: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'Notification' });
export type Notification = z.output<typeof notification>;

/** A notification as it is stored for one person. Whether it is read also follows from the inbox. */
export const storedNotice = notification.omit({ read: true }).extend({
  subject: z.string(),
  /** That of the inbox when it arrived or was marked as unread. */
  epoch: z.int(),
  listed: z.boolean(),
  read_at: timestamp.optional(),
});
export type StoredNotice = z.output<typeof storedNotice>;

const channels = {
  /** Appears in the list. */
  in_app: z.boolean(),
  /** Arrives by e-mail at once. */
  email: z.boolean(),
  /** Is counted in the digest. */
  digest: z.boolean(),
};
export const channelChoice = z.object(channels);
export type ChannelChoice = z.output<typeof channelChoice>;

const kindChoices = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, channelChoice])) as Record<
    NotificationKind,
    typeof channelChoice
  >,
);

export const digestSchedule = z.object({
  frequency: z.enum(['off', 'daily', 'weekly']),
  /** Hour of the day in the time zone of the brand. */
  hour: z.int().min(0).max(23),
  /** Of a weekly digest: 0 for Sunday to 6 for Saturday. */
  weekday: z.int().min(0).max(6),
});
export type DigestSchedule = z.output<typeof digestSchedule>;

export const notificationPreferences = z
  .object({
    brand_id: uuid,
    kinds: kindChoices,
    digest: digestSchedule,
    /** The confirmed address for e-mails and digests. */
    email: z.string().nullable(),
    /** An address that waits for its code. */
    unconfirmed_email: z.string().nullable(),
  })
  .meta({ id: 'NotificationPreferences' });
export type NotificationPreferences = z.output<typeof notificationPreferences>;

export const preferencesChange = z.object({
  brand_id: uuid,
  kinds: kindChoices.partial().optional(),
  digest: digestSchedule.partial().optional(),
  /** A new address gets a code, which confirms it. null removes the address. */
  email: email.max(320).nullable().optional(),
});
export type PreferencesChange = z.output<typeof preferencesChange>;

const anyRole = ['owner', 'manager', 'viewer'] as const;
const ofBrand = z.strictObject({ brand_id: uuid.describe('Id of the brand') });
const notificationId = z.object({ id: uuid.describe('Id of the notification') });

const inbox = z.object({ ...pageOf(notification).shape, unread_count: z.int().min(0) });

export const listNotifications = endpoint('GET', '/api/v1/notifications', 'list-notifications', {
  summary: 'List the notifications of the caller in a brand, newest first',
  description:
    'Notifications are kept for 90 days. unread_count counts all of them, not only those on the page. The first call of a caller begins the list.',
  access: { kind: 'brand', roles: anyRole, brand: 'query' },
  data: 'write',
  writes: ['inboxes'],
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    unread: z
      .enum(['true', 'false'])
      .default('false')
      .transform((value) => value === 'true')
      .meta({ openapi: { type: 'string', enum: ['true', 'false'], default: 'false' } })
      .describe('Only unread notifications'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Notifications, newest first', schema: inbox } },
  errors: ['invalid_cursor', 'not_found'],
});

export const updateNotification = endpoint('PUT', '/api/v1/notifications/{id}', 'update-notification', {
  summary: 'Mark a notification of the caller as read or unread',
  access: { kind: 'brand', roles: anyRole, brand: 'held' },
  data: 'write',
  writes: ['inboxes', 'notifications'],
  parameters: notificationId,
  resource: storedNotice,
  body: z.object({ read: z.boolean() }),
  responses: { 200: { description: 'The notification', schema: dataOf(notification) } },
  errors: ['not_found', 'conflict'],
});

export const deleteNotification = endpoint('DELETE', '/api/v1/notifications/{id}', 'delete-notification', {
  summary: 'Delete a notification of the caller',
  access: { kind: 'brand', roles: anyRole, brand: 'held' },
  data: 'write',
  writes: ['inboxes', 'notifications'],
  deletes: ['notifications'],
  parameters: notificationId,
  resource: storedNotice,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'conflict'],
});

export const readAllNotifications = endpoint('POST', '/api/v1/notifications/read', 'read-all-notifications', {
  summary: 'Mark all notifications of the caller in a brand as read',
  access: { kind: 'brand', roles: anyRole, brand: 'body' },
  data: 'write',
  writes: ['inboxes'],
  idempotent: true,
  body: z.object({ brand_id: uuid }),
  responses: {
    200: {
      description: 'The number of unread notifications',
      schema: dataOf(z.object({ unread_count: z.int().min(0) })),
    },
  },
  errors: ['conflict'],
});

export const getNotificationPreferences = endpoint(
  'GET',
  '/api/v1/notification-preferences',
  'get-notification-preferences',
  {
    summary: 'Get the preferences of the caller for notifications of a brand',
    access: { kind: 'brand', roles: anyRole, brand: 'query' },
    data: 'read',
    query: ofBrand,
    responses: { 200: { description: 'The preferences', schema: dataOf(notificationPreferences) } },
    errors: ['not_found'],
  },
);

export const setNotificationPreferences = endpoint(
  'PUT',
  '/api/v1/notification-preferences',
  'set-notification-preferences',
  {
    summary: 'Change the preferences of the caller for notifications of a brand',
    description:
      'Omitted members stay. A new e-mail address receives a code of six digits, and nothing else until the code confirms it. A code is sent once in ten minutes at most.',
    access: { kind: 'brand', roles: anyRole, brand: 'body' },
    data: 'write',
    writes: ['inboxes', 'messages'],
    limiter: 'email',
    wakesWorkers: true,
    body: preferencesChange,
    responses: { 200: { description: 'The preferences', schema: dataOf(notificationPreferences) } },
    errors: ['not_found', 'conflict', 'code_sent_recently', 'sender_not_configured'],
  },
);

export const confirmNotificationEmail = endpoint(
  'POST',
  '/api/v1/notification-preferences/confirm',
  'confirm-notification-email',
  {
    summary: 'Confirm the e-mail address for notifications with its code',
    description: 'A code is valid for one hour and for five attempts.',
    access: { kind: 'brand', roles: anyRole, brand: 'body' },
    data: 'write',
    writes: ['inboxes', 'work'],
    limiter: 'email',
    idempotent: true,
    body: z.object({ brand_id: uuid, code: z.string().regex(/^\d{6}$/, 'Expected six digits') }),
    responses: { 200: { description: 'The preferences', schema: dataOf(notificationPreferences) } },
    errors: ['invalid_code', 'conflict'],
  },
);
