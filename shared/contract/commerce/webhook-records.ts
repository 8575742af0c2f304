import * as z from 'zod';
import { timestamp, uuid } from '../fields.ts';
import { outgoingType, subscribableTypes } from './events.ts';

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
