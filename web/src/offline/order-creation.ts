import { isClientError } from '#clients/typescript/src/runtime/errors.ts';
import type { Order } from '#commerce/orders/order.ts';
import { api } from '#web/api/api.ts';
import { isOnline } from '#web/data/connectivity.ts';
import { addWrite } from '#web/offline/outbox.ts';
import type { NewOrder } from '#web/offline/outbox-entry.ts';

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
