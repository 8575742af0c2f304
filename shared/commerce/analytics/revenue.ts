import type { Analytics, AnalyticsQuery } from '#commerce/reports/contract.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import { bucketsOf, type Period, wholeOf } from './buckets.ts';
import { type DayFigures, sumByBucket, type Totals, totalOf } from './day-figures.ts';
import { amount, count, growth, perUnit, ratio } from './exact-numbers.ts';
import { periodJson, previousPeriod, seriesOf } from './period.ts';

/** Counters of orders that analytics show. */
export const orderCounters = [
  'order_count',
  'gross_cents',
  'cancelled_cents',
  'status_cancelled',
  'new_customers',
  'orders_of_returning_customers',
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
      net: growth(netOf(total), netOf(previous)),
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
  const returning = total.orders_of_returning_customers;
  return {
    figures: 'customers',
    ...periodJson(brand, period),
    interval,
    ...customers(total),
    returning_share: ratio(returning, returning + total.new_customers),
    previous: { from: before.from, to: before.to, ...customers(previous) },
    growth: {
      new_customers: growth(total.new_customers, previous.new_customers),
      orders_of_returning_customers: growth(returning, previous.orders_of_returning_customers),
    },
    series: [...seriesOf(buckets, (index) => customers(series[index] ?? total))],
  };
}

const netOf = (figures: Figures): bigint => figures.gross_cents - figures.cancelled_cents;

/** Net revenue for each order that is not cancelled. */
const averageOf = (figures: Figures): bigint =>
  perUnit(netOf(figures), figures.order_count - figures.status_cancelled);

const sales = (figures: Figures) => ({
  gross: amount(figures.gross_cents),
  cancelled: amount(figures.cancelled_cents),
  net: amount(netOf(figures)),
  order_count: count(figures.order_count),
  cancelled_count: count(figures.status_cancelled),
  average_order: amount(averageOf(figures)),
});

const customers = (figures: Figures) => ({
  new_customers: count(figures.new_customers),
  orders_of_returning_customers: count(figures.orders_of_returning_customers),
  orders_without_email: count(figures.orders_without_email),
  order_count: count(figures.order_count),
});
