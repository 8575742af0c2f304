import type { Order, OrderStatus } from '#commerce/orders/contract.ts';
import { ApiError } from '#contract/errors.ts';

const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['ready', 'cancelled'],
  ready: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** Whether an order may change from one status to another. */
export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to);

/** The status that follows in the work; undefined at its end. */
export const nextStatus = (status: OrderStatus): OrderStatus | undefined =>
  transitions[status].find((next) => next !== 'cancelled');

/**
 * The order in its next status, with the next version; the same order if it already has that status.
 *
 * @throws ApiError illegal_transition
 */
export function changeOrderStatus(order: Order, status: OrderStatus, now: Date, reason?: string): Order {
  if (order.status === status) return order;
  if (!mayBecome(order.status, status)) {
    const message = `An order in status ${order.status} cannot change to ${status}`;
    throw new ApiError('illegal_transition', { message });
  }
  return {
    ...order,
    status,
    ...(reason !== undefined && { cancel_reason: reason }),
    updated_at: now.toISOString(),
    version: order.version + 1,
  };
}
