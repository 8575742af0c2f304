import { monthOf } from '#calendar/days.ts';
import { contactPlaces } from '#commerce/contacts/records.ts';
import { creditPlaces } from '#commerce/referrals/credit-records.ts';
import { programPlaces } from '#commerce/referrals/records.ts';
import { segments } from '#commerce/segments/records.ts';
import { stopPlaces } from '#commerce/stops/records.ts';
import { deletedProducts } from './products.ts';
import {
  type CommercePlace,
  count,
  internal,
  keyed,
  ledBy,
  monthsBetween,
  of,
  type PlaceChoices,
  place,
  pointer,
  secret,
  staying,
  within,
} from './record.ts';
import { deletedFields } from './water/water-records.ts';
import { duePartitions, outboxOf, outboxShards } from './work/work-keys.ts';

const inProducts = within('products', 'PRODUCTS#{brand_id}');
const inOrders = within('orders', 'ORDERS#{brand_id}');
const inFarm = within('farm', 'FARM#{brand_id}');
const inContacts = within('contacts', 'CONTACTS#{brand_id}');
const inMembers = within('memberships', 'MEMBERS#{brand_id}');
const inWebhooks = within('webhooks', 'WEBHOOKS#{brand_id}');
const inCampaignRun = within('campaign-runs', 'CAMPAIGNRUN#{campaign_id}');
const inBilling = within('billing', 'BILLING#{brand_id}');
const inPromo = within('promo-codes', 'PROMO#{brand_id}');
const inOnboarding = within('onboarding', 'ONBOARDING#{brand_id}');
const inWaterLogs = within('water-logs', 'WATERLOGS#{brand_id}');
const inCampaigns = within('campaigns', 'CAMPAIGNS#{brand_id}');
const inImports = within('contact-imports', 'CONTACTIMPORT#{brand_id}');
const inExports = within('brand-exports', 'EXPORTS#{brand_id}');

const ofMember = {
  found: [{ by: 'member of a brand', facts: ({ subject }) => ({ subject }) }],
} satisfies PlaceChoices;
const expiring = 'expires within two days';
const inMonth = (time: unknown) => ({ month: monthOf(String(time)) });

/** Every item of the commerce table has its place here. A test looks for items that have none. */
export const commercePlaces: readonly CommercePlace[] = [
  ...stopPlaces,
  ...contactPlaces,
  ...programPlaces,
  ...creditPlaces,

  place('brand', 'brands', 'BRAND#{brand_id}', 'BRAND', 'brand', { hides: ['gateway_keys'] }),
  place('membership', 'memberships', 'MEMBER#{subject:text}', 'BRAND#{brand_id}', pointer, ofMember),
  inMembers('member of a brand', 'MEMBER#{id}', 'members'),
  inMembers('member, by subject', 'SUBJECT#{subject:text}', pointer),
  inMembers('counts of members', 'COUNTS', count),
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

  inProducts('product', 'PRODUCT#{id}', 'products', { texts: ['product'] }),
  inProducts('images of a product', 'IMAGES#{product_id}', 'product-images', {
    texts: ['images'],
    ...keyed,
  }),
  deletedProducts,
  inProducts('SKU', 'SKU#{code:text}', pointer),
  inProducts('product import', 'IMPORT#{id}', 'product-imports'),
  inProducts('bad line', 'IMPORTFAULT#{import_id}#{line}', 'product-import-faults', keyed),
  inProducts('catalog version', 'CATALOG', count),
  // The product has the level PRODUCT, and its variants have theirs.
  place('stock level', 'stock', 'STOCK#{brand_id}', '{product_id}#{level:text}', 'stock', keyed),
  place('stock adjustment', 'stock', 'STOCKLOG#{brand_id}#{product_id}', '{id}', 'stock-adjustments', {
    found: [{ by: 'stock level', facts: ({ product_id }) => ({ product_id }) }],
  }),

  inOrders('order', 'ORDER#{id}', 'orders', {
    indexes: {
      gsi1: ['ORDERS#{brand_id}#STATUS#{status}', '{id}'],
      gsi2: ['ORDERS#{brand_id}#PICKUP#{pickup_date}', '{stop_id}#{id}'],
    },
    ...of('orders'),
  }),
  inOrders('order, searched', 'ORDERROW#{id}', pointer, {
    indexes: {
      gsi1: ['ORDERS#{brand_id}#TOTAL', '{total_cents:20}#{id}'],
      gsi2: ['ORDERS#{brand_id}#CUSTOMER#{email_hash}', '{id}'],
    },
    ...of('orders'),
  }),
  inOrders('order, by stop', 'ORDERSTOP#{id}', pointer, {
    indexes: { gsi2: ['ORDERS#{brand_id}#STOP#{stop_id}', '{id}'] },
    ...of('orders'),
  }),
  inOrders('change of an order', 'ORDERLOG#{order_id}#{version:10}', 'order-changes', {
    ...keyed,
    ...of('orders'),
  }),
  inOrders('payment or refund', 'ORDERPAY#{order_id}#{id}', 'order-payments', {
    ...keyed,
    ...of('orders'),
  }),
  inOrders('settings of orders', 'ORDERSETTINGS', 'order-settings', {
    texts: ['settings'],
  }),
  inOrders('customer', 'CUSTOMER#{email_hash}', 'customers', {
    ...keyed,
    ...of('customers'),
  }),
  inPromo('promo code', 'CODE#{id}', 'promo-codes'),
  inPromo('uses of a promo code', 'USE#{promo_code_id}#{created_at}#{customer_id}', 'promo-code-uses', {
    ...keyed,
    ...of('orders'),
  }),

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
        { by: 'water log', facts: ({ logged_at }) => inMonth(logged_at) },
        // Months that have had logs, and are empty now.
        { by: 'change of water log', facts: ({ before }) => inMonth(Object(before).logged_at), again: true },
        { by: 'metered water', facts: ({ read_at }) => inMonth(read_at), again: true },
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
  inWebhooks('webhook endpoint', 'ENDPOINT#{id}', 'webhook-endpoints'),
  inWebhooks('deleted endpoint', 'GONE#{id}', pointer),
  inWebhooks('number of endpoints', 'COUNT', count),
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

  inOnboarding('facts of onboarding', 'FACTS', 'onboarding', keyed),
  inOnboarding('state of onboarding', 'PERSON#{person}', 'onboarding', keyed),
  place('inbox of a person', 'inboxes', 'INBOXES#{brand_id}', 'PERSON#{person}', 'inboxes', {
    hides: ['confirmation'],
  }),
  place('notification', 'notifications', 'INBOX#{brand_id}#{person}', 'NOTICE#{id}', 'notifications', {
    ...keyed,
    found: [{ by: 'inbox of a person', facts: ({ person }) => ({ person }) }],
  }),

  inWaterLogs('water log', 'WATER#{logged_at}#{id}', 'water-logs'),
  inWaterLogs('water log, by id', 'WATERID#{id}', pointer),
  inFarm('change of water log', 'HISTORY#{id}#{version:9}', 'water-log-changes', keyed),
  inFarm('field', 'FIELD#{id}', 'water-fields'),
  deletedFields,
  inFarm('meter', 'METER#{id}', 'water-meters'),
  inFarm('number of fields or meters', 'COUNT#{kind}', count),
  inFarm('meter reading', 'READING#{meter_id}#{read_at}#{id}', 'water-meter-readings'),
  inFarm('reading, by id', 'READINGID#{meter_id}#{id}', pointer),
  inFarm('metered water', 'USE#{read_at}#{reading_id}', 'metered-water', keyed),
  inFarm('water settings', 'SETTINGS', 'water-settings'),

  inCampaigns('campaign', 'CAMPAIGN#{id}', 'campaigns'),
  inCampaigns('messaging settings', 'MESSAGING', 'messaging-settings'),
  inCampaignRun('run of a campaign', 'RUN', 'campaign-runs', {
    ...ledBy('campaign_id', 'campaign'),
  }),
  inCampaignRun('batch of a campaign', 'BATCH#{number:8}', internal, {
    ...ledBy('campaign_id', 'campaign'),
  }),
  inCampaignRun('address of a campaign', 'ADDRESS#{address_id}', internal, {
    ...ledBy('campaign_id', 'campaign'),
  }),
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

  inBilling('billing account', 'ACCOUNT', 'billing-account'),
  inBilling('invoice', 'INVOICE#{created}#{id}', 'invoices'),
  inBilling('use of entitlement', 'USE#{name}', 'entitlement-uses', keyed),
  // The number of brands of an owner is counted again when it is needed.
  place('brands of a person', 'billing', 'BILLING#PERSON#{subject:text}', 'USE#brands', count, ofMember),
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

  inContacts('contact', 'CONTACT#{id}', 'contacts', {
    indexes: {
      gsi1: ['CONTACTS#{brand_id}#EMAIL', '{email:text}#{id}'],
      gsi2: ['CONTACTS#{brand_id}#PHONE', '{phone:text}#{id}'],
    },
    ...of('contact'),
  }),
  inContacts('merged contact', 'MERGED#{id}', 'merged-contacts', {
    ...keyed,
    ...of('history'),
  }),
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
  segments,
  inImports('contact import', 'IMPORT#{id}', 'contact-imports'),
  inImports('text of an import', 'TEXT#{id}', { not: 'is a copy of an uploaded file' }, of('contact')),
  place('erasure', 'erasures', 'ERASURE#{brand_id}', '{id}', 'erasures', {
    hides: ['person'],
    ...of('receipt'),
  }),
  inExports('export', 'EXPORT#{id}', 'exports'),
  inExports('running export', 'RUNNING', internal),
  inExports('progress of export', 'PROGRESS#{id}', internal),

  // They expire before a brand can be deleted (lib/settings: deletionWaitDays), or hold none of it.
  staying('session of a shop', 'visits', 'VISIT#{brand_id}#{session_id}', 'SESSION', expiring),
  staying('event of a visit', 'visits', 'VISIT#{brand_id}#{session_id}', 'EVENT#{id}', expiring),
  staying('changelog marker', 'people', 'PERSON#{person}', 'CHANGELOG', 'belongs to a person'),
  staying('reply', 'idempotency', 'IDEMPOTENCY#{scope}#{hash}', 'IDEMPOTENCY', expiring),
  staying('window of calls', 'rate-windows', 'RATE#{limiter}#{caller}#{start}', 'RATE', expiring),
];
