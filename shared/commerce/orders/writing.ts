import type { TransactAction } from '#store/dynamodb/table.ts';
import { firstOrders, ledgerWrites, type People } from '../contacts/ledger-records.ts';
import { readOwner } from '../contacts/people-records.ts';
import { orderFigureActions } from '../reports/figure-records.ts';
import { stockActions } from '../stock/records.ts';
import type { StockChange } from '../stock/reserve.ts';
import { countPickup } from '../stops/records.ts';
import type { OrderChange } from './contract.ts';
import { changedMembers } from './editing.ts';
import type { Order, OrderPayment } from './order.ts';
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
