import { monthOf, monthsBetween } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import type { Cents, PricedLine } from '../money.ts';
import { productWorths, soldAt, worthOf } from '../orders/amounts.ts';
import type { Order, OrderStatus } from '../orders/order.ts';
import type { Analytics } from './analytics-reply.ts';
import {
  amount,
  count,
  type Period,
  quarterMilliseconds,
  quarterOf,
  quartersOfDay,
  ratio,
} from './figures.ts';

/** Figures of each UTC day. An order always counts on the day of its creation. */
export const dayCounters = [
  'order_count',
  'item_count',
  'gross_cents',
  'cancelled_cents',
  'discount_cents',
  'refunded_cents',
  'tax_cents',
  'net_cents',
  'received_cents',
  'status_pending',
  'status_confirmed',
  'status_ready',
  'status_completed',
  'status_cancelled',
  'fulfillment_pickup',
  'fulfillment_ship',
  'fulfillment_mixed',
  'new_customers',
  'orders_without_email',
] as const;

export type DayCounter = (typeof dayCounters)[number];

/** What was sold, as reports and analytics show it. */
export const shownSales = (
  figures: Readonly<Record<Extract<DayCounter, `${string}_cents` | 'order_count'>, bigint>>,
) => ({
  gross: amount(figures.gross_cents),
  cancelled: amount(figures.cancelled_cents),
  discounts: amount(figures.discount_cents),
  refunded: amount(figures.refunded_cents),
  tax: amount(figures.tax_cents),
  net: amount(figures.net_cents),
  received: amount(figures.received_cents),
  order_count: count(figures.order_count),
});

/**
 * Counters that are also kept for each quarter hour, for days of any time zone, with the letter of their attribute. Changing
 * a letter requires a rebuild.
 */
export const quarterLetters: Readonly<Partial<Record<DayCounter, string>>> = {
  order_count: 'o',
  item_count: 'i',
  gross_cents: 'g',
  cancelled_cents: 'c',
  discount_cents: 'd',
  refunded_cents: 'f',
  tax_cents: 't',
  net_cents: 'v',
  received_cents: 'p',
  status_cancelled: 'x',
  new_customers: 'n',
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

/** The person of an order in figures: its contact, or the random id of one that was erased. Undefined if nobody knows. */
export const customerOf = ({
  contact_id,
  erased_customer_id,
}: Pick<Order, 'contact_id' | 'erased_customer_id'>): string | undefined => contact_id ?? erased_customer_id;

/** Amounts that a change of an order adds to its day. A new order adds its figures. */
export function figuresOfChange(before: Order | undefined, after: Order): DayChange {
  const [was, is] = [before ? figuresOfOrder(before) : {}, figuresOfOrder(after)];
  const changes = dayCounters.map((counter): [DayCounter, bigint] => [
    counter,
    BigInt(is[counter] ?? 0) - BigInt(was[counter] ?? 0),
  ]);
  return Object.fromEntries(changes.filter(([, by]) => by !== 0n));
}

/**
 * What an order adds to its day, as it is now. Whether its customer is new depends on other orders, so it is not among them.
 * gross - cancelled - discounts - refunded - included taxes - referral credit on goods = net.
 */
export const figuresOfOrder = (order: Order): DayChange => ({
  order_count: 1,
  item_count: sumOfQuantities(order.items),
  gross_cents: order.total_cents,
  ...(order.status === 'cancelled' ? { cancelled_cents: order.total_cents } : keptFigures(order)),
  received_cents: order.paid_cents - order.refunded_cents,
  [statusCounter(order.status)]: 1,
  [`fulfillment_${order.fulfillment}` as const]: 1,
});

/** Amounts of an order that is not cancelled. */
const keptFigures = (order: Order): DayChange => ({
  discount_cents: order.discount_cents,
  refunded_cents: order.allowed_goods_cents,
  tax_cents:
    order.tax_cents - (order.allowed_cents - order.allowed_goods_cents - order.allowed_shipping_cents),
  net_cents: worthOf(order),
  ...(customerOf(order) === undefined && { orders_without_email: 1 }),
});

/** The order's share in the figures of its products, one entry for each product, by id. The cents add up to its worth. */
export function productFigures(order: Order): readonly ProductFigures[] {
  const lines = Map.groupBy(order.items, ({ product_id }) => product_id);
  const products = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  const worths = productWorths(order);
  return products.map(([product_id, ofProduct]) => ({
    product_id,
    quantity: sumOfQuantities(ofProduct),
    cents: BigInt(worths.get(product_id) ?? 0),
  }));
}

const sumOfQuantities = (lines: readonly PricedLine[]): bigint =>
  lines.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);

const statusCounter = (status: OrderStatus) => `status_${status}` as const;

type Counted = 'order_count' | 'status_cancelled' | 'new_customers' | 'orders_without_email';

/** Orders that are not cancelled. */
export const keptOf = (figures: Readonly<Record<'order_count' | 'status_cancelled', bigint>>): bigint =>
  figures.order_count - figures.status_cancelled;

/** Orders that are not the first one of their customer. */
export const returningOf = (figures: Readonly<Record<Counted, bigint>>): bigint =>
  keptOf(figures) - figures.new_customers - figures.orders_without_email;

/**
 * A mark is the UTC month of an order (`202611`), and near the ends of the month also its quarter hour (`202611.17`). So a
 * mark belongs to one month in every time zone, and a customer has few marks.
 */
export function markOf(time: string): string {
  const month = time.slice(0, 'YYYY-MM'.length).replace('-', '');
  const quarter = (Number(time.slice(8, 10)) - 1) * quartersOfDay + quarterOf(time);
  const isNearEnd = quarter < edgeQuarters || quarter >= quartersIn(month) - edgeQuarters;
  return isNearEnd ? `${month}.${quarter}` : month;
}

/** Offsets of time zones are at most 14 hours. */
const edgeQuarters = 56;

/** A moment that has the same month as every order of the mark, in every time zone. */
export function timeOfMark(mark: string): number {
  const [month = '', quarter] = mark.split('.');
  const middle = 14 * quartersOfDay;
  return monthStart(month) + (quarter === undefined ? middle : Number(quarter)) * quarterMilliseconds;
}

const monthStart = (month: string): number =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1, 1);

const quartersIn = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 0)).getUTCDate() * quartersOfDay;

/** What an order adds to its customer. Undefined for a cancelled order and for an order without a customer. */
export interface CustomerShare {
  readonly customer: string;
  readonly mark: string;
  readonly cents: bigint;
}

export function customerShare(order: Order | undefined): CustomerShare | undefined {
  const customer = order && customerOf(order);
  if (order === undefined || customer === undefined || order.status === 'cancelled') return undefined;
  return {
    customer,
    mark: markOf(soldAt(order)),
    cents: BigInt(worthOf(order)),
  };
}

/** Orders of one customer by mark, without cancelled orders. */
export interface CustomerOrders {
  readonly marks: ReadonlyMap<string, { readonly orders: bigint; readonly cents: bigint }>;
}

/** The orders of one person who was several customers. */
export function joinedOrders(customers: readonly CustomerOrders[]): CustomerOrders {
  const marks = new Map<string, { orders: bigint; cents: bigint }>();
  for (const [mark, { orders, cents }] of customers.flatMap((one) => [...one.marks])) {
    const sum = marks.get(mark) ?? { orders: 0n, cents: 0n };
    marks.set(mark, { orders: sum.orders + orders, cents: sum.cents + cents });
  }
  return { marks };
}

interface Cell {
  customers: bigint;
  orders: bigint;
  cents: bigint;
}

/** Collects customers into cohorts: the month of their first order, and every later month up to the end of the period. */
export class Cohorts {
  private readonly cells = new Map<string, Map<string, Cell>>();
  private readonly monthsOfMarks = new Map<string, string>();
  private readonly months: readonly string[];
  private readonly timeZone: string;

  constructor({ timeZone, from, to }: Period) {
    this.timeZone = timeZone;
    this.months = monthsBetween(monthOf(from), monthOf(to));
    for (const month of this.months) {
      const later = this.months.filter((other) => other >= month);
      this.cells.set(month, new Map(later.map((other) => [other, { customers: 0n, orders: 0n, cents: 0n }])));
    }
  }

  add({ marks }: CustomerOrders): void {
    const months = new Map<string, { orders: bigint; cents: bigint }>();
    for (const [mark, { orders, cents }] of marks) {
      if (orders <= 0n) continue;
      const month = this.monthOfMark(mark);
      const sum = months.get(month) ?? { orders: 0n, cents: 0n };
      months.set(month, { orders: sum.orders + orders, cents: sum.cents + cents });
    }
    const [first = ''] = [...months.keys()].sort();
    for (const [month, { orders, cents }] of months) {
      const cell = this.cells.get(first)?.get(month);
      if (cell === undefined) continue;
      cell.customers += 1n;
      cell.orders += orders;
      cell.cents += cents;
    }
  }

  toJson(): Extract<Analytics, { figures: 'cohorts' }>['cohorts'] {
    return [...this.cells].map(([month, cells]) => {
      const size = cells.get(month)?.customers ?? 0n;
      return {
        month,
        customers: count(size),
        months: [...cells].map(([later, cell], index) => ({
          month: later,
          months_since: index,
          customers: count(cell.customers),
          retention: ratio(cell.customers, size),
          order_count: count(cell.orders),
          revenue: amount(cell.cents),
        })),
      };
    });
  }

  private monthOfMark(mark: string): string {
    const known = this.monthsOfMarks.get(mark);
    if (known !== undefined) return known;
    const month = monthOf(localDay(new Date(timeOfMark(mark)), this.timeZone));
    this.monthsOfMarks.set(mark, month);
    return month;
  }
}
