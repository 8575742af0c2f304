import * as z from 'zod';
import { billingStates } from '#commerce/billing/billing-fields.ts';
import { campaignReasons } from '#commerce/campaigns/contract.ts';
import { orderStatuses, paymentStates } from '#commerce/orders/order.ts';
import { moneyAmount, timestamp, uuid } from '../fields.ts';

/**
 * Every event of the commerce service, in two lists.
 *
 * Activity events are internal. They are stored in the activity of the brand and feed analytics.
 * Outgoing events go to subscribers: the brand's webhook endpoints and our own consumers (functions/commerce/work/dispatch-events.ts).
 *
 * An operation records both in its own transaction (`recordActivity`, `recordEvents` in shared/http). To add an event, add
 * one entry here. Its data holds ids and facts, no personal data, and at most a few hundred bytes: a subscriber that needs
 * more reads the record by its id.
 */
export const activityEvent = z.discriminatedUnion('event', [
  z.object({
    event: z.literal('orderCreated'),
    data: z.object({ order_id: uuid, total: z.number(), brand_id: uuid }),
  }),
  z.object({
    event: z.literal('searchPerformed'),
    data: z.object({ search: z.string(), results: z.int(), area: z.literal('products') }),
  }),
  z.object({
    event: z.literal('campaignCreated'),
    data: z.object({ campaign_id: uuid, type: z.enum(['email', 'sms']), audience_size: z.int() }),
  }),
  z.object({
    event: z.literal('referralCompleted'),
    data: z.object({ referral_code: z.string(), referred_user_id: uuid }),
  }),
  z.object({ event: z.literal('personalDataExported'), data: z.object({ contact_id: uuid }) }),
  z.object({
    event: z.literal('silenceEnded'),
    data: z.object({ suppression_id: uuid, reason: z.string().optional(), subject: z.string() }),
  }),
  z.object({ event: z.literal('personalDataErased'), data: z.object({ erasure_id: uuid }) }),
  z.object({
    event: z.literal('membersChanged'),
    data: z.object({
      change: z.enum(['invited', 'joined', 'role_changed', 'removed', 'left', 'ownership_transferred']),
      subject: z.string().optional(),
      role: z.string().optional(),
    }),
  }),
  z.object({
    event: z.literal('brandDeletionChanged'),
    data: z.object({ change: z.enum(['scheduled', 'cancelled']), subject: z.string() }),
  }),
  z.object({
    event: z.literal('brandExportRequested'),
    data: z.object({ export_id: uuid, subject: z.string() }),
  }),
]);
export type ActivityEvent = z.output<typeof activityEvent>;

export const activityEventNames = activityEvent.options.map(({ shape }) => shape.event.value);

interface OutgoingDeclaration {
  readonly summary: string;
  readonly data: z.ZodType;
  /** False for events that reach an endpoint without a subscription, such as a test. */
  readonly subscribable: boolean;
}

const orderFacts = {
  id: uuid,
  number: z.int(),
  status: z.enum(orderStatuses),
  total: moneyAmount,
  fulfillment: z.enum(['pickup', 'ship', 'mixed']),
  stop_id: uuid.optional(),
  item_count: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
  version: z.int(),
};

const moneyFacts = {
  currency: z.string(),
  amount_due_cents: z.number(),
  paid_cents: z.number(),
  refunded_cents: z.number(),
  allowed_cents: z.number(),
  collect_cents: z.number(),
  return_cents: z.number(),
  payment_state: z.enum(paymentStates),
};

const productFacts = {
  id: uuid,
  name: z.string(),
  is_active: z.boolean(),
  price: moneyAmount.optional(),
  sku: z.string().optional(),
  updated_at: timestamp,
  version: z.int(),
};

const invoiceFacts = {
  id: z.string(),
  number: z.string().optional(),
  total_cents: z.int(),
  currency: z.string(),
  attempt_count: z.int(),
};

const deletionFacts = { deletes_at: timestamp };

/** Outgoing events by type. */
export const outgoingEvents = {
  'brand.deletion_scheduled': {
    summary: 'An owner has scheduled the deletion of the brand',
    data: z.object(deletionFacts),
    subscribable: true,
  },
  'brand.deletion_reminder': {
    summary: 'The brand will be deleted in this number of days',
    data: z.object({ ...deletionFacts, days: z.int() }),
    subscribable: true,
  },
  'brand.deletion_cancelled': {
    summary: 'An owner has restored the brand',
    data: z.object({}),
    subscribable: true,
  },
  'brand.export_ready': {
    summary: 'The archive of the brand is ready',
    data: z.object({ id: uuid, available_until: timestamp }),
    subscribable: true,
  },
  'order.created': { summary: 'An order was created', data: z.object(orderFacts), subscribable: true },
  'order.status_changed': {
    summary: 'The status of an order changed',
    data: z.object({ ...orderFacts, previous_status: z.enum(orderStatuses) }),
    subscribable: true,
  },
  'order.changed': {
    summary: 'An order was edited or paid without a change of its status',
    data: z.object(orderFacts),
    subscribable: true,
  },
  'order.paid': {
    summary: 'The payments of an order reached the amount due',
    data: z.object({ ...orderFacts, ...moneyFacts }),
    subscribable: true,
  },
  'order.refunded': {
    summary: 'A refund of an order was recorded',
    data: z.object({ ...orderFacts, ...moneyFacts, refund_id: uuid, refund_cents: z.number() }),
    subscribable: true,
  },
  'product.low_stock': {
    summary: 'The available stock of a product or variant fell to its low_stock_at',
    data: z.object({
      id: uuid,
      name: z.string().optional(),
      variant_id: z.string().optional(),
      variant_name: z.string().optional(),
      available: z.int(),
      low_stock_at: z.int(),
    }),
    subscribable: true,
  },
  'product.created': { summary: 'A product was created', data: z.object(productFacts), subscribable: true },
  'product.changed': {
    summary: 'A product was changed',
    data: z.object({ ...productFacts, changed: z.array(z.string()) }),
    subscribable: true,
  },
  'product.deleted': { summary: 'A product was deleted', data: z.object({ id: uuid }), subscribable: true },
  'campaign.sent': {
    summary: 'A campaign was sent to its last contact',
    data: z.object({
      id: uuid,
      type: z.enum(['email', 'sms']),
      recipient_count: z.int(),
      sent_at: timestamp,
    }),
    subscribable: true,
  },
  'campaign.failed': {
    summary: 'A campaign could not be sent',
    data: z.object({
      id: uuid,
      type: z.enum(['email', 'sms']),
      reason: z.enum(campaignReasons),
      failed_at: timestamp,
    }),
    subscribable: true,
  },
  'campaign.paused': {
    summary: 'A campaign was paused because it could not go on',
    data: z.object({
      id: uuid,
      type: z.enum(['email', 'sms']),
      reason: z.enum(campaignReasons),
      paused_at: timestamp,
    }),
    subscribable: true,
  },
  'referral.completed': {
    summary: 'A referral code was redeemed',
    data: z.object({ id: uuid, referral_code: z.string(), referred_user_id: uuid, created_at: timestamp }),
    subscribable: true,
  },
  'member.joined': {
    summary: 'A person joined the brand',
    data: z.object({ subject: z.string(), role: z.enum(['owner', 'manager', 'viewer']) }),
    subscribable: true,
  },
  'member.left': {
    summary: 'A person left the brand or was removed',
    data: z.object({ subject: z.string() }),
    subscribable: true,
  },
  'referral.reward_earned': {
    summary: 'A customer earned credit for a referral',
    data: z.object({ id: uuid, customer_id: uuid, referral_id: uuid, order_id: uuid, cents: z.int() }),
    subscribable: true,
  },
  'subscription.changed': {
    summary: 'The subscription of the brand changed its status, plan, add-ons or end',
    data: z.object({
      status: z.enum(billingStates),
      previous_status: z.enum(billingStates),
      plan: z.string(),
      previous_plan: z.string(),
      add_ons: z.record(z.string(), z.int()),
      cancel_at_period_end: z.boolean(),
      /** When the subscription will end; absent if it renews. */
      cancel_at: timestamp.optional(),
      current_period_end: timestamp.optional(),
    }),
    subscribable: true,
  },
  'subscription.payment_reminder': {
    summary: 'A payment is still due; the plan is kept until the grace ends',
    data: z.object({ past_due_since: timestamp, grace_ends_at: timestamp, days_left: z.int() }),
    subscribable: true,
  },
  'invoice.paid': {
    summary: 'An invoice of the brand was paid',
    data: z.object(invoiceFacts),
    subscribable: true,
  },
  'invoice.payment_failed': {
    summary: 'The payment of an invoice of the brand failed',
    data: z.object({ ...invoiceFacts, next_attempt_at: timestamp.optional() }),
    subscribable: true,
  },
  'webhook_endpoint.disabled': {
    summary: 'A webhook endpoint was disabled because its deliveries fail',
    data: z.object({
      id: uuid,
      reason: z.enum(['gone', 'failing']),
      failing_since: timestamp,
      disabled_at: timestamp,
    }),
    subscribable: true,
  },
  'webhook_endpoint.test': {
    summary: 'A test that an owner or manager sent to this endpoint',
    data: z.object({ endpoint_id: uuid }),
    subscribable: false,
  },
} as const satisfies Readonly<Record<string, OutgoingDeclaration>>;

export type OutgoingType = keyof typeof outgoingEvents;

/** An outgoing event before it is recorded. */
export type OutgoingEvent = {
  readonly [Type in OutgoingType]: {
    readonly type: Type;
    readonly data: z.output<(typeof outgoingEvents)[Type]['data']>;
  };
}[OutgoingType];

const typeNames = Object.keys(outgoingEvents) as [OutgoingType, ...OutgoingType[]];

/** Types that an endpoint can subscribe to, in the order of the catalog. */
export const subscribableTypes: readonly OutgoingType[] = typeNames.filter(
  (type) => outgoingEvents[type].subscribable,
);

export const outgoingType = z.enum(typeNames);

/** An outgoing event as it is recorded, and as a webhook delivers it. */
export const recordedEvent = z.object({
  id: uuid,
  brand_id: uuid,
  type: outgoingType,
  created_at: timestamp,
  data: z.record(z.string(), z.unknown()),
});
export type RecordedEvent = z.output<typeof recordedEvent>;
