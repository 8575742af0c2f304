import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const settings = {
  from_name: 'Meadow Farm',
  reply_to: 'hello@meadow.example',
  postal_address: 'Meadow Farm, 1 Creek Road, Boulder, CO 80301',
  quiet_hours: { start: '21:00', end: '08:00' },
  test_addresses: ['olive.fern@example.com'],
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
};
