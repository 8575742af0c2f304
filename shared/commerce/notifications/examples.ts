import { createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const notification = {
  id: '0199a1c4-7e3b-7190-8a4d-c60f2b9e5d88',
  brand_id: ids.brand,
  kind: 'new_order',
  title: 'New order of $13.50',
  cause: { event: 'order.created', facts: { total: 13.5, currency: 'USD' } },
  resource: { type: 'order', id: ids.order },
  read: false,
  created_at: createdAt,
};

const listed = { in_app: true, email: false, digest: true };
const urgent = { in_app: true, email: true, digest: true };

const preferences = {
  brand_id: ids.brand,
  kinds: {
    new_order: listed,
    payment_failed: urgent,
    webhook_disabled: urgent,
    low_stock: listed,
    campaign_sent: listed,
    campaign_stopped: urgent,
    subscription_changed: urgent,
    member_joined: listed,
    brand_deletion: urgent,
    export_ready: listed,
    changelog: listed,
  },
  digest: { frequency: 'daily', hour: 7, weekday: 1 },
  email: 'olive.fern@example.com',
  unconfirmed_email: null,
};

export const notificationExamples: OperationExamples = {
  'list-notifications': {
    parameters: { brand_id: ids.brand, unread: 'true', limit: 50 },
    response: {
      data: [notification],
      pagination: { next_cursor: null, has_more: false },
      unread_count: 1,
    },
  },
  'update-notification': {
    parameters: { id: notification.id },
    body: { read: true },
    response: { data: { ...notification, read: true } },
  },
  'delete-notification': { parameters: { id: notification.id } },
  'read-all-notifications': { body: { brand_id: ids.brand }, response: { data: { unread_count: 0 } } },
  'get-notification-preferences': {
    parameters: { brand_id: ids.brand },
    response: { data: preferences },
  },
  'set-notification-preferences': {
    body: {
      brand_id: ids.brand,
      kinds: { payment_failed: urgent },
      digest: { frequency: 'daily', hour: 7 },
      email: 'olive.fern@example.com',
    },
    response: { data: { ...preferences, email: null, unconfirmed_email: 'olive.fern@example.com' } },
  },
  'confirm-notification-email': {
    body: { brand_id: ids.brand, code: '402917' },
    response: { data: preferences },
  },
};
