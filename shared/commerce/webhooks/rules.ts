import type {
  WebhookEndpoint,
  WebhookEndpointInput,
  WebhookEndpointReplacement,
} from '#commerce/webhooks/contract.ts';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { ApiError } from '#contract/errors.ts';

export function newWebhookEndpoint(
  input: WebhookEndpointInput,
  { id, now }: { readonly id: string; readonly now: Date },
): WebhookEndpoint {
  const { brand_id, ...settings } = input;
  const time = now.toISOString();
  return { id, brand_id, ...settingsOf(settings, time), created_at: time, updated_at: time, version: 1 };
}

/** The endpoint with its settings replaced and the next version. An enabled endpoint begins without failures. */
export function replaceWebhookEndpoint(
  before: WebhookEndpoint,
  replacement: WebhookEndpointReplacement,
  now: Date,
): WebhookEndpoint {
  const { id, brand_id, created_at, version, disabled_reason, disabled_at } = before;
  const time = now.toISOString();
  const stays = before.status === 'disabled' && replacement.status === 'disabled';
  return {
    id,
    brand_id,
    ...settingsOf(replacement, time),
    ...(stays && disabled_reason && { disabled_reason }),
    ...(stays && disabled_at && { disabled_at }),
    created_at,
    updated_at: time,
    version: version + 1,
  };
}

/** Whether the endpoint receives an event: one of its types, not older than the endpoint. */
export const receives = (endpoint: WebhookEndpoint, { type, created_at }: RecordedEvent): boolean =>
  endpoint.status === 'enabled' &&
  created_at >= endpoint.created_at &&
  (endpoint.event_types === undefined || endpoint.event_types.includes(type));

/** @throws ApiError webhook_endpoint_disabled */
export function requireEnabled({ status }: WebhookEndpoint): void {
  if (status === 'disabled') throw new ApiError('webhook_endpoint_disabled');
}

const settingsOf = (
  { url, description, event_types, status }: WebhookEndpointReplacement,
  time: string,
): Pick<WebhookEndpoint, 'url' | 'status'> & Partial<WebhookEndpoint> => ({
  url: new URL(url).href,
  ...(description !== undefined && { description }),
  ...(event_types !== undefined && { event_types: [...new Set(event_types)] }),
  status,
  ...(status === 'disabled' && { disabled_reason: 'owner', disabled_at: time }),
});
