import type { Order, OrderStatus } from '#commerce/orders/order.ts';
import { toast } from '#web/components/toasts.tsx';
import { refreshAll } from '#web/data/query.ts';
import { sendOrderStatus } from '#web/offline/order-writes.ts';
import { texts } from '#web/text/texts.ts';

/** The members of an order that a change of its status needs. */
type Changeable = Pick<Order, 'id' | 'brand_id' | 'status' | 'version'>;

/**
 * Changes the status of an order. Without signal, the change waits in the outbox. The reason is that of a cancellation.
 *
 * @throws ApiError if the service refuses the change
 */
export async function changeStatus(
  order: Changeable,
  to: OrderStatus,
  reason = '',
): Promise<'sent' | 'waiting'> {
  const { id, brand_id: brandId, status: from, version } = order;
  return sendOrderStatus({
    id,
    brandId,
    from,
    to,
    version,
    ...(reason !== '' && { reason }),
  });
}

/** Says how a change of a status ended. */
export function reportStatus(to: Exclude<OrderStatus, 'pending'>, outcome: 'sent' | 'waiting'): void {
  const { done } = texts.orders;
  toast(outcome === 'sent' ? { text: done[to], tone: 'good' } : { text: done.waiting, tone: 'info' });
}

/** Reads everything again that shows orders: lists, pick lists, figures and stock. */
export function refreshOrders(): void {
  for (const prefix of ['orders', 'home', 'products/stock']) refreshAll(prefix);
}
