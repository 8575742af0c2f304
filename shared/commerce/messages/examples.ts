import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const settings = {
  from_name: 'Meadow Farm',
  reply_to: 'hello@meadow.example',
  postal_address: 'Meadow Farm, 1 Creek Road, Boulder, CO 80301',
  quiet_hours: { start: '21:00', end: '08:00' },
  test_addresses: ['olive.fern@example.com'],
};
const suppression = {
  id: '6f1d2c90-4b7e-8a38-8c21-e05f9a3b7d46',
  brand_id: ids.brand,
  channel: 'email',
  reason: 'manual',
  ends_by: 'brand',
  created_at: createdAt,
};
const brandParameters = { brand_id: ids.brand };

/** Version, channel, ids and signature in base64url; this one is not signed. */
const token = 'AQABmaHAXS57EIw6L20em0pw';

export const messageExamples: OperationExamples = {
  'get-messaging-settings': {
    parameters: brandParameters,
    response: { data: { brand_id: ids.brand, ...settings, updated_at: createdAt, version: 1 } },
  },
  'update-messaging-settings': {
    parameters: brandParameters,
    body: settings,
    response: { data: { brand_id: ids.brand, ...settings, updated_at: changedAt, version: 2 } },
  },
  'show-unsubscribe': { parameters: { token } },
  unsubscribe: { parameters: { token } },
  'show-opt-in': { parameters: { token } },
  'confirm-opt-in': { parameters: { token } },
  'create-suppression': {
    body: { brand_id: ids.brand, email: 'olive.fern@example.com', reason: 'manual' },
    response: { data: suppression },
  },
  'list-suppressions': {
    parameters: { brand_id: ids.brand, email: 'olive.fern@example.com', limit: 50 },
    response: { data: [suppression], pagination: { next_cursor: null, has_more: false } },
  },
  'delete-suppression': { parameters: { id: suppression.id, reason: 'She wrote that it was a mistake' } },
};
