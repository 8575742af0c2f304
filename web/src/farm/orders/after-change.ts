import type { OrderStatus } from '#commerce/orders/order.ts';
import { toast } from '#web/components/toasts.tsx';
import { refreshAll } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';

/** Says how a change of a status ended. */
export function reportStatus(to: Exclude<OrderStatus, 'pending'>, outcome: 'sent' | 'waiting'): void {
  const { done } = texts.orders;
  toast(outcome === 'sent' ? { text: done[to], tone: 'good' } : { text: done.waiting, tone: 'info' });
}

/** Reads everything again that shows orders: lists, pick lists, figures and stock. */
export function refreshOrders(): void {
  for (const prefix of ['orders', 'home', 'products/stock']) refreshAll(prefix);
}
