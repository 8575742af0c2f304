import { orderStatuses } from '#contract/commerce/orders.ts';
import type { Report, ReportQuery } from '#contract/commerce/reports.ts';
import { reportedProducts } from '#contract/commerce/reports.ts';
import { amount, count } from './analytics/exact-numbers.ts';
import type { Cents } from './money.ts';
import { type DayCounter, dayCounters, dayOf } from './order-figures.ts';

/** Stored figures of one day, or of one shard of a day. A counter without changes may be absent. */
export interface DayRow {
  readonly day: string;
  readonly figures: Readonly<Partial<Record<DayCounter, bigint>>>;
}

/** Stored figures of one product on one day, or of one shard or order of that day. */
export interface ProductRow {
  readonly product_id: string;
  readonly quantity: bigint;
  readonly cents: Cents;
  readonly order_count: bigint;
}

/** The stored figures of a period, in any order and split into any shards. */
export interface PeriodRows {
  readonly days: readonly DayRow[];
  /** Only the products report needs them. */
  readonly products: readonly ProductRow[];
}

/**
 * Makes a report from stored figures. Every figure is exact.
 *
 * @throws ApiError figures_too_large when a JSON number cannot hold a figure exactly
 */
export function makeReport(query: ReportQuery, rows: PeriodRows): Report {
  const period = { brand_id: query.brand_id, from: dayOf(query.start_date), to: dayOf(query.end_date) };
  const days = byDay(rows.days);
  const total = sumOf(days.map(({ figures }) => figures));
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
        ...revenue(total),
        average_order: amount(averageOrder(total)),
        days: perDay(revenue),
      };
    case 'customers':
      return { report_type: 'customers', ...period, ...customers(total), days: perDay(customers) };
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

const netOf = (figures: Figures): Cents => figures.gross_cents - figures.cancelled_cents;

const revenue = (figures: Figures) => ({
  gross: amount(figures.gross_cents),
  cancelled: amount(figures.cancelled_cents),
  net: amount(netOf(figures)),
  refunded: amount(figures.refunded_cents),
  order_count: count(figures.order_count),
});

/** Net revenue per order that is not cancelled, rounded half up; 0 without such an order. */
function averageOrder(figures: Figures): Cents {
  const kept = figures.order_count - figures.status_cancelled;
  return kept > 0n ? (2n * netOf(figures) + kept) / (2n * kept) : 0n;
}

const customers = (figures: Figures) => ({
  order_count: count(figures.order_count),
  new_customers: count(figures.new_customers),
  // Only the first order of a customer counts as new.
  orders_of_new_customers: count(figures.new_customers),
  orders_of_returning_customers: count(figures.orders_of_returning_customers),
  orders_without_email: count(figures.orders_without_email),
});

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
