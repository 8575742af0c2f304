import type { Order, OrderStatus } from '#contract/commerce/orders.ts';
import { ApiError } from '#contract/errors.ts';

const moves: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['ready', 'cancelled'],
  ready: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/**
 * The order in its next status, one version on; the same order when it is in that status already.
 *
 * @throws ApiError illegal_transition
 */
export function changeOrderStatus(order: Order, status: OrderStatus, now: Date): Order {
  if (order.status === status) return order;
  if (!moves[order.status].includes(status)) {
    const message = `An order that is ${order.status} cannot become ${status}`;
    throw new ApiError('illegal_transition', { message });
  }
  return { ...order, status, updated_at: now.toISOString(), version: order.version + 1 };
}
