import { statusOf } from '#commerce/billing/account.ts';
import type * as declared from '#commerce/billing/contract.ts';
import { accounts, applyProviderEvent, readInvoices } from '#commerce/billing/records.ts';
import {
  changeAtProvider,
  defaultCurrency,
  openCheckout,
  previewChange,
  readSubscription,
  showAddOns,
  showPlans,
} from '#commerce/billing/subscription-records.ts';
import { pricesEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import type { Call } from '#http/endpoint/operation.ts';
import type { PlainCall } from '#http/endpoint/plain-endpoint.ts';
import { created, noContent, ok, okList, okPage } from '#http/reply/replies.ts';
import { payments } from '#store/adapters/stripe/stripe.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';

export const getPlans = (_: PlainCall<typeof declared.getPlans>) =>
  ok(showPlans(pricesEnvironment.parse(process.env).DEFAULT_CURRENCY));

export async function getSubscription({ query, now }: Call<typeof declared.getSubscription>) {
  return ok(found(await readSubscription(query.brand_id, now)));
}

export async function changeSubscription({
  body: { brand_id, plan, cancel_at_period_end, proration_date },
  now,
  newId,
  recordEvents,
  wakeFor,
}: Call<typeof declared.changeSubscription>) {
  const { reply, due } = await changeAtProvider(payments(), {
    brandId: brand_id,
    change: {
      ...(plan !== undefined && { plan }),
      ...(cancel_at_period_end !== undefined && { cancel_at_period_end }),
      ...(proration_date !== undefined && { proration_date }),
    },
    reference: newId(),
    now,
    record: recordEvents,
    replyOf: ok,
  });
  for (const work of due) await wakeFor(work, now);
  return reply;
}

export async function createCheckout({
  body,
  now,
  newId,
  requestReference,
  recordReply,
}: Call<typeof declared.createCheckout>) {
  const reference = requestReference ?? newId();
  const { url, expires_at, actions } = await openCheckout(payments(), { ...body, reference, now });
  const reply = created({ url, ...(expires_at !== undefined && { expires_at }) }, undefined);
  await transact(commerceTable, [...actions, ...recordReply(reply)]);
  return reply;
}

export async function createPortal({
  body: { brand_id, return_url },
  newId,
  requestReference,
}: Call<typeof declared.createPortal>) {
  const { customer_id } = await accounts.find({ brand_id });
  if (customer_id === undefined) throw new ApiError('not_subscribed');
  const key = `portal-${requestReference ?? newId()}`;
  const { url } = await payments().createPortal({ customer_id, return_url }, key);
  return created({ url }, undefined);
}

export async function listAddOns({ query: { brand_id }, now }: Call<typeof declared.listAddOns>) {
  const { subscription } = statusOf(await accounts.find({ brand_id }), now);
  return okList(showAddOns(subscription?.add_ons ?? {}, defaultCurrency()));
}

export async function setAddOn({
  body: { brand_id, add_on, quantity, proration_date },
  now,
  newId,
  requestReference,
  recordEvents,
  recordReply,
  wakeFor,
}: Call<typeof declared.setAddOn>) {
  const { reply, due } = await changeAtProvider(payments(), {
    brandId: brand_id,
    change: {
      add_ons: { [add_on]: quantity },
      ...(proration_date !== undefined && { proration_date }),
    },
    reference: requestReference ?? newId(),
    now,
    record: recordEvents,
    replyOf: (subscription) => created(subscription, undefined),
    recordReply,
  });
  for (const work of due) await wakeFor(work, now);
  return reply;
}

export async function previewAddOns({
  body: { brand_id, plan, add_ons = [] },
  now,
}: Call<typeof declared.previewAddOns>) {
  const change = {
    ...(plan !== undefined && { plan }),
    add_ons: Object.fromEntries(add_ons.map(({ add_on, quantity }) => [add_on, quantity])),
  };
  return created(await previewChange(payments(), { brandId: brand_id, change, now }), undefined);
}

export async function removeAddOn({
  parameters: { add_on },
  query: { brand_id },
  now,
  newId,
  recordEvents,
  wakeFor,
}: Call<typeof declared.removeAddOn>) {
  const { reply, due } = await changeAtProvider(payments(), {
    brandId: brand_id,
    change: { add_ons: { [add_on]: 0 } },
    reference: newId(),
    now,
    record: recordEvents,
    replyOf: noContent,
  });
  for (const work of due) await wakeFor(work, now);
  return reply;
}

export async function listInvoices({ query }: Call<typeof declared.listInvoices>) {
  const { data, nextCursor } = await readInvoices(query);
  return okPage(data, nextCursor);
}

export async function receiveStripeEvent({
  body,
  header,
  now,
  recordEvents,
  wakeFor,
}: Call<typeof declared.receiveStripeEvent>) {
  const event = await payments().readEvent(body, header('stripe-signature'), now);
  const { outcome, due } = await applyProviderEvent(event, { now, record: recordEvents });
  for (const work of due) await wakeFor(work, now);
  return ok({ id: event.id, outcome });
}
