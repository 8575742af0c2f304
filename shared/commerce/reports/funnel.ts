import type { Brand } from '#commerce/brands/contract.ts';
import { type OrderCounter, orderCounters } from './analytics.ts';
import type { Analytics } from './analytics-reply.ts';
import type { AnalyticsQuery, VisitStep } from './contract.ts';
import { count, type DayFigures, ratio, sumByBucket, totalOf } from './figures.ts';
import { bucketsOf, type Period, periodJson, seriesOf } from './periods.ts';

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
