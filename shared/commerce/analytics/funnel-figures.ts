import type { VisitStep } from '#commerce/reports/contract.ts';

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
