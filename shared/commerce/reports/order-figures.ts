import type { Order, OrderStatus } from '#commerce/orders/contract.ts';
import { customerHash } from '../customer.ts';
import { apportion, type Cents, decimalOf, type PricedLine, sumOfLines, toCents } from '../money.ts';

/** How an order counts for its customer. An order without an e-mail address has no customer to recognize. */
export type CustomerKind = 'new' | 'returning' | 'without-email';

/** Figures of each UTC day. An order always counts on the day of its creation. */
export const dayCounters = [
  'order_count',
  'item_count',
  'gross_cents',
  'cancelled_cents',
  'refunded_cents',
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

/**
 * Counters that are also kept for each quarter hour, for days of any time zone, with the letter of their attribute. Changing
 * a letter requires a rebuild.
 */
export const quarterLetters: Readonly<Partial<Record<DayCounter, string>>> = {
  order_count: 'o',
  item_count: 'i',
  gross_cents: 'g',
  cancelled_cents: 'c',
  refunded_cents: 'f',
  status_cancelled: 'x',
  new_customers: 'n',
  orders_of_returning_customers: 'r',
  orders_without_email: 'w',
};

/** Counters of a product on a day, with the letters of their attributes for each quarter hour. */
export const productCounters = { quantity: 'u', cents: 'g', order_count: 'o' } as const;
export type ProductCounter = keyof typeof productCounters;

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

/**
 * Amounts that an order adds to its day, as it is now: the sum of all changes that it has made. `item_count` is the sum of
 * its quantities. A cancelled order stays in gross and also counts as cancelled.
 */
export const figuresOfOrder = (order: Order, customer: CustomerKind): DayChange => ({
  order_count: 1,
  [customerCounters[customer]]: 1,
  ...changingFigures(order),
});

/**
 * Amounts that a change of an order adds to its day.
 *
 * @param customer kind of an order that got its first e-mail address by the change
 */
export function figuresOfChange(before: Order, after: Order, customer?: CustomerKind): DayChange {
  const [was, is] = [changingFigures(before), changingFigures(after)];
  const isRecognized =
    customer !== undefined && customer !== 'without-email' && customerHash(before) === undefined;
  const kind: DayChange = isRecognized
    ? { [customerCounters['without-email']]: -1, [customerCounters[customer]]: 1 }
    : {};
  const changes = dayCounters.map((counter): [DayCounter, bigint] => [
    counter,
    BigInt(is[counter] ?? 0) - BigInt(was[counter] ?? 0) + BigInt(kind[counter] ?? 0),
  ]);
  return Object.fromEntries(changes.filter(([, by]) => by !== 0n));
}

/** The figures that depend on what may change in an order. */
const changingFigures = (order: Order): DayChange => ({
  item_count: sumOfQuantities(order.items),
  gross_cents: centsOf(order),
  ...(order.status === 'cancelled' && { cancelled_cents: centsOf(order) }),
  ...(order.refunded_cents > 0 && { refunded_cents: order.refunded_cents }),
  [statusCounter(order.status)]: 1,
  [`fulfillment_${order.fulfillment}` as const]: 1,
});

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
export const centsOf = ({ total }: Order): Cents => toCents(decimalOf(total));

const sumOfQuantities = (lines: readonly PricedLine[]): bigint =>
  lines.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);

const statusCounter = (status: OrderStatus) => `status_${status}` as const;

const customerCounters = {
  new: 'new_customers',
  returning: 'orders_of_returning_customers',
  'without-email': 'orders_without_email',
} as const;
