import { eventTypeList } from '#contract/commerce/event-types.ts';
import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const endpointId = '0199a1c9-3b5e-7d20-9f61-8a4c7e2b0d53';
const deliveryId = '0199a1c9-52a7-7e14-8d09-4b6f1c3e9a28';

const settings = {
  url: 'https://shop.meadow.example/hooks/granary',
  description: 'Orders for the packing shed',
  event_types: ['order.created', 'order.status_changed'],
  status: 'enabled',
};

const endpoint = {
  id: endpointId,
  brand_id: ids.brand,
  ...settings,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

const secret = 'whsec_q1hD… (shown once)';

const attempt = { at: createdAt, status: 200, duration_ms: 84 };

const delivery = {
  id: deliveryId,
  endpoint_id: endpointId,
  brand_id: ids.brand,
  event_type: 'order.created',
  status: 'delivered',
  attempt_count: 1,
  last_attempt: attempt,
  created_at: createdAt,
};

const pending = {
  ...delivery,
  status: 'pending',
  next_attempt_at: changedAt,
  last_attempt: { at: createdAt, status: 503, duration_ms: 84 },
};

const { last_attempt, ...untried } = pending;

const order = {
  id: ids.order,
  number: 1042,
  status: 'pending',
  total: 13.5,
  fulfillment: 'pickup',
  stop_id: ids.stop,
  item_count: 3,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

const payload = JSON.stringify({
  type: 'order.created',
  timestamp: createdAt,
  brand_id: ids.brand,
  data: order,
});

const parameters = { id: endpointId };
const deliveryParameters = { id: endpointId, delivery_id: deliveryId };
const lastPage = { next_cursor: null, has_more: false };
const { url, description, event_types } = settings;

export const webhookExamples: OperationExamples = {
  'list-event-types': {
    response: { data: eventTypeList().filter(({ type }) => type.startsWith('order.')) },
  },
  'create-webhook-endpoint': {
    body: { brand_id: ids.brand, url, description, event_types },
    response: { data: { ...endpoint, secret } },
  },
  'list-webhook-endpoints': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [endpoint], pagination: lastPage },
  },
  'get-webhook-endpoint': { parameters, response: { data: endpoint } },
  'update-webhook-endpoint': {
    parameters,
    body: { url, description },
    response: {
      data: {
        id: endpointId,
        brand_id: ids.brand,
        url,
        description,
        status: 'enabled',
        created_at: createdAt,
        updated_at: changedAt,
        version: 2,
      },
    },
  },
  'delete-webhook-endpoint': { parameters },
  'rotate-webhook-secret': {
    parameters,
    body: { overlap_hours: 24 },
    response: {
      data: {
        endpoint_id: endpointId,
        created_at: createdAt,
        earlier_secret_expires_at: '2026-03-03T15:04:05.120Z',
        secret,
      },
    },
  },
  'send-test-webhook': {
    parameters,
    response: { data: { ...untried, event_type: 'webhook_endpoint.test', attempt_count: 0 } },
  },
  'list-webhook-deliveries': {
    parameters: { ...parameters, status: 'pending', limit: 50 },
    response: { data: [pending], pagination: lastPage },
  },
  'get-webhook-delivery': {
    parameters: deliveryParameters,
    response: { data: { ...delivery, payload, attempts: [{ ...attempt, response_body: 'thank you' }] } },
  },
  'redeliver-webhook': { parameters: deliveryParameters, response: { data: pending } },
  'redeliver-webhooks': {
    parameters,
    body: { from: createdAt, to: changedAt, status: 'failed' },
    response: {
      data: {
        id: '0199a1c9-6f01-7a35-b2c8-0d9e5f4a1b76',
        endpoint_id: endpointId,
        from: createdAt,
        to: changedAt,
        status: 'failed',
      },
    },
  },
};
