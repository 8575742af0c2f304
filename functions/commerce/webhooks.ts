import { freeEntitlement, useEntitlement } from '#commerce/billing/entitlement-records.ts';
import type * as declared from '#commerce/webhooks/contract.ts';
import {
  again,
  detailOf,
  newDelivery,
  newWebhookEndpoint,
  replaceWebhookEndpoint,
  requireEnabled,
  rotatedSecrets,
  summaryOf,
  webhookSecret,
  webhookSecretBytes,
} from '#commerce/webhooks/delivery.ts';
import {
  deliveries,
  deliverWork,
  endpoints,
  insertActions,
  newDeliveryActions,
  redeliveryActions,
  removeActions,
  secrets,
} from '#commerce/webhooks/records.ts';
import { requireTarget } from '#commerce/webhooks/target.ts';
import { eventTypeList } from '#contract/commerce/event-types.ts';
import { webhookTargetRules } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { type Call, change, showOnce } from '#http/endpoint/operation.ts';
import type { PlainCall } from '#http/endpoint/plain-endpoint.ts';
import { accepted, created, noContent, ok, okBare, okPage } from '#http/reply/replies.ts';
import { recordEvents } from '#store/commerce/work/outbox.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';

const newSecret = () => webhookSecret(crypto.getRandomValues(new Uint8Array(webhookSecretBytes)));

export async function createWebhookEndpoint({
  body,
  now,
  newId,
}: Call<typeof declared.createWebhookEndpoint>) {
  requireTarget(body.url, webhookTargetRules(process.env));
  const endpoint = newWebhookEndpoint(body, { id: newId(), now });
  const secret = newSecret();
  const replyWith = (data: object) => created(data, `/api/v1/webhook-endpoints/${endpoint.id}`, endpoint);
  const use = { brandId: endpoint.brand_id, name: 'webhook_endpoints', amount: 1, now } as const;
  return showOnce(
    replyWith({ ...endpoint, secret }),
    change(
      replyWith(endpoint),
      ...insertActions(endpoint, { secret, created_at: endpoint.created_at }),
      ...(await useEntitlement(use)),
    ),
  );
}

export async function listWebhookEndpoints({ query }: Call<typeof declared.listWebhookEndpoints>) {
  const { brand_id, ...page } = query;
  const { data, nextCursor } = await endpoints.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export const getWebhookEndpoint = ({ resource }: Call<typeof declared.getWebhookEndpoint>) =>
  ok(resource, resource);

export function updateWebhookEndpoint({
  resource: before,
  body,
  now,
}: Call<typeof declared.updateWebhookEndpoint>) {
  requireTarget(body.url, webhookTargetRules(process.env));
  const after = replaceWebhookEndpoint(before, body, now);
  // A disabled endpoint gives up its waiting deliveries.
  const work = after.status === 'disabled' ? [deliverWork(after, now)] : [];
  return change(ok(after, after), endpoints.replace(before, after), ...work);
}

export async function deleteWebhookEndpoint({
  resource: endpoint,
  now,
}: Call<typeof declared.deleteWebhookEndpoint>) {
  const use = { brandId: endpoint.brand_id, name: 'webhook_endpoints', amount: 1, now } as const;
  const freed = await freeEntitlement(use);
  return change(noContent(), ...removeActions(endpoint, now), ...freed);
}

export async function rotateWebhookSecret({
  resource: { id: endpoint_id },
  body,
  now,
}: Call<typeof declared.rotateWebhookSecret>) {
  const before = found(await secrets.find({ endpoint_id }));
  const secret = newSecret();
  const rotated = rotatedSecrets(before.secrets, secret, { now, overlapHours: body.overlap_hours });
  const shown = {
    endpoint_id,
    created_at: now.toISOString(),
    earlier_secret_expires_at: rotated[1]?.expires_at ?? now.toISOString(),
  };
  const after = { endpoint_id, secrets: [...rotated], version: before.version + 1 };
  return showOnce(
    created({ ...shown, secret }, undefined),
    change(created(shown, undefined), secrets.replace(before, after)),
  );
}

/** Wakes the worker that sends the deliveries of an endpoint. */
const wakesSender = (key: string, due: Date) => ({ wakes: { kind: 'deliver-webhooks', key }, due }) as const;

export function sendTestWebhook({ resource: endpoint, now, newId }: Call<typeof declared.sendTestWebhook>) {
  requireEnabled(endpoint);
  const test = { type: 'webhook_endpoint.test', data: { endpoint_id: endpoint.id } } as const;
  const [event] = recordEvents(endpoint.brand_id, [test], { now, newId });
  const delivery = newDelivery(endpoint, found(event), now);
  return change(
    created(summaryOf(delivery), `/api/v1/webhook-endpoints/${endpoint.id}/deliveries/${delivery.id}`),
    ...newDeliveryActions(delivery),
    deliverWork(endpoint, now),
    wakesSender(endpoint.id, now),
  );
}

export async function listWebhookDeliveries({
  resource: { id: endpoint_id },
  query: { status, ...page },
}: Call<typeof declared.listWebhookDeliveries>) {
  const newest = { ...page, newestFirst: true };
  const { data, nextCursor } =
    status === undefined
      ? await deliveries.page({ endpoint_id }, newest)
      : await deliveries.pageBy('gsi1', { endpoint_id, status }, newest);
  return okPage(data.map(summaryOf), nextCursor);
}

export async function getWebhookDelivery({
  resource: { id: endpoint_id },
  parameters: { delivery_id: id },
}: Call<typeof declared.getWebhookDelivery>) {
  return ok(detailOf(found(await deliveries.find({ endpoint_id, id }))));
}

export async function redeliverWebhook({
  resource: endpoint,
  parameters: { delivery_id: id },
  now,
}: Call<typeof declared.redeliverWebhook>) {
  requireEnabled(endpoint);
  const before = found(await deliveries.find({ endpoint_id: endpoint.id, id }));
  const after = again(before, now);
  return change(
    created(summaryOf(after), undefined),
    ...redeliveryActions(before, after),
    deliverWork(endpoint, now),
    wakesSender(endpoint.id, now),
  );
}

export function redeliverWebhooks({
  resource: endpoint,
  body: { from, to, status },
  now,
  newId,
}: Call<typeof declared.redeliverWebhooks>) {
  requireEnabled(endpoint);
  const id = newId();
  const work = { kind: 'redeliver-webhooks', key: id } as const;
  const payload = { brand_id: endpoint.brand_id, endpoint_id: endpoint.id, from, to, status };
  return change(
    accepted(
      { id, endpoint_id: endpoint.id, from, to, status },
      `/api/v1/webhook-endpoints/${endpoint.id}/deliveries`,
    ),
    scheduleWork({ ...work, due: now, payload }),
    { wakes: work, due: now },
  );
}

let eventTypes: ReturnType<typeof eventTypeList> | undefined;

export function listEventTypes(_: PlainCall<typeof declared.listEventTypes>) {
  eventTypes ??= eventTypeList();
  return okBare({ data: eventTypes });
}
