// Figures of sales, computed from the orders one by one: no stored figures, quarter hours or shards.

import { productWorths, worthOf } from '#commerce/orders/amounts.ts';
import { addDays, dateOf, datesBetween, startOf } from './denver-time.ts';
import type { RawRecords } from './raw-records.ts';

type Order = RawRecords['orders'][number];
type Kind = 'new' | 'returning' | 'without' | 'cancelled';

export interface CountedOrder {
  readonly order: Order;
  readonly kind: Kind;
  readonly cents: number;
  readonly isKept: boolean;
  readonly date: string;
}

/** The orders with what the figures need. The first order of a contact that is not cancelled is that of a new customer. */
export function countedOrders(orders: readonly Order[]): readonly CountedOrder[] {
  const seen = new Set<string>();
  const kindOf = ({ status, contact_id }: Order): Kind => {
    if (status === 'cancelled') return 'cancelled';
    if (contact_id === undefined) return 'without';
    const kind = seen.has(contact_id) ? 'returning' : 'new';
    seen.add(contact_id);
    return kind;
  };
  return orders.map((order) => ({
    order,
    kind: kindOf(order),
    cents: Math.round(order.total * 100),
    isKept: order.status !== 'cancelled',
    date: dateOf(order.created_at),
  }));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Half up, without binary fractions. */
const perUnit = (cents: number, units: number): number =>
  units === 0 ? 0 : Number((2n * BigInt(cents) + BigInt(units)) / (2n * BigInt(units)));

/** With four decimals; null without a whole. */
function ratio(part: number, whole: number): number | null {
  if (whole <= 0) return null;
  const scaled = (2n * BigInt(Math.abs(part)) * 10_000n + BigInt(whole)) / (2n * BigInt(whole));
  return (Math.sign(part) * Number(scaled)) / 10_000;
}

function sales(entries: readonly CountedOrder[]) {
  const gross = sum(entries.map(({ cents }) => cents));
  const kept = entries.filter(({ isKept }) => isKept);
  const net = sum(kept.map(({ order }) => worthOf(order)));
  return { gross, net, kept: kept.length, average: perUnit(net, kept.length), count: entries.length };
}

/** Amounts of the revenue report and of the analytics of revenue. */
function amounts(of: readonly CountedOrder[]) {
  const kept = of.filter(({ isKept }) => isKept);
  const total = (entries: readonly CountedOrder[], cents: (order: Order) => number) =>
    sum(entries.map(({ order }) => cents(order))) / 100;
  const allowedTax = ({ allowed_cents, allowed_goods_cents, allowed_shipping_cents }: Order) =>
    allowed_cents - allowed_goods_cents - allowed_shipping_cents;
  return {
    gross: total(of, ({ total_cents }) => total_cents),
    cancelled: total(
      of.filter(({ isKept }) => !isKept),
      ({ total_cents }) => total_cents,
    ),
    discounts: total(kept, ({ discount_cents }) => discount_cents),
    refunded: total(kept, ({ allowed_goods_cents }) => allowed_goods_cents),
    tax: total(kept, (order) => order.tax_cents - allowedTax(order)),
    net: total(kept, worthOf),
    received: total(of, ({ paid_cents, refunded_cents }) => paid_cents - refunded_cents),
  };
}

const itemCount = (entries: readonly CountedOrder[]): number =>
  sum(entries.flatMap(({ order }) => order.items.map((item: { quantity: number }) => item.quantity)));

/** The four reports of whole UTC days. */
export function expectedReports(all: readonly CountedOrder[], from: string, to: string) {
  const entries = all.filter(({ date }) => date >= from && date <= to);
  const days = [...Map.groupBy(entries, ({ date }) => date)].sort(([a], [b]) => (a < b ? -1 : 1));
  const perDay = <T>(figures: (of: readonly CountedOrder[]) => T) =>
    days.map(([date, of]) => ({ date, ...figures(of) }));
  const count = (member: string, value: string) =>
    entries.filter(({ order }) => order[member] === value).length;
  const counts = (member: string, values: readonly string[]) =>
    Object.fromEntries(values.map((value) => [value, count(member, value)]));
  const orders = (of: readonly CountedOrder[]) => ({ order_count: of.length, item_count: itemCount(of) });
  const revenue = (of: readonly CountedOrder[]) => {
    return { ...amounts(of), order_count: of.length };
  };
  const customers = (of: readonly CountedOrder[]) => {
    const kinds = (kind: Kind) => of.filter((one) => one.kind === kind).length;
    return {
      order_count: of.filter(({ isKept }) => isKept).length,
      new_customers: kinds('new'),
      orders_of_new_customers: kinds('new'),
      orders_of_returning_customers: kinds('returning'),
      orders_without_email: kinds('without'),
    };
  };
  const products = soldProducts(entries);
  const period = { from, to };
  return {
    orders: {
      report_type: 'orders',
      ...period,
      ...orders(entries),
      by_status: counts('status', ['pending', 'confirmed', 'ready', 'completed', 'cancelled']),
      by_fulfillment: counts('fulfillment', ['pickup', 'ship', 'mixed']),
      days: perDay(orders),
    },
    revenue: {
      report_type: 'revenue',
      ...period,
      ...revenue(entries),
      average_order: sales(entries).average / 100,
      days: perDay(revenue),
    },
    customers: {
      report_type: 'customers',
      ...period,
      ...customers(entries),
      // A day of cancelled orders only has no customers.
      days: perDay(customers).filter(({ order_count }) => order_count > 0),
    },
    products: {
      report_type: 'products',
      ...period,
      product_count: products.length,
      quantity: sum(products.map(({ quantity }) => quantity)),
      revenue: sum(products.map(({ cents }) => cents)) / 100,
      others: { product_count: 0, quantity: 0, revenue: 0 },
      products: products.map(({ cents, ...product }) => ({ ...product, revenue: cents / 100 })),
    },
  };
}

interface Sold {
  readonly product_id: string;
  readonly name: string | undefined;
  readonly quantity: number;
  readonly cents: number;
  readonly order_count: number;
}

/** Products by revenue: what each order is worth is split among its products. */
export function soldProducts(entries: readonly CountedOrder[]): readonly Sold[] {
  const sold = new Map<string, Sold>();
  for (const { order, isKept } of entries) {
    if (!isKept) continue;
    const worths = productWorths(order);
    const names = new Map<string, string | undefined>(
      order.items.map((item: Item) => [item.product_id, item.sold?.name]),
    );
    for (const [product_id, name] of names) {
      const before = sold.get(product_id) ?? { quantity: 0, cents: 0, order_count: 0 };
      sold.set(product_id, {
        product_id,
        name,
        quantity: before.quantity + quantityOf(order, product_id),
        cents: before.cents + (worths.get(product_id) ?? 0),
        order_count: before.order_count + 1,
      });
    }
  }
  return [...sold.values()].sort(
    (one, other) => other.cents - one.cents || (one.product_id < other.product_id ? -1 : 1),
  );
}

interface Item {
  readonly product_id: string;
  readonly quantity: number;
  readonly sold?: { readonly name: string };
}

const quantityOf = ({ items }: Order, productId: string): number =>
  sum(items.filter((item: Item) => item.product_id === productId).map((item: Item) => item.quantity));

interface AnalyticsPeriod {
  readonly from: string;
  readonly to: string;
  readonly interval: 'day' | 'week' | 'month';
}

/** First dates of the buckets of a period: days, weeks from Monday, months. */
function bucketDates({ from, to, interval }: AnalyticsPeriod): readonly string[] {
  return datesBetween(from, to).filter(
    (date) =>
      date === from ||
      interval === 'day' ||
      (interval === 'month' ? date.endsWith('-01') : new Date(date).getUTCDay() === 1),
  );
}

/** The buckets of a period with the entries of each. */
export function seriesOf<E extends { readonly date: string }, T>(
  period: AnalyticsPeriod,
  entries: readonly E[],
  figures: (of: readonly E[]) => T,
) {
  const dates = bucketDates(period);
  return dates.map((date, index) => {
    const next = dates[index + 1] ?? addDays(period.to, 1);
    const of = entries.filter((entry) => entry.date >= date && entry.date < next);
    return { date, start: startOf(date), end: startOf(next), ...figures(of) };
  });
}

/** Analytics of revenue and customers, in local days. */
export function expectedAnalytics(all: readonly CountedOrder[], period: AnalyticsPeriod) {
  const { from, to, interval } = period;
  const within = (first: string, last: string) => all.filter(({ date }) => date >= first && date <= last);
  const length = datesBetween(from, to).length;
  const [before, after] = [addDays(from, -length), addDays(from, -1)];
  const [present, past] = [within(from, to), within(before, after)];
  const revenue = (of: readonly CountedOrder[]) => {
    const { kept, average, count } = sales(of);
    return {
      ...amounts(of),
      order_count: count,
      cancelled_count: count - kept,
      average_order: average / 100,
    };
  };
  const customers = (of: readonly CountedOrder[]) => ({
    new_customers: of.filter(({ kind }) => kind === 'new').length,
    orders_of_returning_customers: of.filter(({ kind }) => kind === 'returning').length,
    orders_without_email: of.filter(({ kind }) => kind === 'without').length,
    order_count: of.filter(({ isKept }) => isKept).length,
  });
  const [now, then] = [sales(present), sales(past)];
  const growth = (later: number, earlier: number) => ratio(later - earlier, earlier);
  const [people, earlier] = [customers(present), customers(past)];
  const shared = { from, to, start: startOf(from), end: startOf(addDays(to, 1)), interval };
  const returning = people.orders_of_returning_customers;
  return {
    revenue: {
      figures: 'revenue',
      ...shared,
      ...revenue(present),
      previous: { from: before, to: after, ...revenue(past) },
      growth: {
        gross: growth(now.gross, then.gross),
        net: growth(now.net, then.net),
        order_count: growth(now.count, then.count),
        average_order: growth(now.average, then.average),
      },
      series: seriesOf(period, present, revenue),
    },
    customers: {
      figures: 'customers',
      ...shared,
      ...people,
      returning_share: ratio(returning, returning + people.new_customers),
      previous: { from: before, to: after, ...earlier },
      growth: {
        new_customers: growth(people.new_customers, earlier.new_customers),
        orders_of_returning_customers: growth(returning, earlier.orders_of_returning_customers),
      },
      series: seriesOf(period, present, customers),
    },
  };
}

/** Customers by the month of their first order that is not cancelled. */
export function expectedCohorts(all: readonly CountedOrder[], months: readonly string[]) {
  const monthOf = ({ date }: CountedOrder) => date.slice(0, 7);
  const people = [
    ...Map.groupBy(
      all.filter(({ isKept, kind }) => isKept && kind !== 'without'),
      ({ order }) => order.contact_id,
    ).values(),
  ].map((of) => ({ of, first: of.map(monthOf).toSorted()[0] }));
  return months.map((month) => {
    const cohort = people.filter(({ first }) => first === month);
    return {
      month,
      customers: cohort.length,
      months: months
        .filter((other) => other >= month)
        .map((other, months_since) => {
          const placed = cohort.map(({ of }) => of.filter((entry) => monthOf(entry) === other));
          const active = placed.filter((of) => of.length > 0);
          return {
            month: other,
            months_since,
            customers: active.length,
            retention: ratio(active.length, cohort.length),
            order_count: active.flat().length,
            revenue: sum(active.flat().map(({ order }) => worthOf(order))) / 100,
          };
        }),
    };
  });
}
