import type { Order, OrderStatus } from '#contract/commerce/orders.ts';
import { apportion, type Cents, decimalOf, type PricedLine, sumOfLines, toCents } from './money.ts';

/** How an order counts for its customer. An order without an e-mail address has no customer to recognize. */
export type CustomerKind = 'new' | 'returning' | 'without-email';

/** Figures of each UTC day. An order always counts on the day of its creation. */
export const dayCounters = [
  'order_count',
  'item_count',
  'gross_cents',
  'cancelled_cents',
  'status_pending',
  'status_confirmed',
  'status_ready',
  'status_completed',
  'status_cancelled',
  'fulfillment_pickup',
  'fulfillment_ship',
  'fulfillment_mixed',
  'new_customers',
  'orders_of_returning_customers',
  'orders_without_email',
] as const;

export type DayCounter = (typeof dayCounters)[number];

/** Amounts that a write adds to the figures of a day. */
export type DayChange = Readonly<Partial<Record<DayCounter, number | bigint>>>;

/** Amounts that an order adds to the figures of one product on its day. */
export interface ProductFigures {
  readonly product_id: string;
  readonly quantity: bigint;
  readonly cents: Cents;
}

/** The UTC day of a time as the service writes it: `YYYY-MM-DD`. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** Amounts that a new order adds to its day. `item_count` is the sum of its quantities. */
export function figuresOfNewOrder(order: Order, customer: CustomerKind): DayChange {
  return {
    order_count: 1,
    item_count: sumOfQuantities(order.items),
    gross_cents: centsOf(order),
    [statusCounter(order.status)]: 1,
    [`fulfillment_${order.fulfillment}` as const]: 1,
    [customerCounters[customer]]: 1,
  };
}

/** Amounts that a change of status adds to its day. A cancelled order stays in gross and also counts as cancelled. */
export function figuresOfStatusChange(before: Order, after: Order): DayChange {
  return {
    [statusCounter(before.status)]: -1,
    [statusCounter(after.status)]: 1,
    ...(after.status === 'cancelled' ? { cancelled_cents: centsOf(after) } : {}),
  };
}

/**
 * The order's share in the figures of its products, one entry for each product, by id. The cents add up to the order's
 * total even if prices are finer than a cent.
 */
export function productFigures(order: Order): readonly ProductFigures[] {
  const lines = Map.groupBy(order.items, ({ product_id }) => product_id);
  const products = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  const amounts = products.map(([, ofProduct]) => sumOfLines(ofProduct));
  const cents = apportion(centsOf(order), amounts);
  return products.map(([product_id, ofProduct], index) => ({
    product_id,
    quantity: sumOfQuantities(ofProduct),
    cents: cents[index] ?? 0n,
  }));
}

/** The stored total, which was rounded once, when the order was placed. */
const centsOf = ({ total }: Order): Cents => toCents(decimalOf(total));

const sumOfQuantities = (lines: readonly PricedLine[]): bigint =>
  lines.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);

const statusCounter = (status: OrderStatus) => `status_${status}` as const;

const customerCounters = {
  new: 'new_customers',
  returning: 'orders_of_returning_customers',
  'without-email': 'orders_without_email',
} as const;
