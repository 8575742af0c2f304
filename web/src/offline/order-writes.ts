import { computed, type ReadonlySignal } from '@preact/signals';
import { isClientError } from '#clients/typescript/src/runtime/errors.ts';
import type { Order } from '#commerce/orders/order.ts';
import { api } from '#web/api/api.ts';
import { isOnline } from '#web/data/connectivity.ts';
import { addWrite, outboxEntries } from '#web/offline/outbox.ts';
import type { NewOrder, OrderStatus } from '#web/offline/outbox-entry.ts';
import { handOver, type Taken } from '#web/offline/sale.ts';
import type { NamedOrder } from '#web/text/format.ts';

/** The members of an order that a change of its status needs. */
type ChangeableOrder = Pick<Order, 'id' | 'brand_id' | 'status' | 'version'> & NamedOrder;

/**
 * Changes the status of an order, as the person has seen the order, now or when the signal is back. An empty `text` is
 * no reason.
 *
 * @throws ApiError if the service refuses the change
 */
export async function sendOrderStatus(
  { id, brand_id, status: from, version, number, customer_name, customer_email }: ChangeableOrder,
  to: OrderStatus,
  text = '',
): Promise<'sent' | 'waiting'> {
  const reason = text || undefined;
  const isQueued = outboxEntries.value.some(({ write }) => write.recordId === id);
  if (!isQueued && navigator.onLine) {
    const change = api(
      'PUT /api/v1/orders/{id}/status',
      { id, status: to, reason },
      { ifMatch: { version }, maxRetries: 0, timeoutMs: 10_000 },
    );
    // The outbox finds out whether the service has the change when it sends the change again.
    if ((await replyTo(change)) !== undefined) return 'sent';
  }
  // Behind another entry the version is the one after that entry.
  const seen = isQueued ? undefined : version;
  const order = { number, customer_name, customer_email };
  await addWrite(brand_id, { kind: 'order_status', recordId: id, order, version: seen, from, to, reason });
  return 'waiting';
}

/** Statuses that wait in the outbox, by order. */
export const pendingOrderStatus: ReadonlySignal<ReadonlyMap<string, OrderStatus>> = computed(
  () =>
    new Map(
      outboxEntries.value.flatMap(({ write }) =>
        write.kind === 'order_status' ? [[write.recordId, write.to] as const] : [],
      ),
    ),
);

/**
 * Creates an order, now or when the signal is back; one with `taken` is paid and completed, too. `idempotencyKey` is the same for all
 * calls with the same order.
 *
 * @throws ApiError if the service refuses the order
 */
export async function sendOrder(
  order: NewOrder,
  idempotencyKey: string,
  taken?: Taken,
): Promise<Order | 'waiting'> {
  const write = { kind: 'create_order', recordId: crypto.randomUUID(), order, taken } as const;
  if (!isOnline.value) {
    await addWrite(order.brand_id, write);
    return 'waiting';
  }
  const at = Date.now();
  const once = { maxRetries: 0, timeoutMs: 10_000 };
  const send = async () => {
    const created = await api('POST /api/v1/orders', order, { ...once, idempotencyKey });
    return taken === undefined ? created : await handOver(created, taken, idempotencyKey, once);
  };
  const reply = await replyTo(send());
  if (reply !== undefined) return reply;
  // The outbox sends the same again, under the same key.
  await addWrite(order.brand_id, { ...write, first: { at } }, { sentAs: { idempotencyKey, attempts: 1 } });
  return 'waiting';
}

/** Returns the reply to a write; undefined if none arrived, and the service may have the write. */
async function replyTo<Reply>(write: Promise<Reply>): Promise<Reply | undefined> {
  return write.catch((error: unknown) => {
    if (!isClientError(error) || error.kind === 'api') throw error;
    return undefined;
  });
}
