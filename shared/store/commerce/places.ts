import { campaignPlaces } from '#commerce/campaigns/recipient-records.ts';
import { addresses, addressKeys, mailboxes } from '#commerce/contacts/address-records.ts';
import { erasures } from '#commerce/contacts/erasure-records.ts';
import { history } from '#commerce/contacts/history-records.ts';
import { imports, importTexts } from '#commerce/contacts/import-records.ts';
import { ledger } from '#commerce/contacts/ledger-records.ts';
import { contacts, mergedContacts } from '#commerce/contacts/records.ts';
import { messagePlaces } from '#commerce/messages/records.ts';
import { orderPlaces } from '#commerce/orders/records.ts';
import { promoCodePlaces } from '#commerce/promo-codes/records.ts';
import { creditPlaces } from '#commerce/referrals/credit-records.ts';
import { linkPlaces } from '#commerce/referrals/link-records.ts';
import { programPlaces } from '#commerce/referrals/records.ts';
import { reportPlaces } from '#commerce/reports/records.ts';
import { segments } from '#commerce/segments/records.ts';

import { stopPlaces } from '#commerce/stops/records.ts';
import { deletedProducts } from './products.ts';
import {
  type CommercePlace,
  count,
  internal,
  keyed,
  ledBy,
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
const inFarm = within('farm', 'FARM#{brand_id}');
const inMembers = within('memberships', 'MEMBERS#{brand_id}');
const inWebhooks = within('webhooks', 'WEBHOOKS#{brand_id}');
const inBilling = within('billing', 'BILLING#{brand_id}');
const inOnboarding = within('onboarding', 'ONBOARDING#{brand_id}');
const inWaterLogs = within('water-logs', 'WATERLOGS#{brand_id}');
const inExports = within('brand-exports', 'EXPORTS#{brand_id}');

const ofMember = {
  found: [{ by: 'member of a brand', facts: ({ subject }) => ({ subject }) }],
} satisfies PlaceChoices;
const expiring = 'expires within two days';

/** Every item of the commerce table has its place here. A test looks for items that have none. */
export const commercePlaces: readonly CommercePlace[] = [
  ...messagePlaces,
  ...stopPlaces,
  ...orderPlaces,
  ...promoCodePlaces,
  ...reportPlaces,
  ...[addressKeys, addresses, mailboxes, contacts, mergedContacts, history, ledger],
  ...[imports, importTexts, erasures],
  ...programPlaces,
  ...linkPlaces,
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

  ...campaignPlaces,

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

  segments,
  inExports('export', 'EXPORT#{id}', 'exports'),
  inExports('running export', 'RUNNING', internal),
  inExports('progress of export', 'PROGRESS#{id}', internal),

  // They expire before a brand can be deleted (lib/settings: deletionWaitDays), or hold none of it.
  staying('changelog marker', 'people', 'PERSON#{person}', 'CHANGELOG', 'belongs to a person'),
  staying('reply', 'idempotency', 'IDEMPOTENCY#{scope}#{hash}', 'IDEMPOTENCY', expiring),
  staying('window of calls', 'rate-windows', 'RATE#{limiter}#{caller}#{start}', 'RATE', expiring),
];
