// Generated from the contract by `npm run openapi`. Do not edit.
import type { ApiCall, PagedCall } from '../runtime/calls.ts';
import type { Operation } from '../runtime/operation.ts';
import type { ChangeOptions, KeyOptions, MatchOptions, RequestOptions } from '../runtime/options.ts';
import type { CursorPage } from '../runtime/pages.ts';
import type { Transport } from '../runtime/transport.ts';
import type * as schema from './schemas.ts';

const listEventTypesOperation: Operation = {
  id: 'listEventTypes',
  method: 'GET',
  path: '/api/v1/event-types',
  accept: 'application/json',
  enveloped: true,
};

const listWebhookEndpointsOperation: Operation = {
  id: 'listWebhookEndpoints',
  method: 'GET',
  path: '/api/v1/webhook-endpoints',
  inQuery: ['brand_id', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const createWebhookEndpointOperation: Operation = {
  id: 'createWebhookEndpoint',
  method: 'POST',
  path: '/api/v1/webhook-endpoints',
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const getWebhookEndpointOperation: Operation = {
  id: 'getWebhookEndpoint',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{id}',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
};

const updateWebhookEndpointOperation: Operation = {
  id: 'updateWebhookEndpoint',
  method: 'PUT',
  path: '/api/v1/webhook-endpoints/{id}',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
};

const deleteWebhookEndpointOperation: Operation = {
  id: 'deleteWebhookEndpoint',
  method: 'DELETE',
  path: '/api/v1/webhook-endpoints/{id}',
  inPath: ['id'],
  accept: 'application/json',
};

const rotateWebhookSecretOperation: Operation = {
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/secret',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const sendTestWebhookOperation: Operation = {
  id: 'sendTestWebhook',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/test',
  inPath: ['id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const listWebhookDeliveriesOperation: Operation = {
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{id}/deliveries',
  inPath: ['id'],
  inQuery: ['status', 'limit', 'cursor'],
  accept: 'application/json',
  paging: 'cursor',
};

const getWebhookDeliveryOperation: Operation = {
  id: 'getWebhookDelivery',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}',
  inPath: ['id', 'delivery_id'],
  accept: 'application/json',
  enveloped: true,
};

const redeliverWebhookOperation: Operation = {
  id: 'redeliverWebhook',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/deliveries/{delivery_id}/redelivery',
  inPath: ['id', 'delivery_id'],
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

const redeliverWebhooksOperation: Operation = {
  id: 'redeliverWebhooks',
  method: 'POST',
  path: '/api/v1/webhook-endpoints/{id}/redeliveries',
  inPath: ['id'],
  body: { mediaType: 'application/json', from: 'members', form: 'json' },
  accept: 'application/json',
  enveloped: true,
  keyed: true,
};

/** Result of `listEventTypes`. */
export type ListEventTypesResult = readonly {
  readonly type: 'brand.deletion_scheduled' | 'brand.deletion_reminder' | 'brand.deletion_cancelled' | 'brand.export_ready' | 'order.created' | 'order.status_changed' | 'order.changed' | 'order.paid' | 'order.refunded' | 'product.low_stock' | 'product.created' | 'product.changed' | 'product.deleted' | 'campaign.sent' | 'campaign.failed' | 'campaign.paused' | 'referral.completed' | 'member.joined' | 'member.left' | 'referral.reward_earned' | 'subscription.changed' | 'subscription.payment_reminder' | 'invoice.paid' | 'invoice.payment_failed' | 'webhook_endpoint.disabled' | 'webhook_endpoint.test';
  readonly summary: string;
  readonly data: { readonly [name: string]: unknown };
}[];

/** Input of `listWebhookEndpoints`. */
export type ListWebhookEndpointsInput = {
  /** Id of the brand */
  readonly brand_id: string;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `createWebhookEndpoint`. */
export type CreateWebhookEndpointInput = {
  readonly brand_id: string;
  readonly url: string;
  readonly description?: string | undefined;
  readonly event_types?: readonly ('brand.deletion_scheduled' | 'brand.deletion_reminder' | 'brand.deletion_cancelled' | 'brand.export_ready' | 'order.created' | 'order.status_changed' | 'order.changed' | 'order.paid' | 'order.refunded' | 'product.low_stock' | 'product.created' | 'product.changed' | 'product.deleted' | 'campaign.sent' | 'campaign.failed' | 'campaign.paused' | 'referral.completed' | 'member.joined' | 'member.left' | 'referral.reward_earned' | 'subscription.changed' | 'subscription.payment_reminder' | 'invoice.paid' | 'invoice.payment_failed' | 'webhook_endpoint.disabled')[] | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
};

/** Result of `createWebhookEndpoint`. */
export type CreateWebhookEndpointResult = {
  readonly id: string;
  readonly brand_id: string;
  readonly url: string;
  readonly description?: string | undefined;
  readonly event_types?: readonly ('brand.deletion_scheduled' | 'brand.deletion_reminder' | 'brand.deletion_cancelled' | 'brand.export_ready' | 'order.created' | 'order.status_changed' | 'order.changed' | 'order.paid' | 'order.refunded' | 'product.low_stock' | 'product.created' | 'product.changed' | 'product.deleted' | 'campaign.sent' | 'campaign.failed' | 'campaign.paused' | 'referral.completed' | 'member.joined' | 'member.left' | 'referral.reward_earned' | 'subscription.changed' | 'subscription.payment_reminder' | 'invoice.paid' | 'invoice.payment_failed' | 'webhook_endpoint.disabled' | 'webhook_endpoint.test')[] | undefined;
  readonly status: 'enabled' | 'disabled';
  readonly disabled_reason?: 'owner' | 'gone' | 'failing' | undefined;
  readonly disabled_at?: string | undefined;
  readonly failing_since?: string | undefined;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
  readonly secret?: string | undefined;
};

/** Input of `getWebhookEndpoint`. */
export type GetWebhookEndpointInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
};

/** Input of `updateWebhookEndpoint`. */
export type UpdateWebhookEndpointInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
  readonly url: string;
  readonly description?: string | undefined;
  readonly event_types?: readonly ('brand.deletion_scheduled' | 'brand.deletion_reminder' | 'brand.deletion_cancelled' | 'brand.export_ready' | 'order.created' | 'order.status_changed' | 'order.changed' | 'order.paid' | 'order.refunded' | 'product.low_stock' | 'product.created' | 'product.changed' | 'product.deleted' | 'campaign.sent' | 'campaign.failed' | 'campaign.paused' | 'referral.completed' | 'member.joined' | 'member.left' | 'referral.reward_earned' | 'subscription.changed' | 'subscription.payment_reminder' | 'invoice.paid' | 'invoice.payment_failed' | 'webhook_endpoint.disabled')[] | undefined;
  readonly status?: 'enabled' | 'disabled' | undefined;
};

/** Input of `deleteWebhookEndpoint`. */
export type DeleteWebhookEndpointInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
};

/** Input of `rotateWebhookSecret`. */
export type RotateWebhookSecretInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
  readonly overlap_hours: number;
};

/** Result of `rotateWebhookSecret`. */
export type RotateWebhookSecretResult = {
  readonly endpoint_id: string;
  readonly created_at: string;
  readonly earlier_secret_expires_at: string;
  readonly secret?: string | undefined;
};

/** Input of `sendTestWebhook`. */
export type SendTestWebhookInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
};

/** Input of `listWebhookDeliveries`. */
export type ListWebhookDeliveriesInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
  /** Deliveries in this status */
  readonly status?: 'pending' | 'delivered' | 'failed' | undefined;
  /** Maximum records on a page */
  readonly limit?: number | undefined;
  /** `next_cursor` of the previous page; omit it for the first page */
  readonly cursor?: string | undefined;
};

/** Input of `getWebhookDelivery`. */
export type GetWebhookDeliveryInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
  /** Id of the delivery */
  readonly delivery_id: string;
};

/** Input of `redeliverWebhook`. */
export type RedeliverWebhookInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
  /** Id of the delivery */
  readonly delivery_id: string;
};

/** Input of `redeliverWebhooks`. */
export type RedeliverWebhooksInput = {
  /** Id of the webhook endpoint */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly status?: 'failed' | 'delivered' | 'all' | undefined;
};

/** Result of `redeliverWebhooks`. */
export type RedeliverWebhooksResult = {
  readonly id: string;
  readonly endpoint_id: string;
  readonly from: string;
  readonly to: string;
  readonly status: string;
};

export class WebhooksOperations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the events that webhook endpoints can subscribe to
   *
   * operationId: listEventTypes
   */
  listEventTypes(options?: RequestOptions): ApiCall<ListEventTypesResult> {
    return this.#transport.call(listEventTypesOperation, {}, options);
  }

  /**
   * List the webhook endpoints of a brand, oldest first
   *
   * operationId: listWebhookEndpoints
   */
  listEndpoints(input: ListWebhookEndpointsInput, options?: RequestOptions): PagedCall<schema.WebhookEndpoint, CursorPage<schema.WebhookEndpoint>> {
    return this.#transport.list(listWebhookEndpointsOperation, input, options);
  }

  /**
   * Create a webhook endpoint; its secret is shown once
   *
   * Deliveries follow Standard Webhooks: headers webhook-id, webhook-timestamp and webhook-signature
   * (HMAC-SHA256 of `id.timestamp.body`, version v1). A 2xx answer within 15 seconds ends a delivery.
   * Anything else, also a redirect, is repeated after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10
   * hours; Retry-After is honored. 410 disables the endpoint.
   *
   * operationId: createWebhookEndpoint
   */
  createEndpoint(input: CreateWebhookEndpointInput, options?: RequestOptions & KeyOptions): ApiCall<CreateWebhookEndpointResult> {
    return this.#transport.call(createWebhookEndpointOperation, input, options);
  }

  /**
   * Get a webhook endpoint
   *
   * operationId: getWebhookEndpoint
   */
  getEndpoint(input: GetWebhookEndpointInput, options: RequestOptions & ChangeOptions): ApiCall<schema.WebhookEndpoint | undefined>;
  /**
   * Get a webhook endpoint
   *
   * operationId: getWebhookEndpoint
   */
  getEndpoint(input: GetWebhookEndpointInput, options?: RequestOptions): ApiCall<schema.WebhookEndpoint>;
  getEndpoint(input: GetWebhookEndpointInput, options?: RequestOptions): ApiCall<never> {
    return this.#transport.call(getWebhookEndpointOperation, input, options);
  }

  /**
   * Replace, enable or disable a webhook endpoint
   *
   * operationId: updateWebhookEndpoint
   */
  updateEndpoint(input: UpdateWebhookEndpointInput, options?: RequestOptions & MatchOptions): ApiCall<schema.WebhookEndpoint> {
    return this.#transport.call(updateWebhookEndpointOperation, input, options);
  }

  /**
   * Delete a webhook endpoint and its secret
   *
   * operationId: deleteWebhookEndpoint
   */
  deleteEndpoint(input: DeleteWebhookEndpointInput, options?: RequestOptions & MatchOptions): ApiCall<void> {
    return this.#transport.call(deleteWebhookEndpointOperation, input, options);
  }

  /**
   * Replace the secret of a webhook endpoint; the new one is shown once
   *
   * Until the earlier secret expires, every delivery has a signature by each of the two.
   *
   * operationId: rotateWebhookSecret
   */
  rotateSecret(input: RotateWebhookSecretInput, options?: RequestOptions & KeyOptions): ApiCall<RotateWebhookSecretResult> {
    return this.#transport.call(rotateWebhookSecretOperation, input, options);
  }

  /**
   * Send a test event to a webhook endpoint
   *
   * The event has the type webhook_endpoint.test. Read its delivery for the result.
   *
   * operationId: sendTestWebhook
   */
  sendTestWebhook(input: SendTestWebhookInput, options?: RequestOptions & KeyOptions): ApiCall<schema.WebhookDelivery> {
    return this.#transport.call(sendTestWebhookOperation, input, options);
  }

  /**
   * List the deliveries of a webhook endpoint of the last 30 days, newest first
   *
   * operationId: listWebhookDeliveries
   */
  listDeliveries(input: ListWebhookDeliveriesInput, options?: RequestOptions): PagedCall<schema.WebhookDelivery, CursorPage<schema.WebhookDelivery>> {
    return this.#transport.list(listWebhookDeliveriesOperation, input, options);
  }

  /**
   * Get a delivery with its attempts
   *
   * operationId: getWebhookDelivery
   */
  getDelivery(input: GetWebhookDeliveryInput, options?: RequestOptions): ApiCall<schema.WebhookDeliveryDetail> {
    return this.#transport.call(getWebhookDeliveryOperation, input, options);
  }

  /**
   * Send a delivery again
   *
   * The delivery keeps its id and body, and begins its schedule of attempts again.
   *
   * operationId: redeliverWebhook
   */
  redeliverWebhook(input: RedeliverWebhookInput, options?: RequestOptions & KeyOptions): ApiCall<schema.WebhookDelivery> {
    return this.#transport.call(redeliverWebhookOperation, input, options);
  }

  /**
   * Send the deliveries of a range of time again
   *
   * The range covers the times of the events, both ends included.
   *
   * operationId: redeliverWebhooks
   */
  redeliverWebhooks(input: RedeliverWebhooksInput, options?: RequestOptions & KeyOptions): ApiCall<RedeliverWebhooksResult> {
    return this.#transport.call(redeliverWebhooksOperation, input, options);
  }
}
