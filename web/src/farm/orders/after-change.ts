import type { OrderStatus } from '#commerce/orders/order.ts';
import { toast } from '#web/components/toasts.tsx';
import { refreshAll } from '#web/data/query.ts';
import { formatOrder, type NamedOrder } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

/** Says how a change of a status ended. */
export function reportStatus(
  order: NamedOrder,
  to: Exclude<OrderStatus, 'pending'>,
  outcome: 'sent' | 'waiting',
): void {
  const { done } = texts.orders;
  const detail = formatOrder(order);
  toast(
    outcome === 'sent'
      ? { text: done[to], detail, tone: 'good' }
      : { text: done.waiting, detail, tone: 'info' },
  );
}

/** Reads everything again that shows orders: lists, pick lists, figures and stock. */
export function refreshOrders(): void {
  for (const prefix of ['orders', 'home', 'products/stock']) refreshAll(prefix);
}
