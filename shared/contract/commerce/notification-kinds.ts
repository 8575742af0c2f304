import * as z from 'zod';

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
