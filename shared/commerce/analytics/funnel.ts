import type { Analytics, AnalyticsQuery } from '#commerce/reports/contract.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import { bucketsOf, type Period } from './buckets.ts';
import { type DayFigures, sumByBucket, totalOf } from './day-figures.ts';
import { count, ratio } from './exact-numbers.ts';
import { type FunnelCounter, funnelCounters } from './funnel-figures.ts';
import { periodJson, seriesOf } from './period.ts';
import { type OrderCounter, orderCounters } from './revenue.ts';

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
