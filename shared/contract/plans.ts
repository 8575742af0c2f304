/**
 * Subscription tiers (spec: Starter 9, Farm 49, Enterprise 99 per month) and the usage plan of each: requests
 * per second, burst, requests per month. Usage plans are a shield; exact limits are counted by our limiters.
 */
export const plans = {
  starter: { pricePerMonth: 9, ratePerSecond: 20, burst: 40, monthlyQuota: 50_000 },
  farm: { pricePerMonth: 49, ratePerSecond: 50, burst: 100, monthlyQuota: 500_000 },
  enterprise: { pricePerMonth: 99, ratePerSecond: 200, burst: 400, monthlyQuota: 5_000_000 },
} as const;

/** Requests of each role of the claims service: one customer, so one shield, far above what people and programs need. */
export const claimsPlan = { ratePerSecond: 100, burst: 200, monthlyQuota: 5_000_000 } as const;

/**
 * Requests by people that are about no brand of theirs, all together. There is no monthly quota: one person could
 * use it up for all others.
 */
export const peoplePlan = { ratePerSecond: 100, burst: 200 } as const;

export type PlanName = keyof typeof plans;
