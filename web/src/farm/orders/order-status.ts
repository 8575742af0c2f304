import type { Order } from '#clients/typescript/src/commerce/schemas.ts';

export type OrderStatus = Order['status'];
export type PaymentState = Order['payment_state'];
export type Fulfillment = Order['fulfillment'];

/** Statuses in the order of the work. */
export const statuses: readonly OrderStatus[] = ['pending', 'confirmed', 'ready', 'completed', 'cancelled'];

export const paymentStates: readonly PaymentState[] = [
  'unpaid',
  'authorized',
  'paid',
  'partially_refunded',
  'refunded',
];

export const fulfillments: readonly Fulfillment[] = ['pickup', 'ship', 'mixed'];

/** The status that follows in the work; undefined at its end. */
export const nextStatus: Readonly<Record<OrderStatus, OrderStatus | undefined>> = {
  pending: 'confirmed',
  confirmed: 'ready',
  ready: 'completed',
  completed: undefined,
  cancelled: undefined,
};

/** Whether an order in this status can be cancelled. */
export const canCancel = (status: OrderStatus): boolean => nextStatus[status] !== undefined;

/** Whether the service accepts the change from one status to another. */
export const canBecome = (from: OrderStatus, to: OrderStatus): boolean =>
  to === 'cancelled' ? canCancel(from) : nextStatus[from] === to;
