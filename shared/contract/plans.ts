/** What a plan limits, beside the requests of its usage plan. A limit counts what exists, or what is used in a month. */
export const entitlementNames = [
  'campaign_sends',
  'members',
  'products',
  'brands',
  'webhook_endpoints',
] as const;
export type EntitlementName = (typeof entitlementNames)[number];

/** Entitlements that begin again with each calendar month (UTC). The others count what exists. */
export const monthlyEntitlements: readonly EntitlementName[] = ['campaign_sends'];

type Entitlements = Readonly<Record<EntitlementName, number>>;

interface Plan {
  /** In whole units of the deployment's currency. */
  readonly pricePerMonth: number;
  readonly ratePerSecond: number;
  readonly burst: number;
  /** API requests a month. */
  readonly monthlyQuota: number;
  readonly entitlements: Entitlements;
}

/**
 * The catalog: subscription plans with price, usage plan (requests per second, burst, requests per month) and
 * entitlements. API Gateway enforces usage plans only approximately; the limiters and the entitlements are exact.
 *
 * A changed price applies to new subscriptions and to changes of plan; running ones keep theirs.
 */
export const plans = {
  starter: {
    pricePerMonth: 9,
    ratePerSecond: 20,
    burst: 40,
    monthlyQuota: 50_000,
    entitlements: {
      campaign_sends: 2_000,
      members: 3,
      products: 250,
      brands: 1,
      webhook_endpoints: 2,
    },
  },
  farm: {
    pricePerMonth: 49,
    ratePerSecond: 50,
    burst: 100,
    monthlyQuota: 500_000,
    entitlements: {
      campaign_sends: 20_000,
      members: 10,
      products: 2_500,
      brands: 3,
      webhook_endpoints: 10,
    },
  },
  enterprise: {
    pricePerMonth: 99,
    ratePerSecond: 200,
    burst: 400,
    monthlyQuota: 5_000_000,
    entitlements: {
      campaign_sends: 100_000,
      members: 50,
      products: 25_000,
      brands: 10,
      webhook_endpoints: 20,
    },
  },
} as const satisfies Readonly<Record<string, Plan>>;

/** Add-ons: each unit has a monthly price and raises entitlements. */
export const addOns = {
  extra_sends: { pricePerMonth: 5, adds: { campaign_sends: 5_000 } },
  extra_brands: { pricePerMonth: 15, adds: { brands: 1 } },
  extra_seats: { pricePerMonth: 4, adds: { members: 5 } },
} as const satisfies Readonly<
  Record<string, { readonly pricePerMonth: number; readonly adds: Partial<Entitlements> }>
>;

export const maxAddOnQuantity = 100;

/** Days for which a brand keeps its plan after a failed payment, and the days of that time with a reminder. */
export const paymentGrace = { days: 14, reminderDays: [3, 7, 12] } as const;

/** Usage plan of each role of the claims service, far above normal use. */
export const claimsPlan = { ratePerSecond: 100, burst: 200, monthlyQuota: 5_000_000 } as const;

/** Usage plan of people's requests without a brand: no quota, because one person could exhaust it for all others. */
export const peoplePlan = { ratePerSecond: 100, burst: 200 } as const;

export type PlanName = keyof typeof plans;
export type AddOnName = keyof typeof addOns;

export const planNames = Object.keys(plans) as [PlanName, ...PlanName[]];
export const addOnNames = Object.keys(addOns) as [AddOnName, ...AddOnName[]];
