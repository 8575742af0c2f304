import { stopPlaces } from '#commerce/stops/records.ts';
import type { BrandRecords, PartitionOf, Records } from '#contract/partitions.ts';
import type { IndexKeys, Place } from '../records/place.ts';
import type { BrandDuties, ErasedArea, Lead } from './record.ts';
import { duePartitions, outboxOf, outboxShards } from './work/work-keys.ts';

export type CommercePlace = Place & BrandDuties;

interface Choices extends Partial<Omit<BrandDuties, 'exported'>> {
  readonly indexes?: IndexKeys;
}

/** Declares what a capability stores that has no room yet. Its keys are built beside its queries. */
const place = <R extends BrandRecords>(
  name: string,
  records: R,
  pk: PartitionOf<R>,
  sk: string,
  exported: BrandDuties['exported'],
  choices: Choices = {},
): CommercePlace => ({ name, records, pk, sk, exported, person: 'none', ...choices });

/** Declares items that stay when a brand leaves. */
const staying = <R extends Exclude<Records, BrandRecords>>(
  name: string,
  records: R,
  pk: PartitionOf<R>,
  sk: string,
  reason: string,
): CommercePlace => ({
  name,
  records,
  pk,
  sk,
  exported: { not: reason },
  person: 'none',
  found: { not: reason },
});

const pointer = { not: 'leads to another record' };
const counter = { not: 'counts other records' };
const secret = { not: 'grants access' };
const internal = { not: 'is needed for a moment only' };
const keyed = { keyed: true } as const;
const of = (person: ErasedArea) => ({ person });

/** Items whose keys have the id of another item as this fact. */
const ledBy = (fact: string, ...places: readonly string[]): { readonly found: readonly Lead[] } => ({
  found: places.map((by) => ({ by, facts: ({ id }) => ({ [fact]: id }) })),
});
const ofCustomer: Lead['facts'] = ({ customer_id }) => ({ customer_id });
const ofMember = {
  found: [{ by: 'member of a brand', facts: ({ subject }) => ({ subject }) }],
} satisfies Choices;
const monthOf = (time: unknown) => ({ month: String(time).slice(0, 'YYYY-MM'.length) });

/** Every item of the commerce table has its place here. A test looks for items that have none. */
export const commercePlaces: readonly CommercePlace[] = [
  ...stopPlaces,

  place('brand', 'brands', 'BRAND#{brand_id}', 'BRAND', 'brand', { hides: ['gateway_keys'] }),
  place('membership', 'memberships', 'MEMBER#{subject:text}', 'BRAND#{brand_id}', pointer, ofMember),
  place('member of a brand', 'memberships', 'MEMBERS#{brand_id}', 'MEMBER#{id}', 'members'),
  place('member, by subject', 'memberships', 'MEMBERS#{brand_id}', 'SUBJECT#{subject:text}', pointer),
  place('counts of members', 'memberships', 'MEMBERS#{brand_id}', 'COUNTS', counter),
  place('invitation', 'memberships', 'INVITATIONS#{brand_id}', '{id}', 'invitations', {
    hides: ['token_hash'],
  }),
  place('invitation, by token', 'memberships', 'INVITATION#{token_hash}', 'INVITATION', secret, {
    found: [{ by: 'invitation', facts: ({ token_hash }) => ({ token_hash }) }],
  }),
  place('use of an api key', 'key-uses', 'KEYUSE#{brand_id}', '{id}', 'api-key-uses', keyed),
  place('api key, by secret', 'api-keys', 'APIKEY#{secret_hash}', 'APIKEY', secret, {
    indexes: { gsi1: ['APIKEYS#{brand_id}#SECRETS', '{secret_hash}'] },
  }),
  place('api key, by id', 'api-keys', 'APIKEYS#{brand_id}', 'APIKEY#{id}', 'api-keys', {
    hides: ['secret_hash', 'earlier_secret_hash'],
  }),

  place('product', 'products', 'PRODUCTS#{brand_id}', 'PRODUCT#{id}', 'products', { texts: ['product'] }),
  place('images of a product', 'products', 'PRODUCTS#{brand_id}', 'IMAGES#{product_id}', 'product-images', {
    texts: ['images'],
    ...keyed,
  }),
  place('SKU', 'products', 'PRODUCTS#{brand_id}', 'SKU#{code:text}', pointer),
  place('product import', 'products', 'PRODUCTS#{brand_id}', 'IMPORT#{id}', 'product-imports'),
  place(
    'bad line',
    'products',
    'PRODUCTS#{brand_id}',
    'IMPORTFAULT#{import_id}#{line}',
    'product-import-faults',
    keyed,
  ),
  place('catalog version', 'products', 'PRODUCTS#{brand_id}', 'CATALOG', counter),
  // The product has the level PRODUCT, and its variants have theirs.
  place('stock level', 'stock', 'STOCK#{brand_id}', '{product_id}#{level:text}', 'stock', keyed),
  place('stock adjustment', 'stock', 'STOCKLOG#{brand_id}#{product_id}', '{id}', 'stock-adjustments', {
    found: [{ by: 'stock level', facts: ({ product_id }) => ({ product_id }) }],
  }),

  place('order', 'orders', 'ORDERS#{brand_id}', 'ORDER#{id}', 'orders', {
    indexes: {
      gsi1: ['ORDERS#{brand_id}#STATUS#{status}', '{id}'],
      gsi2: ['ORDERS#{brand_id}#PICKUP#{pickup_date}', '{stop_id}#{id}'],
    },
    ...of('orders'),
  }),
  place('order, searched', 'orders', 'ORDERS#{brand_id}', 'ORDERROW#{id}', pointer, {
    indexes: {
      gsi1: ['ORDERS#{brand_id}#TOTAL', '{total_cents:20}#{id}'],
      gsi2: ['ORDERS#{brand_id}#CUSTOMER#{email_hash}', '{id}'],
    },
    ...of('orders'),
  }),
  place('order, by stop', 'orders', 'ORDERS#{brand_id}', 'ORDERSTOP#{id}', pointer, {
    indexes: { gsi2: ['ORDERS#{brand_id}#STOP#{stop_id}', '{id}'] },
    ...of('orders'),
  }),
  place(
    'change of an order',
    'orders',
    'ORDERS#{brand_id}',
    'ORDERLOG#{order_id}#{version:10}',
    'order-changes',
    { ...keyed, ...of('orders') },
  ),
  place('payment or refund', 'orders', 'ORDERS#{brand_id}', 'ORDERPAY#{order_id}#{id}', 'order-payments', {
    ...keyed,
    ...of('orders'),
  }),
  place('settings of orders', 'orders', 'ORDERS#{brand_id}', 'ORDERSETTINGS', 'order-settings', {
    texts: ['settings'],
  }),
  place('customer', 'orders', 'ORDERS#{brand_id}', 'CUSTOMER#{email_hash}', 'customers', {
    ...keyed,
    ...of('customers'),
  }),
  place('promo code', 'promo-codes', 'PROMO#{brand_id}', 'CODE#{id}', 'promo-codes'),
  place(
    'uses of a promo code',
    'promo-codes',
    'PROMO#{brand_id}',
    'USE#{promo_code_id}#{created_at}#{customer_id}',
    'promo-code-uses',
    { ...keyed, ...of('orders') },
  ),

  place(
    'figures of a day',
    'order-figures',
    'ROLLUP#{brand_id}#TOTAL',
    '{day}#{shard}',
    'order-figures',
    keyed,
  ),
  // A large order has one item, `day#order#id`, for the figures of all its products.
  place(
    'figures of products',
    'order-figures',
    'ROLLUP#{brand_id}#PRODUCT#{month}',
    '{day}#{product_id}#{shard}',
    'product-figures',
    { ...keyed, found: { among: monthsBetween } },
  ),
  place(
    'figures of visits',
    'order-figures',
    'ROLLUP#{brand_id}#FUNNEL',
    '{day}#{shard}',
    'visit-figures',
    keyed,
  ),
  place(
    'figures of water',
    'order-figures',
    'ROLLUP#{brand_id}#WATER#{month}',
    '{day}#{field}#{shard}',
    'water-figures',
    {
      ...keyed,
      found: [
        { by: 'water log', facts: ({ logged_at }) => monthOf(logged_at) },
        // Months that have had logs, and are empty now.
        { by: 'change of water log', facts: ({ before }) => monthOf(Object(before).logged_at), again: true },
        { by: 'metered water', facts: ({ read_at }) => monthOf(read_at), again: true },
      ],
    },
  ),
  place(
    'orders of customers',
    'order-figures',
    'ROLLUP#{brand_id}#CUSTOMER#{digit}',
    '{email_hash}',
    'customer-figures',
    {
      ...keyed,
      ...of('customers'),
      found: { among: () => [...'0123456789abcdef'].map((digit) => ({ digit })) },
    },
  ),

  place(
    'referral code',
    'referrals',
    'REFERRAL#{brand_id}',
    'REFCODE#{code:text}',
    'referral-codes',
    of('program'),
  ),
  place(
    'redemption',
    'referrals',
    'REFERRAL#{brand_id}',
    'REDEMPTION#{code:text}#{email_hash}',
    'referral-redemptions',
    of('redemptions'),
  ),
  place('referral settings', 'referrals', 'REFERRAL#{brand_id}', 'SETTINGS', 'referral-settings'),
  place('customer with code', 'referrals', 'REFERRAL#{brand_id}', 'PERSON#{mailbox}', 'referral-customers', {
    ...keyed,
    ...of('program'),
  }),
  place('referred customer', 'referrals', 'REFERRAL#{brand_id}', 'REFERRED#{mailbox}', 'referred-customers', {
    ...keyed,
    ...of('program'),
  }),
  place(
    'credit of an order',
    'referrals',
    'REFERRAL#{brand_id}',
    'CREDIT#{order_id}',
    'referral-credit-uses',
    {
      ...keyed,
      ...of('program'),
    },
  ),
  place('visitor of a link', 'referral-links', 'REFLINK#{id}', 'SEEN#{day}#{visitor}', internal, {
    found: [{ by: 'referral link', facts: ({ id }) => ({ id }) }],
  }),
  place('referral link', 'referral-links', 'REFLINK#{id}', 'LINK', 'referral-links', {
    indexes: { gsi1: ['REFLINK#BRAND#{brand_id}', '{code:text}#{channel}'] },
    ...keyed,
  }),
  place(
    'referral credit',
    'referral-credit',
    'CREDIT#{brand_id}#{customer_id}',
    'ACCOUNT',
    'referral-credit',
    {
      found: [
        { by: 'customer with code', facts: ofCustomer },
        // Those of customers whose code is gone.
        { by: 'reward', facts: ofCustomer, again: true },
      ],
      ...of('program'),
    },
  ),
  place(
    'change of credit',
    'referral-credit',
    'CREDIT#{brand_id}#{customer_id}',
    'ENTRY#{id}',
    'referral-credit-changes',
    {
      ...keyed,
      ...of('program'),
      found: [
        { by: 'customer with code', facts: ofCustomer },
        { by: 'reward', facts: ofCustomer, again: true },
      ],
    },
  ),
  place('reward', 'referral-credit', 'REWARDS#{brand_id}#{customer_id}', '{id}', 'referral-rewards', {
    indexes: { gsi1: ['REWARDS#{brand_id}', '{id}'] },
    ...of('program'),
  }),
  place(
    'leaderboard entry',
    'referral-credit',
    'REFBOARD#{brand_id}#{period}',
    '{customer_id}',
    'referral-leaderboard',
    { ...keyed, ...of('program'), found: { among: periodsBetween } },
  ),

  place('activity', 'activity', 'ACTIVITY#{brand_id}', '{id}', 'activity', {
    indexes: { gsi1: ['ACTIVITY#{brand_id}#{event}', '{id}'] },
    ...of('program'),
  }),
  place('outbox', 'outbox', 'OUTBOX#{shard}', '{id}', internal, {
    found: {
      in: Array.from({ length: outboxShards }, (_, shard) => outboxOf(shard)),
      isOf: (brandId, { events }) => String(events).includes(`"brand_id":${JSON.stringify(brandId)}`),
    },
  }),
  place('due work', 'work', 'WORK#{kind}#{key:text}', 'WORK', internal, {
    found: {
      in: duePartitions.map((pk) => ({ pk, index: 'gsi2' })),
      // The deletion itself is work of the brand, and ends by itself.
      isOf: (brandId, { kind, payload }) => Object(payload).brand_id === brandId && kind !== 'delete-brand',
    },
    ...of('program'),
  }),
  place('turns of a brand', 'work', 'WORK#turn#{brand_id}#{number}', 'TURN', internal, {
    found: { not: 'expires' },
  }),
  place('webhook endpoint', 'webhooks', 'WEBHOOKS#{brand_id}', 'ENDPOINT#{id}', 'webhook-endpoints'),
  place('deleted endpoint', 'webhooks', 'WEBHOOKS#{brand_id}', 'GONE#{id}', pointer),
  place('number of endpoints', 'webhooks', 'WEBHOOKS#{brand_id}', 'COUNT', counter),
  place('webhook secrets', 'webhook-secrets', 'WEBHOOKSECRET#{endpoint_id}', 'SECRETS', secret, {
    ...ledBy('endpoint_id', 'webhook endpoint', 'deleted endpoint'),
  }),
  place('webhook delivery', 'webhook-deliveries', 'WEBHOOKLOG#{endpoint_id}', '{id}', 'webhook-deliveries', {
    ...ledBy('endpoint_id', 'webhook endpoint', 'deleted endpoint'),
    ...of('program'),
  }),
  place('webhook to send', 'webhook-queue', 'WEBHOOKDUE#{endpoint_id}', '{at}#{id}', internal, {
    ...ledBy('endpoint_id', 'webhook endpoint', 'deleted endpoint'),
  }),

  place('facts of onboarding', 'onboarding', 'ONBOARDING#{brand_id}', 'FACTS', 'onboarding', keyed),
  place('state of onboarding', 'onboarding', 'ONBOARDING#{brand_id}', 'PERSON#{person}', 'onboarding', keyed),
  place('inbox of a person', 'inboxes', 'INBOXES#{brand_id}', 'PERSON#{person}', 'inboxes', {
    hides: ['confirmation'],
  }),
  place('notification', 'notifications', 'INBOX#{brand_id}#{person}', 'NOTICE#{id}', 'notifications', {
    ...keyed,
    found: [{ by: 'inbox of a person', facts: ({ person }) => ({ person }) }],
  }),

  place('water log', 'water-logs', 'WATERLOGS#{brand_id}', 'WATER#{logged_at}#{id}', 'water-logs'),
  place('water log, by id', 'water-logs', 'WATERLOGS#{brand_id}', 'WATERID#{id}', pointer),
  place(
    'change of water log',
    'farm',
    'FARM#{brand_id}',
    'HISTORY#{id}#{version:9}',
    'water-log-changes',
    keyed,
  ),
  place('field', 'farm', 'FARM#{brand_id}', 'FIELD#{id}', 'water-fields'),
  place('meter', 'farm', 'FARM#{brand_id}', 'METER#{id}', 'water-meters'),
  place('number of fields or meters', 'farm', 'FARM#{brand_id}', 'COUNT#{kind}', counter),
  place(
    'meter reading',
    'farm',
    'FARM#{brand_id}',
    'READING#{meter_id}#{read_at}#{id}',
    'water-meter-readings',
  ),
  place('reading, by id', 'farm', 'FARM#{brand_id}', 'READINGID#{meter_id}#{id}', pointer),
  place('metered water', 'farm', 'FARM#{brand_id}', 'USE#{read_at}#{reading_id}', 'metered-water', keyed),
  place('water settings', 'farm', 'FARM#{brand_id}', 'SETTINGS', 'water-settings'),

  place('campaign', 'campaigns', 'CAMPAIGNS#{brand_id}', 'CAMPAIGN#{id}', 'campaigns'),
  place('messaging settings', 'campaigns', 'CAMPAIGNS#{brand_id}', 'MESSAGING', 'messaging-settings'),
  place('run of a campaign', 'campaign-runs', 'CAMPAIGNRUN#{campaign_id}', 'RUN', 'campaign-runs', {
    ...ledBy('campaign_id', 'campaign'),
  }),
  place('batch of a campaign', 'campaign-runs', 'CAMPAIGNRUN#{campaign_id}', 'BATCH#{number:8}', internal, {
    ...ledBy('campaign_id', 'campaign'),
  }),
  place(
    'address of a campaign',
    'campaign-runs',
    'CAMPAIGNRUN#{campaign_id}',
    'ADDRESS#{address_id}',
    internal,
    {
      ...ledBy('campaign_id', 'campaign'),
    },
  ),
  place(
    'recipient',
    'campaign-recipients',
    'RECIPIENTS#{campaign_id}',
    '{contact_id}',
    'campaign-recipients',
    {
      indexes: { gsi1: ['RECIPIENTS#{campaign_id}#{state}', '{contact_id}'] },
      ...ledBy('campaign_id', 'campaign'),
    },
  ),
  place('message', 'messages', 'MESSAGES#{brand_id}', '{id}', 'messages', of('messages')),
  place('brands of a phone', 'sms-threads', 'SMSTHREAD#{phone_hash}', '{brand_id}', pointer, {
    indexes: { gsi1: ['SMSTHREAD#BRAND#{brand_id}', '{phone_hash}'] },
    ...of('sms-threads'),
  }),

  place('billing account', 'billing', 'BILLING#{brand_id}', 'ACCOUNT', 'billing-account'),
  place('invoice', 'billing', 'BILLING#{brand_id}', 'INVOICE#{created}#{id}', 'invoices'),
  place('use of entitlement', 'billing', 'BILLING#{brand_id}', 'USE#{name}', 'entitlement-uses', keyed),
  // The number of brands of an owner is counted again when it is needed.
  place('brands of a person', 'billing', 'BILLING#PERSON#{subject:text}', 'USE#brands', counter, ofMember),
  place('billing customer', 'billing', 'BILLINGCUSTOMER#{id}', 'CUSTOMER', pointer, {
    indexes: { gsi1: ['BILLING#{brand_id}#LINKS', 'CUSTOMER#{id}'] },
  }),
  place(
    "provider's event",
    'billing',
    'BILLINGEVENT#{id}',
    'EVENT',
    { not: 'shows only that the event was applied' },
    { indexes: { gsi1: ['BILLING#{brand_id}#LINKS', 'EVENT#{id}'] } },
  ),

  place('contact', 'contacts', 'CONTACTS#{brand_id}', 'CONTACT#{id}', 'contacts', {
    indexes: {
      gsi1: ['CONTACTS#{brand_id}#EMAIL', '{email:text}#{id}'],
      gsi2: ['CONTACTS#{brand_id}#PHONE', '{phone:text}#{id}'],
    },
    ...of('contact'),
  }),
  place('merged contact', 'contacts', 'CONTACTS#{brand_id}', 'MERGED#{id}', 'merged-contacts', {
    ...keyed,
    ...of('history'),
  }),
  place(
    'contact, by address',
    'contacts',
    'CONTACTS#{brand_id}',
    'ADDRESS#{address_id}',
    pointer,
    of('contact'),
  ),
  place(
    'history of a contact',
    'contact-history',
    'CONTACTLOG#{brand_id}#{contact_id}',
    '{id}',
    'contact-history',
    {
      ...keyed,
      ...ledBy('contact_id', 'contact', 'merged contact'),
      ...of('history'),
    },
  ),
  place('suppression', 'suppressions', 'SUPPRESSED#{brand_id}', '{address_id}', 'suppressions', keyed),
  place('segment', 'segments', 'SEGMENTS#{brand_id}', '{id}', 'segments'),
  place('contact import', 'contact-imports', 'CONTACTIMPORT#{brand_id}', 'IMPORT#{id}', 'contact-imports'),
  place(
    'text of an import',
    'contact-imports',
    'CONTACTIMPORT#{brand_id}',
    'TEXT#{id}',
    { not: 'is a copy of an uploaded file' },
    of('contact'),
  ),
  place('erasure', 'erasures', 'ERASURE#{brand_id}', '{id}', 'erasures', {
    hides: ['person'],
    ...of('receipt'),
  }),
  place('export', 'brand-exports', 'EXPORTS#{brand_id}', 'EXPORT#{id}', 'exports'),
  place('running export', 'brand-exports', 'EXPORTS#{brand_id}', 'RUNNING', internal),
  place('progress of export', 'brand-exports', 'EXPORTS#{brand_id}', 'PROGRESS#{id}', internal),

  // They expire before a brand can be deleted (lib/settings: deletionWaitDays), or hold none of it.
  staying(
    'session of a shop',
    'visits',
    'VISIT#{brand_id}#{session_id}',
    'SESSION',
    'expires after two days',
  ),
  staying(
    'event of a visit',
    'visits',
    'VISIT#{brand_id}#{session_id}',
    'EVENT#{id}',
    'expires after two days',
  ),
  staying('changelog marker', 'people', 'PERSON#{person}', 'CHANGELOG', 'belongs to a person'),
  staying('key of links', 'link-keys', 'LINKKEY#links', 'KEY', 'belongs to the platform'),
  staying('salt of visitors', 'link-keys', 'LINKKEY#visitors', '{day}', 'belongs to the platform'),
  staying('reply', 'idempotency', 'IDEMPOTENCY#{scope}#{hash}', 'IDEMPOTENCY', 'expires after 24 hours'),
  staying(
    'window of calls',
    'rate-windows',
    'RATE#{limiter}#{caller}#{start}',
    'RATE',
    'expires after an hour',
  ),
];

/**
 * Months `YYYY-MM` from the one before `from` to the one after `to`, because days of a brand's time zone may be those of the
 * neighboring month in UTC.
 */
function monthsBetween(from: Date, to: Date): readonly { readonly month: string }[] {
  const first = from.getUTCFullYear() * 12 + from.getUTCMonth() - 1;
  const last = to.getUTCFullYear() * 12 + to.getUTCMonth() + 1;
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const month = first + n;
    return { month: `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}` };
  });
}

/** Periods of leaderboards. */
function periodsBetween(from: Date, to: Date): readonly { readonly period: string }[] {
  const months = monthsBetween(from, to).map(({ month }) => month);
  const years = new Set(months.map((month) => month.slice(0, 'YYYY'.length)));
  return ['all', ...years, ...months].map((period) => ({ period }));
}
