import { type AddOnName, addOnNames, addOns, type PlanName, planNames, plans } from '#contract/plans.ts';

/** Units of each add-on; an absent one counts as 0. */
export type Quantities = Readonly<Partial<Record<AddOnName, number>>>;

/** Something with a price at the provider. */
export type PricedItem = PlanName | AddOnName;

export const pricedItems: readonly PricedItem[] = [...planNames, ...addOnNames];

export const isPlan = (item: string): item is PlanName => item in plans;

export const monthlyCentsOf = (item: PricedItem): number =>
  (isPlan(item) ? plans[item] : addOns[item]).pricePerMonth * 100;

export const monthlyCents = ({
  plan,
  add_ons,
}: {
  readonly plan: PlanName;
  readonly add_ons: Quantities;
}): number =>
  addOnNames.reduce((sum, name) => sum + monthlyCentsOf(name) * (add_ons[name] ?? 0), monthlyCentsOf(plan));

/** Key of an item's price at the provider. It holds the amount, so a new price in the catalog is a new price there. */
export const priceKeyOf = (item: PricedItem, currency: string): string =>
  `granary_${item}_${monthlyCentsOf(item)}_${currency.toLowerCase()}`;

/** The item of a price key, also of an earlier amount. */
export function itemOfPriceKey(key: string): PricedItem | undefined {
  const [, name = ''] = /^granary_([a-z_]+)_\d+_[a-z]{3}$/.exec(key) ?? [];
  return pricedItems.find((item) => item === name);
}

/** Quantities without those of 0, in the order of the catalog. */
export const presentQuantities = (quantities: Quantities): Quantities =>
  Object.fromEntries(
    addOnNames.flatMap((name) => {
      const quantity = quantities[name] ?? 0;
      return quantity > 0 ? [[name, quantity]] : [];
    }),
  );

export const nameOfItem = (item: PricedItem): string => {
  const words = item.replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Status of a subscription at the provider. */
export type ProviderStatus =
  | 'incomplete'
  | 'expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** A subscription as the provider reports it. Times are RFC 3339. */
export interface ProviderSubscription {
  readonly id: string;
  readonly customer_id: string;
  /** The brand that our checkout wrote into the subscription. */
  readonly brand_id?: string;
  readonly status: ProviderStatus;
  /** Absent for a price that is not of our catalog. */
  readonly plan?: PlanName;
  readonly add_ons: Quantities;
  readonly monthly_cents: number;
  readonly currency: string;
  readonly created: string;
  /** The current period of the plan. Items can have periods of their own. */
  readonly period_start: string;
  readonly period_end: string;
  /** When the subscription will end; absent for one that renews. */
  readonly cancel_at?: string;
  readonly trial_end?: string;
  readonly canceled_at?: string;
  readonly ended_at?: string;
}

export interface ProviderInvoice {
  readonly id: string;
  readonly customer_id: string;
  readonly brand_id?: string;
  readonly number?: string;
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  readonly currency: string;
  readonly total_cents: number;
  readonly amount_due_cents: number;
  readonly amount_paid_cents: number;
  readonly attempt_count: number;
  /** The last attempt to collect the payment failed. */
  readonly failed: boolean;
  readonly next_attempt_at?: string;
  readonly created: string;
  readonly period_start: string;
  readonly period_end: string;
  readonly hosted_url?: string;
  readonly pdf_url?: string;
}

interface EventIdentity {
  readonly id: string;
  /** Type by the provider's own name. */
  readonly type: string;
  readonly created: string;
}

/** A verified event of the provider. `other` has no effect on a brand. */
export type ProviderEvent = EventIdentity &
  (
    | { readonly kind: 'subscription'; readonly subscription: ProviderSubscription }
    | { readonly kind: 'invoice'; readonly invoice: ProviderInvoice }
    | { readonly kind: 'other' }
  );

/** What a brand subscribes to: one plan, and add-ons by name. */
export interface SubscribedItems {
  readonly plan: PlanName;
  readonly add_ons: Quantities;
}

export interface Proration {
  readonly due_now_cents: number;
  readonly currency: string;
  readonly lines: readonly { readonly description: string; readonly amount_cents: number }[];
}

export interface CheckoutRequest extends SubscribedItems {
  readonly customer_id: string;
  readonly brand_id: string;
  readonly success_url: string;
  readonly cancel_url: string;
}

export interface HostedPage {
  readonly id: string;
  readonly url: string;
  readonly expires_at?: string;
}

/**
 * A payment provider. Every write takes an idempotency key of ours: the same key and input has an effect once.
 *
 * Writes throw ApiError: payment_declined, payment_provider_refused, payment_provider_unavailable, billing_not_configured,
 * conflict, and validation_failed for a `proration_date` that the provider does not take.
 */
export interface PaymentProvider {
  createCustomer(brand: { readonly id: string; readonly name: string }, key: string): Promise<string>;
  createCheckout(request: CheckoutRequest, key: string): Promise<HostedPage>;
  /** Idempotent; no effect on a page that is used or expired. */
  expireCheckout(id: string, key: string): Promise<void>;
  createPortal(
    request: { readonly customer_id: string; readonly return_url: string },
    key: string,
  ): Promise<HostedPage>;
  findSubscription(id: string): Promise<ProviderSubscription | undefined>;
  /** Charges or credits the rest of the period. Nothing changes if the payment is declined. */
  changeItems(
    id: string,
    items: SubscribedItems,
    options: { readonly key: string; readonly proration_date?: string },
  ): Promise<ProviderSubscription>;
  previewItems(id: string, items: SubscribedItems, proration_date: string): Promise<Proration>;
  setCancellation(id: string, atPeriodEnd: boolean, key: string): Promise<ProviderSubscription>;
  /** Ends a subscription at once. Idempotent. */
  cancelNow(id: string, key: string): Promise<ProviderSubscription | undefined>;
  /** @throws ApiError invalid_signature */
  readEvent(payload: string, signature: string | undefined, now: Date): Promise<ProviderEvent>;
}
