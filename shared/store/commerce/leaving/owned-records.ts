import { stopPlaces } from '#commerce/stops/records.ts';
import type { Item } from '../../dynamodb/items.ts';
import type { Place } from '../../records/place.ts';
import type { BrandDuties } from '../record.ts';

/** One kind of record in the table, with its key as in the table of commerce-keys.ts. */
interface RecordKind {
  readonly name: string;
  readonly pk: string;
  readonly sk: string;
  /** File of the archive; the reason why there is none otherwise. */
  readonly exported: string | { readonly not: string };
  /** Attributes that grant access, or that only we use. */
  readonly hides: readonly string[];
  /** Attributes that are JSON text. The fields of an object are exported in place of its attribute. */
  readonly texts: readonly string[];
  /** The key holds facts that the attributes do not. */
  readonly keyed: boolean;
}

interface Choices {
  readonly hides?: readonly string[];
  readonly texts?: readonly string[];
  readonly keyed?: boolean;
}

const kind = (
  name: string,
  pk: string,
  sk: string,
  exported: RecordKind['exported'],
  { hides = [], texts = [], keyed = false }: Choices = {},
): RecordKind => ({ name, pk, sk, exported, hides, texts, keyed });

const pointer = { not: 'leads to another record' };
const counter = { not: 'counts other records' };
const secret = { not: 'grants access' };
const internal = { not: 'is needed for a moment only' };
const keyed = { keyed: true };

/** The records that their capabilities declare. */
export const declaredPlaces: readonly (Place & BrandDuties)[] = [...stopPlaces];

/** A key pattern as the table in commerce-keys.ts shows it: `STOPS#brand` for `STOPS#{brand_id}`. */
const shown = (pattern: string): string => pattern.replaceAll(/\{(\w+?)(?:_id)?(?::\w+)?\}/g, '$1');

/** Every kind of record that belongs to a brand. */
export const ownedRecords: readonly RecordKind[] = [
  ...declaredPlaces.map(({ name, pk, sk, exported, hides = [] }) =>
    kind(name, shown(pk), shown(sk), exported, { hides }),
  ),
  kind('brand', 'BRAND#brand', 'BRAND', 'brand', {
    hides: ['gateway_keys'],
  }),
  kind('membership', 'MEMBER#subject', 'BRAND#brand', pointer),
  kind('member of a brand', 'MEMBERS#brand', 'MEMBER#id', 'members'),
  kind('member, by subject', 'MEMBERS#brand', 'SUBJECT#subject', pointer),
  kind('counts of members', 'MEMBERS#brand', 'COUNTS', counter),
  kind('invitation', 'INVITATIONS#brand', 'id', 'invitations', { hides: ['token_hash'] }),
  kind('invitation, by token', 'INVITATION#sha256', 'INVITATION', secret),
  kind('use of an api key', 'KEYUSE#brand', 'id', 'api-key-uses', keyed),
  kind('api key, by secret', 'APIKEY#sha256', 'APIKEY', secret),
  kind('api key, by id', 'APIKEYS#brand', 'APIKEY#id', 'api-keys', {
    hides: ['secret_hash', 'earlier_secret_hash'],
  }),
  kind('product', 'BRAND#brand', 'PRODUCT#id', 'products', { texts: ['product'] }),
  kind('images of a product', 'BRAND#brand', 'IMAGES#product', 'product-images', {
    texts: ['images'],
    ...keyed,
  }),
  kind('SKU', 'BRAND#brand', 'SKU#code', pointer),
  kind('product import', 'BRAND#brand', 'IMPORT#id', 'product-imports'),
  kind('bad line', 'BRAND#brand', 'IMPORTFAULT#id#line', 'product-import-faults', keyed),
  kind('catalog version', 'BRAND#brand', 'CATALOG', counter),
  kind('order', 'BRAND#brand', 'ORDER#id', 'orders'),
  kind('customer', 'BRAND#brand', 'CUSTOMER#sha256', 'customers', keyed),
  kind('campaign', 'BRAND#brand', 'CAMPAIGN#id', 'campaigns'),
  kind('water log', 'BRAND#brand', 'WATER#logged_at#id', 'water-logs'),
  kind('water log, by id', 'BRAND#brand', 'WATERID#id', pointer),
  kind('referral code', 'BRAND#brand', 'REFCODE#code', 'referral-codes'),
  kind('redemption', 'BRAND#brand', 'REDEMPTION#code#sha256', 'referral-redemptions'),
  kind('referral settings', 'REFERRAL#brand', 'SETTINGS', 'referral-settings'),
  kind('customer with code', 'REFERRAL#brand', 'PERSON#sha256', 'referral-customers', keyed),
  kind('referred customer', 'REFERRAL#brand', 'REFERRED#sha256', 'referred-customers', keyed),
  kind('credit of an order', 'REFERRAL#brand', 'CREDIT#order', 'referral-credit-uses', keyed),
  kind('referral link', 'REFLINK#id', 'LINK', 'referral-links', keyed),
  kind('visitor of a link', 'REFLINK#id', 'SEEN#day#sha256', internal),
  kind('reward', 'REWARDS#brand#customer', 'id', 'referral-rewards'),
  kind('referral credit', 'CREDIT#brand#customer', 'ACCOUNT', 'referral-credit'),
  kind('change of credit', 'CREDIT#brand#customer', 'ENTRY#id', 'referral-credit-changes', keyed),
  kind('leaderboard entry', 'REFBOARD#brand#period', 'customer', 'referral-leaderboard', keyed),
  kind('figures of a day', 'ROLLUP#brand#TOTAL', 'day#shard', 'order-figures', keyed),
  kind('figures of products', 'ROLLUP#brand#PRODUCT#month', 'day#product#shard', 'product-figures', keyed),
  kind('figures of an order', 'ROLLUP#brand#PRODUCT#month', 'day#order#id', 'product-figures', keyed),
  kind('figures of visits', 'ROLLUP#brand#FUNNEL', 'day#shard', 'visit-figures', keyed),
  kind('figures of water', 'ROLLUP#brand#WATER#month', 'day#field#shard', 'water-figures', keyed),
  kind('orders of customers', 'ROLLUP#brand#CUSTOMER#hex', 'sha256', 'customer-figures', keyed),
  kind('session of a shop', 'VISIT#brand#session', 'SESSION, EVENT#id', { not: 'expires after two days' }),
  kind('order, searched', 'BRAND#brand', 'ORDERROW#id', pointer),
  kind('order, by stop', 'BRAND#brand', 'ORDERSTOP#id', pointer),
  kind('change of an order', 'BRAND#brand', 'ORDERLOG#order#version', 'order-changes', keyed),
  kind('payment or refund', 'BRAND#brand', 'ORDERPAY#order#id', 'order-payments', keyed),
  kind('settings of orders', 'BRAND#brand', 'ORDERSETTINGS', 'order-settings', { texts: ['settings'] }),
  kind('promo code', 'PROMO#brand', 'CODE#id', 'promo-codes'),
  kind('uses of a promo code', 'PROMO#brand', 'USE#id#created_at#customer', 'promo-code-uses', keyed),
  kind('stock level', 'STOCK#brand', 'product#PRODUCT, product#VARIANT#variant', 'stock', keyed),
  kind('stock adjustment', 'STOCKLOG#brand#product', 'id', 'stock-adjustments'),
  kind('activity', 'ACTIVITY#brand', 'id', 'activity'),
  kind('outbox', 'OUTBOX#shard', 'id of the operation', internal),
  kind('webhook endpoint', 'WEBHOOKS#brand', 'ENDPOINT#id', 'webhook-endpoints'),
  kind('deleted endpoint', 'WEBHOOKS#brand', 'GONE#id', pointer),
  kind('number of endpoints', 'WEBHOOKS#brand', 'COUNT', counter),
  kind('webhook secrets', 'WEBHOOKSECRET#endpoint', 'SECRETS', secret),
  kind('webhook delivery', 'WEBHOOKLOG#endpoint', 'id of the event', 'webhook-deliveries'),
  kind('webhook to send', 'WEBHOOKDUE#endpoint', 'time#id of the event', internal),
  kind('state of onboarding', 'ONBOARDING#brand', 'FACTS or PERSON#person', 'onboarding', keyed),
  kind('inbox of a person', 'INBOXES#brand', 'PERSON#person', 'inboxes', { hides: ['confirmation'] }),
  kind('notification', 'INBOX#brand#person', 'NOTICE#id', 'notifications', keyed),
  kind('field', 'FARM#brand', 'FIELD#id', 'water-fields'),
  kind('meter', 'FARM#brand', 'METER#id', 'water-meters'),
  kind('number of those', 'FARM#brand', 'COUNT#FIELD or COUNT#METER', counter),
  kind('meter reading', 'FARM#brand', 'READING#meter#read_at#id', 'water-meter-readings'),
  kind('reading, by id', 'FARM#brand', 'READINGID#meter#id', pointer),
  kind('metered water', 'FARM#brand', 'USE#read_at#id of reading', 'metered-water', keyed),
  kind('change of water log', 'FARM#brand', 'HISTORY#id#version', 'water-log-changes', keyed),
  kind('water settings', 'FARM#brand', 'SETTINGS', 'water-settings'),
  kind('messaging settings', 'BRAND#brand', 'MESSAGING', 'messaging-settings'),
  kind('run of a campaign', 'CAMPAIGNRUN#campaign', 'RUN', 'campaign-runs'),
  kind('batch of a campaign', 'CAMPAIGNRUN#campaign', 'BATCH#number', internal),
  kind('address of a campaign', 'CAMPAIGNRUN#campaign', 'ADDRESS#id', internal),
  kind('recipient', 'RECIPIENTS#campaign', 'contact', 'campaign-recipients'),
  kind('message', 'MESSAGES#brand', 'id', 'messages'),
  kind('brands of a phone', 'SMSTHREAD#sha256', 'brand', pointer),
  kind('billing account', 'BILLING#brand', 'ACCOUNT', 'billing-account'),
  kind('invoice', 'BILLING#brand', 'INVOICE#created#id', 'invoices'),
  kind('use of entitlement', 'BILLING#brand', 'USE#name, USE#name#month', 'entitlement-uses', keyed),
  kind('brands of a person', 'BILLING#PERSON#subject', 'USE#brands', counter),
  kind('billing customer', 'BILLINGCUSTOMER#id', 'CUSTOMER', pointer),
  kind("provider's event", 'BILLINGEVENT#id', 'EVENT', { not: 'shows only that the event was applied' }),
  kind('due work', 'WORK#kind#key', 'WORK', internal),
  kind('contact', 'CONTACTS#brand', 'CONTACT#id', 'contacts'),
  kind('merged contact', 'CONTACTS#brand', 'MERGED#id', 'merged-contacts', keyed),
  kind('contact, by address', 'CONTACTS#brand', 'ADDRESS#id of the address', pointer),
  kind('history of a contact', 'CONTACTLOG#brand#contact', 'id', 'contact-history', keyed),
  kind('suppression', 'SUPPRESSED#brand', 'id of the address', 'suppressions', keyed),
  kind('segment', 'SEGMENTS#brand', 'id', 'segments'),
  kind('contact import', 'CONTACTIMPORT#brand', 'IMPORT#id', 'contact-imports'),
  kind('text of an import', 'CONTACTIMPORT#brand', 'TEXT#id', { not: 'is a copy of an uploaded file' }),
  kind('erasure', 'ERASURE#brand', 'id', 'erasures', { hides: ['person'] }),
  kind('export', 'EXPORTS#brand', 'EXPORT#id', 'exports'),
  kind('running export', 'EXPORTS#brand', 'RUNNING', internal),
  kind('progress of export', 'EXPORTS#brand', 'PROGRESS#id', internal),
];

/** Records that belong to no brand, with the reason. */
export const othersRecords: Readonly<Record<string, string>> = {
  'changelog marker': 'belongs to a person and holds nothing of a brand',
  'key of links': 'belongs to the platform',
  'salt of visitors': 'belongs to the platform',
};

/** Upper-case words of a key, up to the first value. */
const constantPart = (pattern: string): string => /^(?:[A-Z-]+(?:#|$))*/.exec(pattern)?.[0] ?? '';

/** Beginnings of the sort keys of a kind. */
const sortKeysOf = ({ sk }: Pick<RecordKind, 'sk'>): readonly string[] =>
  sk.split(/, | or /).map(constantPart);

const byPartition = Map.groupBy(ownedRecords, ({ pk }) => pk.split('#')[0] ?? '');

/** The kind of a stored item: the one with the longest matching key. Undefined for an item that no kind describes. */
export function kindOf({ pk, sk }: Item): RecordKind | undefined {
  const partition = String(pk).split('#');
  let best: { readonly kind: RecordKind; readonly length: number } | undefined;
  for (const one of byPartition.get(partition[0] ?? '') ?? []) {
    const words = one.pk.split('#');
    const isHere =
      words.length <= partition.length &&
      words.every((word, n) => !/^[A-Z]+$/.test(word) || word === partition[n]);
    if (!isHere) continue;
    for (const prefix of sortKeysOf(one)) {
      const length = words.filter((word) => /^[A-Z]+$/.test(word)).join('').length + prefix.length;
      if (String(sk).startsWith(prefix) && length > (best?.length ?? 0)) best = { kind: one, length };
    }
  }
  return best?.kind;
}
