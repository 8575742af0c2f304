import { localDay } from '#calendar/time-zone.ts';
import { type Order, orderStatuses } from '#commerce/orders/order.ts';
import type { Cents } from '../money.ts';
import { soldAt } from '../orders/amounts.ts';
import { type Report, type ReportQuery, reportedProducts } from './contract.ts';
import {
  amount,
  type Bucket,
  bucketsOf,
  count,
  type DayFigures,
  quarterMilliseconds,
  quartersOfDay,
  sumByBucket,
} from './figures.ts';
import {
  type DayCounter,
  dayCounters,
  figuresOfOrder,
  keptOf,
  type ProductCounter,
  productCounters,
  productFigures,
  quarterLetters,
  returningOf,
  shownSales,
} from './order-figures.ts';

/** Figures of a day of the brand, or of a part of them. */
export interface DayRow {
  readonly day: string;
  readonly figures: Readonly<Partial<Record<DayCounter, bigint>>>;
}

/** Figures of one product, or of a part of its orders. */
export interface ProductRow {
  readonly product_id: string;
  readonly quantity: bigint;
  readonly cents: Cents;
  readonly order_count: bigint;
}

/** The figures of a period, in any order and split into any parts. */
export interface PeriodRows {
  readonly days: readonly DayRow[];
  /** Only the products report needs them. */
  readonly products: readonly ProductRow[];
}

/** What stored figures of a period do not cover, because the period begins or ends within their quarter hour or day. */
export interface Edges {
  readonly orders: readonly Order[];
  /** When the customers of these orders placed their first order. */
  readonly firstAt: readonly string[];
}

/** A period from `start` to just before `end` (milliseconds UTC), in days of a time zone. */
export interface ReportPeriod {
  readonly start: number;
  readonly end: number;
  readonly timeZone: string;
}

const quarterCounters = dayCounters.filter((counter) => quarterLetters[counter] !== undefined);
/** Counters that are kept for whole UTC days only. */
const wholeDayCounters = dayCounters.filter((counter) => quarterLetters[counter] === undefined);
const dayMilliseconds = quartersOfDay * quarterMilliseconds;

export const periodOfReport = (
  { start_date, end_date }: Pick<ReportQuery, 'start_date' | 'end_date'>,
  timeZone: string,
): ReportPeriod => ({ start: Date.parse(start_date), end: Date.parse(end_date) + 1, timeZone });

/** The parts of a period that its whole units of some length do not cover: before, after, or all of it. */
function edgesOf(
  { start, end }: ReportPeriod,
  unit: number,
): readonly (readonly [from: number, to: number])[] {
  const [first, last] = [Math.ceil(start / unit) * unit, Math.floor(end / unit) * unit];
  const parts = first >= last ? [[start, end] as const] : [[start, first] as const, [last, end] as const];
  return parts.filter(([from, to]) => from < to);
}

/** The edges of a report for which it needs the orders themselves: days for their states, else quarter hours. */
export const orderEdges = ({ report_type }: Pick<ReportQuery, 'report_type'>, period: ReportPeriod) =>
  edgesOf(period, report_type === 'orders' ? dayMilliseconds : quarterMilliseconds);

/** The figures of a period, from the stored figures of the UTC days that it touches and from the orders at its edges. */
export function rowsOfPeriod(
  period: ReportPeriod,
  stored: readonly DayFigures<DayCounter>[],
  { orders, firstAt }: Edges,
): readonly DayRow[] {
  const rows: DayRow[] = [];
  for (const [day, figures] of Map.groupBy(stored, (one) => one.day)) {
    const midnight = Date.parse(day);
    const buckets = bucketsWithin(midnight, period);
    const sums = sumByBucket(buckets, figures, quarterCounters);
    for (const [index, sum] of sums.entries()) rows.push({ day: buckets[index]?.date ?? day, figures: sum });
    if (midnight < period.start || midnight + dayMilliseconds > period.end) continue;
    for (const { whole } of figures) rows.push({ day, figures: only(whole, wholeDayCounters) });
  }
  const quarters = edgesOf(period, quarterMilliseconds);
  for (const order of orders) {
    const at = Date.parse(soldAt(order));
    if (at < period.start || at >= period.end) continue;
    const figures = figuresOfOrder(order);
    const isInQuarter = quarters.some(([from, to]) => at >= from && at < to);
    const counters = isInQuarter ? dayCounters : wholeDayCounters;
    const day = localDay(new Date(at), period.timeZone);
    rows.push({ day, figures: only(figures, counters) });
  }
  for (const at of firstAt.map((time) => Date.parse(time))) {
    if (!quarters.some(([from, to]) => at >= from && at < to)) continue;
    rows.push({ day: localDay(new Date(at), period.timeZone), figures: { new_customers: 1n } });
  }
  return rows;
}

/** The same for products. */
export function productRowsOfPeriod(
  period: ReportPeriod,
  stored: readonly (DayFigures<ProductCounter> & { readonly product_id: string })[],
  { orders }: Edges,
): readonly ProductRow[] {
  const rows = stored.flatMap((figures): ProductRow[] => {
    const { day, product_id } = figures;
    const sums = sumByBucket(bucketsWithin(Date.parse(day), period), [figures], productCounterNames);
    return sums.map((sum) => ({ product_id, ...sum }));
  });
  const quarters = edgesOf(period, quarterMilliseconds);
  const ofEdges = orders.flatMap((order): ProductRow[] => {
    const at = Date.parse(soldAt(order));
    const isMissing = quarters.some(([from, to]) => at >= from && at < to) && order.status !== 'cancelled';
    return isMissing ? productFigures(order).map((one) => ({ ...one, order_count: 1n })) : [];
  });
  return [...rows, ...ofEdges];
}

const productCounterNames = Object.keys(productCounters) as readonly ProductCounter[];

/** The days of the brand within a UTC day, as far as whole quarter hours of the period go. */
function bucketsWithin(midnight: number, period: ReportPeriod): readonly Bucket[] {
  const { timeZone } = period;
  const start = Math.ceil(period.start / quarterMilliseconds) * quarterMilliseconds;
  const end = Math.floor(period.end / quarterMilliseconds) * quarterMilliseconds;
  const [from = '', to = ''] = [midnight, midnight + dayMilliseconds - 1].map((at) =>
    localDay(new Date(at), timeZone),
  );
  return bucketsOf({ timeZone, from, to }, 'day')
    .map((bucket) => ({ ...bucket, start: Math.max(bucket.start, start), end: Math.min(bucket.end, end) }))
    .filter((bucket) => bucket.start < bucket.end);
}

const only = (
  figures: Readonly<Partial<Record<DayCounter, number | bigint>>>,
  counters: readonly DayCounter[],
): DayRow['figures'] =>
  Object.fromEntries(counters.map((counter) => [counter, BigInt(figures[counter] ?? 0)]));

/**
 * Makes a report from the figures of its period. Every figure is exact.
 *
 * @throws ApiError figures_too_large when a JSON number cannot hold a figure exactly
 */
export function makeReport(query: ReportQuery, rows: PeriodRows, timeZone: string): Report {
  const [from, to] = [query.start_date, query.end_date].map((time) => localDay(new Date(time), timeZone));
  const period = { brand_id: query.brand_id, from: from ?? '', to: to ?? '' };
  const days = byDay(rows.days);
  const total = sumOf(rows.days.map(({ figures }) => figures));
  const perDay = <T>(figuresOf: (figures: Figures) => T) =>
    days.map(({ day, figures }) => ({ date: day, ...figuresOf(figures) }));

  switch (query.report_type) {
    case 'orders':
      return {
        report_type: 'orders',
        ...period,
        ...orders(total),
        by_status: byStatus(total),
        by_fulfillment: {
          pickup: count(total.fulfillment_pickup),
          ship: count(total.fulfillment_ship),
          mixed: count(total.fulfillment_mixed),
        },
        days: perDay(orders),
      };
    case 'revenue':
      return {
        report_type: 'revenue',
        ...period,
        ...shownSales(total),
        average_order: amount(averageOrder(total)),
        days: perDay(shownSales),
      };
    case 'customers':
      return {
        report_type: 'customers',
        ...period,
        ...customers(total),
        // A day may have only cancelled orders.
        days: perDay(customers).filter(({ order_count }) => order_count > 0),
      };
    case 'products':
      return { report_type: 'products', ...period, ...products(rows.products) };
  }
}

type Figures = Readonly<Record<DayCounter, bigint>>;

const sumOf = (rows: readonly DayRow['figures'][]): Figures => {
  const sum = (counter: DayCounter) => rows.reduce((total, row) => total + (row[counter] ?? 0n), 0n);
  return recordOf(dayCounters, sum);
};

function byDay(rows: readonly DayRow[]): readonly { readonly day: string; readonly figures: Figures }[] {
  const days = [...Map.groupBy(rows, ({ day }) => day)];
  return days
    .map(([day, shards]) => ({ day, figures: sumOf(shards.map(({ figures }) => figures)) }))
    .filter(({ figures }) => figures.order_count > 0n)
    .sort((a, b) => (a.day < b.day ? -1 : 1));
}

const orders = (figures: Figures) => ({
  order_count: count(figures.order_count),
  item_count: count(figures.item_count),
});

const byStatus = (figures: Figures) =>
  recordOf(orderStatuses, (status) => count(figures[`status_${status}`]));

/** Net revenue per order that is not cancelled, rounded half up; 0 without such an order. */
function averageOrder(figures: Figures): Cents {
  const kept = keptOf(figures);
  return kept > 0n ? (2n * figures.net_cents + kept) / (2n * kept) : 0n;
}

const customers = (figures: Figures) => ({
  order_count: count(keptOf(figures)),
  new_customers: count(figures.new_customers),
  // Only the first order of a customer counts as new.
  orders_of_new_customers: count(figures.new_customers),
  orders_of_returning_customers: count(returningOf(figures)),
  orders_without_email: count(figures.orders_without_email),
});

/** The report with the names of its products. */
export const withNames = (report: Report, names: ReadonlyMap<string, string>): Report =>
  report.report_type === 'products'
    ? {
        ...report,
        products: report.products.map(({ product_id, ...sales }) => {
          const name = names.get(product_id);
          return { product_id, ...(name !== undefined && { name }), ...sales };
        }),
      }
    : report;

type Sales = Omit<ProductRow, 'product_id'>;

function products(rows: readonly ProductRow[]) {
  const sold = new Map<string, Sales>();
  for (const { product_id, quantity, cents, order_count } of rows) {
    const sum = sold.get(product_id) ?? { quantity: 0n, cents: 0n, order_count: 0n };
    sold.set(product_id, {
      quantity: sum.quantity + quantity,
      cents: sum.cents + cents,
      order_count: sum.order_count + order_count,
    });
  }
  // Cancelling an order subtracts its figures, so a product of cancelled orders only has no sales.
  const ranked = [...sold]
    .filter(([, { order_count }]) => order_count > 0n)
    .sort(([idA, a], [idB, b]) => (a.cents === b.cents ? (idA < idB ? -1 : 1) : a.cents > b.cents ? -1 : 1));
  return {
    ...salesOf(ranked),
    others: salesOf(ranked.slice(reportedProducts)),
    products: ranked.slice(0, reportedProducts).map(([product_id, { quantity, cents, order_count }]) => ({
      product_id,
      quantity: count(quantity),
      revenue: amount(cents),
      order_count: count(order_count),
    })),
  };
}

const salesOf = (sold: readonly (readonly [string, Sales])[]) => ({
  product_count: sold.length,
  quantity: count(sold.reduce((sum, [, { quantity }]) => sum + quantity, 0n)),
  revenue: amount(sold.reduce((sum, [, { cents }]) => sum + cents, 0n)),
});

const recordOf = <K extends string, V>(names: readonly K[], valueFor: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<K, V>;
