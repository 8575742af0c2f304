import * as z from 'zod';
import { outgoingType, subscribableTypes } from '#contract/commerce/events.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, datetime, pageOf, timestamp, uuid } from '#contract/fields.ts';

const endpoint = endpointsOf('commerce', 'webhooks');

export const maxEndpoints = 20;

const subscribable = z.enum(outgoingType.enum).extract([...subscribableTypes]);

const endpointFields = {
  /** With https, a host name that leads to public addresses, and no user name. */
  url: z.url({ protocol: /^https?$/, error: 'Expected an https URL' }).max(2048),
  description: z.string().max(500).optional(),
  /** Omit it for all events, also those of later versions. */
  event_types: z.array(subscribable).min(1).max(100).optional(),
};

const endpointStatus = z.enum(['enabled', 'disabled']);

export const webhookEndpointInput = z.object({
  brand_id: uuid,
  ...endpointFields,
  status: endpointStatus.default('enabled'),
});
export type WebhookEndpointInput = z.output<typeof webhookEndpointInput>;

/** A replacement removes omitted members. */
export const webhookEndpointReplacement = z.object({
  ...endpointFields,
  status: endpointStatus.default('enabled'),
});
export type WebhookEndpointReplacement = z.output<typeof webhookEndpointReplacement>;

export const webhookEndpoint = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...endpointFields,
    event_types: z.array(outgoingType).optional(),
    status: endpointStatus,
    /** `gone`: it answered 410. `failing`: a delivery failed in every attempt and none succeeded meanwhile. */
    disabled_reason: z.enum(['owner', 'gone', 'failing']).optional(),
    disabled_at: timestamp.optional(),
    /** First failed attempt since the last success. */
    failing_since: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

const attempt = z.object({
  at: timestamp,
  /** HTTP status of the answer; absent without an answer. */
  status: z.int().optional(),
  error: z
    .enum([
      'timeout',
      'address_refused',
      'name_not_found',
      'tls',
      'connection',
      'invalid_response',
      'interrupted',
    ])
    .optional(),
  duration_ms: z.int(),
  /** First 500 characters of the answer. */
  response_body: z.string().optional(),
});
export type WebhookAttempt = z.output<typeof attempt>;

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

const deliveryFields = {
  /** Id of the event, and the `webhook-id` of every attempt. */
  id: uuid,
  endpoint_id: uuid,
  brand_id: uuid,
  event_type: outgoingType,
  status: z.enum(deliveryStatuses),
  failure: z.enum(['attempts_failed', 'gone', 'endpoint_disabled']).optional(),
  attempt_count: z.int(),
  next_attempt_at: timestamp.optional(),
  last_attempt: attempt.omit({ response_body: true }).optional(),
  created_at: timestamp,
};

export const webhookDelivery = z.object(deliveryFields).meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryDetail = z
  .object({
    ...deliveryFields,
    /** The body, the same in every attempt. */
    payload: z.string(),
    /** The latest 20 attempts, oldest first. */
    attempts: z.array(attempt),
  })
  .meta({ id: 'WebhookDeliveryDetail' });
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>;

const endpointId = z.object({ id: uuid.describe('Id of the webhook endpoint') });
const deliveryId = z.object({
  id: uuid.describe('Id of the webhook endpoint'),
  delivery_id: uuid.describe('Id of the delivery'),
});

const aboutDeliveries =
  'Deliveries follow Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature (HMAC-SHA256 of `id.timestamp.body`, version v1). A 2xx answer within 15 seconds ends a delivery. Anything else, also a redirect, is repeated after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours; Retry-After is honored. 410 disables the endpoint.';

const owners = { kind: 'brand', roles: ['owner'], brand: 'held' } as const;
const staff = { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' } as const;

export const createWebhookEndpoint = endpoint(
  'POST',
  '/api/v1/webhook-endpoints',
  'create-webhook-endpoint',
  {
    summary: 'Create a webhook endpoint; its secret is shown once',
    description: aboutDeliveries,
    access: { kind: 'brand', roles: ['owner'], brand: 'body' },
    data: 'write',
    writes: ['webhooks', 'billing'],
    managesCredentials: ['webhook-secrets'],
    limiter: 'api',
    idempotent: true,
    body: webhookEndpointInput,
    responses: {
      201: {
        description: 'The endpoint with its secret. A replayed response omits the secret.',
        schema: dataOf(z.object({ ...webhookEndpoint.shape, secret: z.string().optional() })),
      },
    },
    errors: ['webhook_limit_reached', 'payment_required', 'conflict'],
  },
);

export const listWebhookEndpoints = endpoint('GET', '/api/v1/webhook-endpoints', 'list-webhook-endpoints', {
  summary: 'List the webhook endpoints of a brand, oldest first',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Endpoints without their secrets', schema: pageOf(webhookEndpoint) } },
  errors: ['invalid_cursor'],
});

export const getWebhookEndpoint = endpoint('GET', '/api/v1/webhook-endpoints/{id}', 'get-webhook-endpoint', {
  summary: 'Get a webhook endpoint',
  access: staff,
  data: 'read',
  versioned: true,
  parameters: endpointId,
  resource: webhookEndpoint,
  responses: { 200: { description: 'The endpoint without its secret', schema: dataOf(webhookEndpoint) } },
  errors: ['not_found'],
});

export const updateWebhookEndpoint = endpoint(
  'PUT',
  '/api/v1/webhook-endpoints/{id}',
  'update-webhook-endpoint',
  {
    summary: 'Replace, enable or disable a webhook endpoint',
    access: owners,
    data: 'write',
    writes: ['webhooks', 'work'],
    versioned: true,
    parameters: endpointId,
    resource: webhookEndpoint,
    body: webhookEndpointReplacement,
    responses: { 200: { description: 'The replaced endpoint', schema: dataOf(webhookEndpoint) } },
    errors: ['not_found', 'precondition_failed', 'conflict'],
  },
);

export const deleteWebhookEndpoint = endpoint(
  'DELETE',
  '/api/v1/webhook-endpoints/{id}',
  'delete-webhook-endpoint',
  {
    summary: 'Delete a webhook endpoint and its secret',
    access: owners,
    data: 'write',
    writes: ['webhooks', 'billing', 'work'],
    deletes: ['webhooks', 'webhook-secrets'],
    managesCredentials: ['webhook-secrets'],
    versioned: true,
    parameters: endpointId,
    resource: webhookEndpoint,
    responses: { 204: { description: 'Deleted' } },
    errors: ['not_found', 'precondition_failed', 'conflict'],
  },
);

export const rotateWebhookSecret = endpoint(
  'POST',
  '/api/v1/webhook-endpoints/{id}/secret',
  'rotate-webhook-secret',
  {
    summary: 'Replace the secret of a webhook endpoint; the new one is shown once',
    description: 'Until the earlier secret expires, every delivery has a signature by each of the two.',
    access: owners,
    data: 'write',
    writes: ['webhooks'],
    managesCredentials: ['webhook-secrets'],
    limiter: 'api',
    idempotent: true,
    parameters: endpointId,
    resource: webhookEndpoint,
    body: z.object({
      /** Hours for which the earlier secret still signs. */
      overlap_hours: z.int().min(0).max(168),
    }),
    responses: {
      201: {
        description: 'The new secret. A replayed response omits it.',
        schema: dataOf(
          z.object({
            endpoint_id: uuid,
            created_at: timestamp,
            earlier_secret_expires_at: timestamp,
            secret: z.string().optional(),
          }),
        ),
      },
    },
    errors: ['not_found'],
  },
);

export const sendTestWebhook = endpoint('POST', '/api/v1/webhook-endpoints/{id}/test', 'send-test-webhook', {
  summary: 'Send a test event to a webhook endpoint',
  description: 'The event has the type webhook_endpoint.test. Read its delivery for the result.',
  access: staff,
  data: 'write',
  writes: ['webhook-deliveries', 'webhook-queue'],
  wakesWorkers: true,
  limiter: 'api',
  idempotent: true,
  parameters: endpointId,
  resource: webhookEndpoint,
  responses: { 201: { description: 'The delivery of the test', schema: dataOf(webhookDelivery) } },
  errors: ['not_found', 'webhook_endpoint_disabled'],
});

export const listWebhookDeliveries = endpoint(
  'GET',
  '/api/v1/webhook-endpoints/{id}/deliveries',
  'list-webhook-deliveries',
  {
    summary: 'List the deliveries of a webhook endpoint of the last 30 days, newest first',
    access: staff,
    data: 'read',
    parameters: endpointId,
    resource: webhookEndpoint,
    query: z.strictObject({
      status: z.enum(deliveryStatuses).optional().describe('Deliveries in this status'),
      ...cursorQuery,
    }),
    responses: { 200: { description: 'Deliveries, newest first', schema: pageOf(webhookDelivery) } },
    errors: ['not_found', 'invalid_cursor'],
  },
);

export const getWebhookDelivery = endpoint(
  'GET',
  '/api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}',
  'get-webhook-delivery',
  {
    summary: 'Get a delivery with its attempts',
    access: staff,
    data: 'read',
    parameters: deliveryId,
    resource: webhookEndpoint,
    responses: {
      200: { description: 'The delivery, its body and its attempts', schema: dataOf(webhookDeliveryDetail) },
    },
    errors: ['not_found'],
  },
);

export const redeliverWebhook = endpoint(
  'POST',
  '/api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}/redelivery',
  'redeliver-webhook',
  {
    summary: 'Send a delivery again',
    description: 'The delivery keeps its id and body, and begins its schedule of attempts again.',
    access: staff,
    data: 'write',
    writes: ['webhook-deliveries', 'webhook-queue'],
    wakesWorkers: true,
    limiter: 'api',
    idempotent: true,
    parameters: deliveryId,
    resource: webhookEndpoint,
    responses: { 201: { description: 'The delivery, to be sent again', schema: dataOf(webhookDelivery) } },
    errors: ['not_found', 'webhook_endpoint_disabled', 'conflict'],
  },
);

export const redeliverWebhooks = endpoint(
  'POST',
  '/api/v1/webhook-endpoints/{id}/redeliveries',
  'redeliver-webhooks',
  {
    summary: 'Send the deliveries of a range of time again',
    description: 'The range covers the times of the events, both ends included.',
    access: staff,
    data: 'write',
    writes: [],
    wakesWorkers: true,
    limiter: 'api',
    idempotent: true,
    parameters: endpointId,
    resource: webhookEndpoint,
    body: z
      .object({
        from: datetime,
        to: datetime,
        /** Which deliveries to send again. */
        status: z.enum(['failed', 'delivered', 'all']).default('failed'),
      })
      .refine(({ from, to }) => from <= to, { path: ['to'], message: 'to must not be before from' }),
    responses: {
      202: {
        description: 'Accepted; the deliveries are sent in the background',
        schema: dataOf(
          z.object({ id: uuid, endpoint_id: uuid, from: timestamp, to: timestamp, status: z.string() }),
        ),
      },
    },
    errors: ['not_found', 'webhook_endpoint_disabled'],
  },
);

export const listEventTypes = endpoint('GET', '/api/v1/event-types', 'list-event-types', {
  summary: 'List the events that webhook endpoints can subscribe to',
  access: { kind: 'public' },
  data: 'none',
  responses: {
    200: {
      description: 'Event types with their data as JSON Schema',
      schema: z.object({
        data: z.array(
          z.object({ type: outgoingType, summary: z.string(), data: z.record(z.string(), z.unknown()) }),
        ),
      }),
    },
  },
});
