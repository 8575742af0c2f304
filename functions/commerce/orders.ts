import { toDecimalNumber } from '#commerce/money.ts';
import { subtotalOf } from '#commerce/orders/amounts.ts';
import type * as declared from '#commerce/orders/contract.ts';
import { recordPayment, recordRefund } from '#commerce/orders/payment.ts';
import { prepareEdit, prepareOrder, prepareStatus, returnedCredit } from '#commerce/orders/preparing.ts';
import {
  orderChanges,
  orderPayments,
  readOrders,
  searchOrders,
  settings,
  takeOrderNumber,
} from '#commerce/orders/records.ts';
import { amountRefusal, changeOrderStatus, isPlainList } from '#commerce/orders/rules.ts';
import {
  changeWrites,
  orderChangedEvent,
  orderCreatedEvent,
  orderPaidEvents,
  orderRefundedEvent,
  orderStatusEvent,
  orderWrites,
} from '#commerce/orders/writing.ts';
import { restockChanges } from '#commerce/stock/reserve.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, ok, okPage } from '#http/reply/replies.ts';
import { newId as newIdAt } from '#persistence/new-id.ts';

export async function createOrder({ body, now, newId, takeOnce }: Call<typeof declared.createOrder>) {
  const subtotal = subtotalOf(body.items);
  if (typeof subtotal !== 'bigint') throw amountRefusal(subtotal);
  const { order, circumstances, events } = await prepareOrder(body, {
    id: idOfSale(body, newId),
    now,
    newId,
    takeNumber: () => takeOnce(() => takeOrderNumber(body.brand_id)),
  });
  const { id, brand_id } = order;
  const data = { order_id: id, total: toDecimalNumber(subtotal), brand_id };
  return change(
    created(order, `/api/v1/orders/${id}`, order),
    ...orderWrites(undefined, order, circumstances),
    { brand_id, events: [orderCreatedEvent(order), ...events] },
    { brand_id, activity: { event: 'orderCreated', data } },
  );
}

/** Lists and reports find orders of a time by their ids. */
const idOfSale = ({ sold_at }: { readonly sold_at?: string | undefined }, newId: () => string): string =>
  sold_at === undefined ? newId() : newIdAt(new Date(sold_at));

export async function listOrders({ query }: Call<typeof declared.listOrders>) {
  const { data, nextCursor } = await (isPlainList(query) ? readOrders(query) : searchOrders(query));
  return okPage(data, nextCursor);
}

export const getOrder = ({ resource: order }: Call<typeof declared.getOrder>) => ok(order, order);

export async function updateOrderStatus({
  resource: before,
  body: { status, reason },
  principal,
  now,
  newId,
}: Call<typeof declared.updateOrderStatus>) {
  const moved = changeOrderStatus(before, status, now, reason);
  if (moved === before) return ok(before, before);
  const { order, circumstances } = await prepareStatus(before, moved, { now, newId });
  const log = { by: principal.subject, kind: 'status_changed', reason } as const;
  return change(ok(order, order), ...(await changeWrites(before, order, { ...circumstances, log })), {
    brand_id: order.brand_id,
    events: [orderStatusEvent(order, before.status)],
  });
}

export async function editOrder({
  resource: before,
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.editOrder>) {
  const { order, circumstances, events } = await prepareEdit(before, body, { now, newId });
  const log = { by: principal.subject, kind: 'edited', reason: body.reason } as const;
  return change(ok(order, order), ...orderWrites(before, order, { ...circumstances, log }), {
    brand_id: order.brand_id,
    events: [orderChangedEvent(order), ...orderPaidEvents(before, order), ...events],
  });
}

export async function listOrderChanges({
  resource: { brand_id, id },
  query,
}: Call<typeof declared.listOrderChanges>) {
  const page = await orderChanges.page({ brand_id, order_id: id }, { ...query, newestFirst: true });
  return okPage(
    page.data.map(({ brand_id: _, ...shown }) => shown),
    page.nextCursor,
  );
}

export async function createOrderPayment({
  resource: before,
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.createOrderPayment>) {
  const by = principal.subject;
  const { order, payment } = recordPayment(before, body, { id: newId(), now, by });
  const circumstances = { payment, log: { by, kind: 'paid' } } as const;
  return change(
    created({ payment, order }, undefined, order),
    ...(await changeWrites(before, order, circumstances)),
    { brand_id: order.brand_id, events: [orderChangedEvent(order), ...orderPaidEvents(before, order)] },
  );
}

export async function createOrderRefund({
  resource: before,
  body,
  principal,
  now,
  newId,
}: Call<typeof declared.createOrderRefund>) {
  const by = principal.subject;
  const { order, payment } = recordRefund(before, body, { id: newId(), now, by });
  const circumstances = {
    payment,
    log: { by, kind: 'refunded', reason: body.reason },
    // The levels alone record a return, because an adjustment for each product does not fit the transaction of a large order.
    stock: body.restock && order.stock ? restockChanges(order.stock) : [],
    others: await returnedCredit(before, order, { now, newId }),
  } as const;
  return change(
    created({ payment, order }, undefined, order),
    ...(await changeWrites(before, order, circumstances)),
    { brand_id: order.brand_id, events: [orderRefundedEvent(order, payment)] },
  );
}

export async function listOrderPayments({
  resource: { brand_id, id },
  query,
}: Call<typeof declared.listOrderPayments>) {
  const page = await orderPayments.page({ brand_id, order_id: id }, { ...query, newestFirst: true });
  return okPage(page.data, page.nextCursor);
}

export const getOrderSettings = ({ resource }: Call<typeof declared.getOrderSettings>) =>
  ok(resource, resource);

export function updateOrderSettings({
  resource: before,
  body,
  now,
}: Call<typeof declared.updateOrderSettings>) {
  const { brand_id, version } = before;
  const after = { brand_id, ...body, updated_at: now.toISOString(), version: version + 1 };
  return change(ok(after, after), settings.replace(before, after));
}
