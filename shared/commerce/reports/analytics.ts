import type { Brand } from '../brands/contract.ts';
import { type Cell, csvText } from '../csv.ts';
import type { Analytics } from './analytics-reply.ts';
import type { AnalyticsQuery, VisitStep } from './contract.ts';
import {
  amount,
  bucketsOf,
  count,
  type DayFigures,
  growth,
  type Period,
  periodJson,
  perUnit,
  previousPeriod,
  ratio,
  seriesOf,
  sumByBucket,
  type Totals,
  totalOf,
  wholeOf,
} from './figures.ts';
import { keptOf, type ProductCounter, returningOf, shownSales } from './order-figures.ts';

/** Counters of orders that analytics show. */
export const orderCounters = [
  'order_count',
  'gross_cents',
  'cancelled_cents',
  'discount_cents',
  'refunded_cents',
  'tax_cents',
  'net_cents',
  'received_cents',
  'status_cancelled',
  'new_customers',
  'orders_without_email',
] as const;
export type OrderCounter = (typeof orderCounters)[number];

type Figures = Totals<OrderCounter>;

/** Figures of the orders of a period and of the period before. */
interface Compared {
  readonly series: readonly Figures[];
  readonly total: Figures;
  readonly before: Period;
  readonly previous: Figures;
}

/** The part of the calendar that both periods need. */
export const comparedPeriod = (period: Period): Period => ({ ...period, from: previousPeriod(period).from });

function compare(
  period: Period,
  interval: AnalyticsQuery['interval'],
  days: readonly DayFigures<OrderCounter>[],
) {
  const buckets = bucketsOf(period, interval);
  const before = previousPeriod(period);
  const series = sumByBucket(buckets, days, orderCounters);
  const previous = totalOf(sumByBucket([wholeOf(before)], days, orderCounters), orderCounters);
  const compared: Compared = { series, total: totalOf(series, orderCounters), before, previous };
  return { buckets, ...compared };
}

type Setting = Pick<Brand, 'id' | 'time_zone' | 'currency'>;

export function revenueAnalytics(
  brand: Setting,
  period: Period,
  interval: AnalyticsQuery['interval'],
  days: readonly DayFigures<OrderCounter>[],
): Extract<Analytics, { figures: 'revenue' }> {
  const { buckets, series, total, before, previous } = compare(period, interval, days);
  return {
    figures: 'revenue',
    ...periodJson(brand, period),
    interval,
    ...sales(total),
    previous: { from: before.from, to: before.to, ...sales(previous) },
    growth: {
      gross: growth(total.gross_cents, previous.gross_cents),
      net: growth(total.net_cents, previous.net_cents),
      order_count: growth(total.order_count, previous.order_count),
      average_order: growth(averageOf(total), averageOf(previous)),
    },
    series: [...seriesOf(buckets, (index) => sales(series[index] ?? total))],
  };
}

export function customersAnalytics(
  brand: Setting,
  period: Period,
  interval: AnalyticsQuery['interval'],
  days: readonly DayFigures<OrderCounter>[],
): Extract<Analytics, { figures: 'customers' }> {
  const { buckets, series, total, before, previous } = compare(period, interval, days);
  const returning = returningOf(total);
  return {
    figures: 'customers',
    ...periodJson(brand, period),
    interval,
    ...customers(total),
    returning_share: ratio(returning, returning + total.new_customers),
    previous: { from: before.from, to: before.to, ...customers(previous) },
    growth: {
      new_customers: growth(total.new_customers, previous.new_customers),
      orders_of_returning_customers: growth(returning, returningOf(previous)),
    },
    series: [...seriesOf(buckets, (index) => customers(series[index] ?? total))],
  };
}

/** Net revenue for each order that is not cancelled. */
const averageOf = (figures: Figures): bigint => perUnit(figures.net_cents, keptOf(figures));

const sales = (figures: Figures) => ({
  ...shownSales(figures),
  cancelled_count: count(figures.status_cancelled),
  average_order: amount(averageOf(figures)),
});

const customers = (figures: Figures) => ({
  new_customers: count(figures.new_customers),
  orders_of_returning_customers: count(returningOf(figures)),
  orders_without_email: count(figures.orders_without_email),
  order_count: count(keptOf(figures)),
});

export const soldCounters = ['quantity', 'cents', 'order_count'] as const satisfies readonly ProductCounter[];

/** Stored figures of one product. */
export interface ProductDay extends DayFigures<ProductCounter> {
  readonly product_id: string;
}

export type Ranked = readonly (readonly [string, Totals<ProductCounter>])[];

/** Products with sales in the period, by revenue. */
export function rankProducts(period: Period, days: Iterable<ProductDay>): Ranked {
  const buckets = [wholeOf(period)];
  const byProduct = new Map<string, ProductDay[]>();
  for (const day of days) {
    const known = byProduct.get(day.product_id);
    if (known) known.push(day);
    else byProduct.set(day.product_id, [day]);
  }
  return [...byProduct]
    .flatMap(([id, ofProduct]): [string, Totals<ProductCounter>][] => {
      const [sum] = sumByBucket(buckets, ofProduct, soldCounters);
      return sum && sum.order_count > 0n ? [[id, sum]] : [];
    })
    .sort(([idA, a], [idB, b]) => (a.cents === b.cents ? (idA < idB ? -1 : 1) : a.cents > b.cents ? -1 : 1));
}

export function productsAnalytics(
  brand: Pick<Brand, 'id' | 'time_zone' | 'currency'>,
  period: Period,
  { ranked, limit, names }: { ranked: Ranked; limit: number; names: ReadonlyMap<string, string> },
): Extract<Analytics, { figures: 'products' }> {
  const all = totalsOf(ranked);
  return {
    figures: 'products',
    ...periodJson(brand, period),
    ...inJson(all),
    products: ranked.slice(0, limit).map(([product_id, sum]) => {
      const name = names.get(product_id);
      return {
        product_id,
        ...(name !== undefined && { name }),
        quantity: count(sum.quantity),
        revenue: amount(sum.cents),
        order_count: count(sum.order_count),
        revenue_share: ratio(sum.cents, all.cents),
      };
    }),
    others: inJson(totalsOf(ranked.slice(limit))),
  };
}

const totalsOf = (ranked: Ranked) => ({
  product_count: ranked.length,
  quantity: ranked.reduce((sum, [, { quantity }]) => sum + quantity, 0n),
  cents: ranked.reduce((sum, [, { cents }]) => sum + cents, 0n),
});

const inJson = ({ product_count, quantity, cents }: ReturnType<typeof totalsOf>) => ({
  product_count,
  quantity: count(quantity),
  revenue: amount(cents),
});

type Row = Readonly<Record<string, unknown>>;

/** The figures as CSV with a line of names. An absent value is an empty cell. */
export function analyticsCsv(analytics: Analytics): string {
  const columns = columnsOf[analytics.figures];
  const rows = rowsOf(analytics).map((row) => columns.map((column) => cellOf(row[column])));
  return csvText([columns, ...rows]);
}

function rowsOf(analytics: Analytics): readonly Row[] {
  switch (analytics.figures) {
    case 'cohorts':
      return analytics.cohorts.flatMap(({ month: cohort, months }) =>
        months.map((cell) => ({ cohort, ...cell })),
      );
    case 'products':
      return analytics.products;
    case 'water':
      return analytics.fields.flatMap(({ series, field_id, field_name }) =>
        series.map((cell) => ({ field_id, field_name, ...cell })),
      );
    default:
      return analytics.series;
  }
}

const bucket = ['date', 'start', 'end'];

const columnsOf: Readonly<Record<Analytics['figures'], readonly string[]>> = {
  revenue: [
    ...bucket,
    'gross',
    'cancelled',
    'discounts',
    'refunded',
    'tax',
    'net',
    'received',
    'order_count',
    'cancelled_count',
    'average_order',
  ],
  customers: [
    ...bucket,
    'new_customers',
    'orders_of_returning_customers',
    'orders_without_email',
    'order_count',
  ],
  cohorts: ['cohort', 'month', 'months_since', 'customers', 'retention', 'order_count', 'revenue'],
  funnel: [...bucket, 'visits', 'searches', 'carts', 'checkouts', 'carts_or_checkouts', 'orders'],
  products: ['product_id', 'name', 'quantity', 'revenue', 'order_count', 'revenue_share'],
  water: ['field_id', 'field_name', 'date', 'gallons', 'metered_gallons', 'log_count'],
};

const cellOf = (value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'string' ? value : '';

/** Counters of a funnel, with the letters of their attributes for each quarter hour. */
export const funnelCounters = {
  visits: 'v',
  searches: 's',
  carts: 'k',
  checkouts: 'e',
  carts_or_checkouts: 'b',
} as const;
export type FunnelCounter = keyof typeof funnelCounters;

const counterOf = {
  visit: 'visits',
  search: 'searches',
  cart: 'carts',
  checkout: 'checkouts',
} as const satisfies Record<VisitStep, FunnelCounter>;

/** Counters that rise when a session that has `known` steps reaches more steps. */
export function countersOfSteps(
  known: ReadonlySet<string>,
  reached: readonly VisitStep[],
): readonly FunnelCounter[] {
  const entered = [...new Set(reached)].filter((step) => !known.has(step));
  const wantsToBuy = (step: string) => step === 'cart' || step === 'checkout';
  const isFirst = entered.some(wantsToBuy) && ![...known].some(wantsToBuy);
  return [...entered.map((step) => counterOf[step]), ...(isFirst ? (['carts_or_checkouts'] as const) : [])];
}

/** Names of programs that fetch pages without a person. */
const crawlers =
  /bot|crawl|spider|slurp|preview|headless|monitor|fetch|curl|wget|python|facebookexternalhit/i;

/** True for a request of a crawler or link preview, or one without a user agent. */
export const isCrawler = (userAgent: string | undefined): boolean =>
  userAgent === undefined || userAgent.trim() === '' || crawlers.test(userAgent);

const counters = Object.keys(funnelCounters) as readonly FunnelCounter[];

export function funnelAnalytics(
  brand: Pick<Brand, 'id' | 'time_zone' | 'currency'>,
  period: Period,
  interval: AnalyticsQuery['interval'],
  stored: {
    readonly visits: readonly DayFigures<FunnelCounter>[];
    readonly orders: readonly DayFigures<OrderCounter>[];
  },
): Extract<Analytics, { figures: 'funnel' }> {
  const buckets = bucketsOf(period, interval);
  const visits = sumByBucket(buckets, stored.visits, counters);
  const orders = sumByBucket(buckets, stored.orders, orderCounters);
  const total = {
    ...totalOf(visits, counters),
    orders: totalOf(orders, orderCounters).order_count,
  };
  const order = ['visits', 'searches', 'carts_or_checkouts', 'orders'] as const;
  return {
    figures: 'funnel',
    ...periodJson(brand, period),
    interval,
    ...counts(total),
    steps: order.map((name, index) => ({
      step: stepNames[name],
      count: count(total[name]),
      of_previous: ratio(total[name], total[order[Math.max(0, index - 1)] ?? 'visits']),
      of_first: ratio(total[name], total.visits),
    })),
    series: [
      ...seriesOf(buckets, (index) =>
        counts({ ...(visits[index] ?? total), orders: orders[index]?.order_count ?? 0n }),
      ),
    ],
  };
}

const stepNames = {
  visits: 'visit',
  searches: 'search',
  carts_or_checkouts: 'cart_or_checkout',
  orders: 'order',
} as const;

const counts = (figures: Readonly<Record<FunnelCounter | 'orders', bigint>>) => ({
  visits: count(figures.visits),
  searches: count(figures.searches),
  carts: count(figures.carts),
  checkouts: count(figures.checkouts),
  carts_or_checkouts: count(figures.carts_or_checkouts),
  orders: count(figures.orders),
});
