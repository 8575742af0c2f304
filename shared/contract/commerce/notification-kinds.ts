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
