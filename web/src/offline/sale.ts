import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import type { Order, OrderPayment } from '#commerce/orders/order.ts';
import { nextStatus } from '#commerce/orders/rules.ts';
import { api } from '#web/api/api.ts';

/** What the customer of a sale paid at once, in cents. */
export interface Taken {
  readonly method: OrderPayment['method'];
  readonly amountCents: number;
}

/**
 * Records the payment of a new order and completes the order, because the customer has the items. After a lost reply the same call
 * goes on where the service is. `idempotencyKey` is that of the order.
 *
 * @throws ApiError if the service refuses the payment
 */
export async function handOver(
  order: Order,
  { method, amountCents }: Taken,
  idempotencyKey: string,
  once: { readonly maxRetries: number; readonly timeoutMs: number },
): Promise<Order> {
  const { id } = order;
  let latest = order;
  if (amountCents > 0) {
    const paid = await api(
      'POST /api/v1/orders/{id}/payments',
      { id, method, amount_cents: amountCents },
      { ...once, idempotencyKey: `${idempotencyKey}-payment` },
    );
    latest = paid.order;
  }
  for (let next = nextStatus(latest.status); next !== undefined; next = nextStatus(latest.status)) {
    try {
      latest = await api(
        'PUT /api/v1/orders/{id}/status',
        { id, status: next },
        { ...once, ifMatch: { version: latest.version } },
      );
    } catch (error) {
      if (!isApiError(error, 'precondition_failed', 'illegal_transition')) throw error;
      latest = await api('GET /api/v1/orders/{id}', { id }, once);
    }
  }
  return latest;
}
