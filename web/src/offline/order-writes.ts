import { computed, type ReadonlySignal } from '@preact/signals';
import { isClientError } from '#clients/typescript/src/runtime/errors.ts';
import type { Order } from '#commerce/orders/order.ts';
import { api } from '#web/api/api.ts';
import { isOnline } from '#web/data/connectivity.ts';
import { addWrite, outboxEntries } from '#web/offline/outbox.ts';
import type { NewOrder, OrderStatus } from '#web/offline/outbox-entry.ts';

/** A change of the status of an order, as the person has seen the order. */
export interface OrderStatusInput {
  readonly id: string;
  readonly brandId: string;
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly version: number;
  /** Why the order is cancelled. */
  readonly reason?: string | undefined;
}

/**
 * Changes the status of an order, now or when the signal is back.
 *
 * @throws ApiError if the service refuses the change
 */
export async function sendOrderStatus({
  id,
  brandId,
  from,
  to,
  version,
  reason,
}: OrderStatusInput): Promise<'sent' | 'waiting'> {
  const isQueued = outboxEntries.value.some(({ write }) => write.recordId === id);
  if (!isQueued && navigator.onLine) {
    try {
      await api(
        'PUT /api/v1/orders/{id}/status',
        { id, status: to, reason },
        { ifMatch: { version }, maxRetries: 0, timeoutMs: 10_000 },
      );
      return 'sent';
    } catch (error) {
      // Without a reply the service may have the change. The outbox finds out when it sends the change again.
      if (!isClientError(error) || error.kind === 'api') throw error;
    }
  }
  // Behind another entry the version is the one after that entry.
  await addWrite(brandId, {
    kind: 'order_status',
    recordId: id,
    version: isQueued ? undefined : version,
    from,
    to,
    reason,
  });
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
 * Creates an order, now or when the signal is back. `idempotencyKey` is the same for all calls with the same order.
 *
 * @throws ApiError if the service refuses the order
 */
export async function sendOrder(order: NewOrder, idempotencyKey: string): Promise<Order | 'waiting'> {
  const write = { kind: 'create_order', recordId: crypto.randomUUID(), order } as const;
  if (!isOnline.value) {
    await addWrite(order.brand_id, write);
    return 'waiting';
  }
  const at = Date.now();
  try {
    return await api('POST /api/v1/orders', order, { idempotencyKey, maxRetries: 0, timeoutMs: 10_000 });
  } catch (error) {
    if (!isClientError(error) || error.kind === 'api') throw error;
    // Without a reply the service may have the order. The outbox sends the same again, under the same key.
    await addWrite(order.brand_id, { ...write, first: { at } }, { sentAs: { idempotencyKey, attempts: 1 } });
    return 'waiting';
  }
}
