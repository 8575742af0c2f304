/**
 * Subscription plans with price and usage plan: requests per second, burst, requests per month. API Gateway enforces usage
 * plans only approximately; the limiters are exact.
 */
export const plans = {
  starter: { pricePerMonth: 9, ratePerSecond: 20, burst: 40, monthlyQuota: 50_000 },
  farm: { pricePerMonth: 49, ratePerSecond: 50, burst: 100, monthlyQuota: 500_000 },
  enterprise: { pricePerMonth: 99, ratePerSecond: 200, burst: 400, monthlyQuota: 5_000_000 },
} as const;

/** Usage plan of each role of the claims service, far above normal use. */
export const claimsPlan = { ratePerSecond: 100, burst: 200, monthlyQuota: 5_000_000 } as const;

/** Usage plan of people's requests without a brand: no quota, because one person could exhaust it for all others. */
export const peoplePlan = { ratePerSecond: 100, burst: 200 } as const;

export type PlanName = keyof typeof plans;
