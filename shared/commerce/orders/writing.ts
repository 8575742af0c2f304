import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { firstOrders, ledgerWrites, type People } from '../contacts/ledger-records.ts';
import { readOwner } from '../contacts/people-records.ts';
import { orderFigureActions } from '../reports/figure-records.ts';
import { stockActions } from '../stock/records.ts';
import type { StockChange } from '../stock/reserve.ts';
import { countPickup } from '../stops/records.ts';
import type { OrderChange } from './contract.ts';
import { changedMembers } from './editing.ts';
import type { Order, OrderPayment, OrderStatus } from './order.ts';
import { orderChanges, orderPayments, orders, rowWrites } from './records.ts';

/** What an order is written with, from values that were read before. */
export interface OrderCircumstances {
  /** Capacity of the stop; no limit if absent. */
  readonly capacity?: number | undefined;
  readonly stock?: readonly StockChange[] | undefined;
  /** The contacts of the order before and after. */
  readonly people?: People | undefined;
  readonly payment?: OrderPayment | undefined;
  /** Who changes the order, and why. */
  readonly log?: Pick<OrderChange, 'by' | 'kind'> & { readonly reason?: string | undefined };
  /** Actions of promo code and credit, and conditions on what the order depends on. */
  readonly others?: readonly TransactAction[];
}

/**
 * The actions of a new order or of a change of one: the order, what it is found by, its figures, its place in the pickup day, stock
 * and history. They fail if another write has changed the order.
 */
export const orderWrites = (
  before: Order | undefined,
  after: Order,
  { capacity, stock = [], people = {}, payment, log, others = [] }: OrderCircumstances = {},
): readonly TransactAction[] => [
  before === undefined ? orders.insert(after) : orders.replace(before, after),
  ...rowWrites(before, after),
  ...orderFigureActions(before, after, firstOrders(before, after, people)),
  ...countPickup({ ...(before && { before }), after }, capacity),
  ...stockActions(after.brand_id, stock),
  ...ledgerWrites(before, after, people),
  ...(payment === undefined ? [] : [orderPayments.insert(payment)]),
  ...(before === undefined || log === undefined ? [] : [orderChanges.insert(changeOf(before, after, log))]),
  ...others,
];

const changeOf = (
  before: Order,
  after: Order,
  { by, kind, reason }: NonNullable<OrderCircumstances['log']>,
): OrderChange & { readonly brand_id: string } => ({
  brand_id: after.brand_id,
  order_id: after.id,
  version: after.version,
  at: after.updated_at,
  by,
  kind,
  members: [...changedMembers(before, after)],
  status: after.status,
  ...(before.status !== after.status && { previous_status: before.status }),
  ...(reason !== undefined && { reason }),
  total_cents: after.total_cents,
  amount_due_cents: after.amount_due_cents,
});

/** {@link orderWrites} of a change that leads to no other contact. They fail if the facts of the contact change meanwhile. */
export const changeWrites = async (
  before: Order,
  after: Order,
  circumstances: Omit<OrderCircumstances, 'people'> = {},
): Promise<readonly TransactAction[]> =>
  orderWrites(before, after, {
    ...circumstances,
    people: await readOwner(before, after),
  });

/** The data of order events. It names no customer, because deliveries are logged. */
const orderFacts = (order: Order) => ({
  id: order.id,
  number: order.number,
  status: order.status,
  total: order.total,
  fulfillment: order.fulfillment,
  ...(order.stop_id !== undefined && { stop_id: order.stop_id }),
  item_count: order.items.reduce((sum, { quantity }) => sum + quantity, 0),
  created_at: order.created_at,
  updated_at: order.updated_at,
  version: order.version,
});

export const orderCreatedEvent = (order: Order): OutgoingEvent => ({
  type: 'order.created',
  data: orderFacts(order),
});

export const orderStatusEvent = (order: Order, previous_status: OrderStatus): OutgoingEvent => ({
  type: 'order.status_changed',
  data: { ...orderFacts(order), previous_status },
});

export const orderChangedEvent = (order: Order): OutgoingEvent => ({
  type: 'order.changed',
  data: orderFacts(order),
});

const moneyFacts = (order: Order) => ({
  currency: order.currency,
  amount_due_cents: order.amount_due_cents,
  paid_cents: order.paid_cents,
  refunded_cents: order.refunded_cents,
  allowed_cents: order.allowed_cents,
  collect_cents: order.collect_cents,
  return_cents: order.return_cents,
  payment_state: order.payment_state,
});

/** The event of a change by which an order became paid. */
export const orderPaidEvents = (before: Order, after: Order): readonly OutgoingEvent[] =>
  after.payment_state === 'paid' && before.payment_state !== 'paid'
    ? [{ type: 'order.paid', data: { ...orderFacts(after), ...moneyFacts(after) } }]
    : [];

export const orderRefundedEvent = (
  order: Order,
  refund: { readonly id: string; readonly amount_cents: number },
): OutgoingEvent => ({
  type: 'order.refunded',
  data: {
    ...orderFacts(order),
    ...moneyFacts(order),
    refund_id: refund.id,
    refund_cents: refund.amount_cents,
  },
});
