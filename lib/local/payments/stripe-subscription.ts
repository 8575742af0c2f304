import type { Price, Subscription, SubscriptionItem } from './records.ts';
import { listOf, priceObject } from './stripe-objects.ts';

type PriceOf = (id: string) => Price;

export const subscriptionObject = (subscription: Subscription, priceOf: PriceOf) => ({
  id: subscription.id,
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: subscription.anchor,
  billing_cycle_anchor_config: null,
  billing_mode: {
    type: subscription.billing_mode,
    flexible: subscription.billing_mode === 'flexible' ? {} : null,
  },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: subscription.cancel_at,
  cancel_at_period_end: subscription.cancel_at_period_end,
  canceled_at: subscription.canceled_at,
  cancellation_details: { comment: null, feedback: null, reason: null },
  collection_method: 'charge_automatically',
  created: subscription.created,
  currency: currencyOf(subscription, priceOf),
  customer: subscription.customer,
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: subscription.ended_at,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  items: listOf(
    subscription.items.map((item) => itemObject(item, subscription, priceOf)),
    `/v1/subscription_items?subscription=${subscription.id}`,
  ),
  latest_invoice: subscription.latest_invoice,
  livemode: false,
  managed_payments: { enabled: false },
  metadata: subscription.metadata,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: null,
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: subscription.created,
  status: subscription.status,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
});

const currencyOf = ({ items: [first] }: Subscription, priceOf: PriceOf) =>
  first === undefined ? 'usd' : priceOf(first.price).currency;

function itemObject(item: SubscriptionItem, subscription: Subscription, priceOf: PriceOf) {
  const price = priceOf(item.price);
  return {
    id: item.id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: item.created,
    current_period_end: subscription.period_end,
    current_period_start: subscription.period_start,
    discounts: [],
    metadata: {},
    plan: planObject(price),
    price: priceObject(price),
    quantity: item.quantity,
    subscription: subscription.id,
    tax_rates: [],
  };
}

/** The earlier form of a price, which Stripe still shows. */
const planObject = (price: Price) => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: String(price.unit_amount),
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: 'month',
  interval_count: 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});
