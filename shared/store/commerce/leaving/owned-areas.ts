import type { Records } from '#contract/partitions.ts';
import type { Item, ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import type { ItemRange } from '../../dynamodb/query-page.ts';
import { cohortPartitions, funnelPartition, waterPartition } from '../analytics/analytics-keys.ts';
import { customerKey, linksPartition as paymentLinks, useKey } from '../billing/billing-keys.ts';
import { batchesOf, recipientsOf, smsThreadsPartition } from '../campaigns/campaign-keys.ts';
import {
  apiKeysOf,
  campaignsOf,
  dayFiguresPartition,
  invitationsOf,
  invitationTokenKey,
  membershipKey,
  membersOf,
  productFiguresPartition,
  secretKey,
  secretsPartition,
  waterLogsOf,
} from '../commerce-keys.ts';
import { contactsOf, historyOf } from '../contacts/contact-keys.ts';
import { inboxesOf, noticesOf } from '../inboxes/inbox-keys.ts';
import {
  creditEntriesOf,
  leaderboardPartition,
  linksPartition,
  rewardsOf,
  rewardsPartition,
} from '../referrals/program-keys.ts';
import { stockAdjustmentsOf, stockOf } from '../stock/stock-keys.ts';
import {
  deliveriesOf,
  webhookEndpointsOf,
  webhookQueueOf,
  webhookSecretsKey,
} from '../webhooks/webhook-keys.ts';
import { duePartitions, outboxOf, outboxShards } from '../work/work-keys.ts';

export interface OwnedBrand {
  readonly id: string;
  readonly created_at: string;
}

/** A part of the table: a whole partition, the keys with a prefix, or one item. */
export type OwnedRange = { readonly pk: string; readonly prefix?: string } | ItemKey;

/**
 * Records in partitions that the brand alone has. Where a key does not name the brand, other records of the brand lead
 * to it, so those are removed later: the order of the areas matters.
 */
export interface OwnedArea {
  readonly records: readonly Records[];
  /** Records that lead to the ranges, each range read in the order of its keys. */
  readonly leads?: (brand: OwnedBrand) => readonly ItemRange[];
  /** Without leads, called once with an empty item. */
  readonly ranges: (brand: OwnedBrand, lead: Item, now: Date) => readonly OwnedRange[];
  /** Holds nothing to export. */
  readonly isHidden?: true;
}

/** The rest of a key after its prefix. */
const idAfter = (lead: Item, { prefix }: Pick<KeyPrefix, 'prefix'>): string =>
  String(lead['sk']).slice(prefix.length);
const keyOf = ({ pk, sk }: Item): ItemKey => ({ pk: String(pk), sk: String(sk) });
const wordOf = (text: unknown, n: number): string => String(text).split('#')[n] ?? '';

const byLead: readonly OwnedArea[] = [
  {
    records: ['contact-history'],
    leads: ({ id }) => [contactsOf(id), { pk: contactsOf(id).pk, prefix: 'MERGED#' }],
    ranges: ({ id }, { sk }) => [historyOf(id, wordOf(sk, 1))],
  },
  {
    records: ['stock'],
    leads: ({ id }) => [stockOf(id)],
    ranges: ({ id }, { sk }) => [stockAdjustmentsOf(id, wordOf(sk, 0))],
  },
  {
    records: ['campaign-runs', 'campaign-recipients'],
    leads: ({ id }) => [campaignsOf(id)],
    ranges: ({ id }, lead) => {
      const campaign = idAfter(lead, campaignsOf(id));
      return [recipientsOf(campaign), { pk: batchesOf(campaign).pk }];
    },
  },
  {
    records: ['webhook-deliveries'],
    leads: ({ id }) => endpointsOf(id),
    ranges: (_, { sk }) => [deliveriesOf(wordOf(sk, 1))],
  },
  {
    records: ['webhook-secrets', 'webhook-queue'],
    leads: ({ id }) => endpointsOf(id),
    ranges: (_, { sk }) => [webhookSecretsKey(wordOf(sk, 1)), webhookQueueOf(wordOf(sk, 1))],
    isHidden: true,
  },
  {
    records: ['notifications'],
    leads: ({ id }) => [inboxesOf(id)],
    ranges: ({ id }, lead) => [noticesOf(id, idAfter(lead, inboxesOf(id)))],
  },
  {
    records: ['sms-threads'],
    leads: ({ id }) => [{ pk: smsThreadsPartition(id), index: 'gsi1' }],
    ranges: (_, lead) => [keyOf(lead)],
    isHidden: true,
  },
  {
    records: ['api-keys'],
    leads: ({ id }) => [{ pk: secretsPartition(id), index: 'gsi1' }, apiKeysOf(id)],
    ranges: (_, lead) =>
      String(lead['gsi1pk'] ?? '') !== ''
        ? [keyOf(lead)]
        : [lead['secret_hash'], lead['earlier_secret_hash']].flatMap((hash) =>
            typeof hash === 'string' ? [secretKey(hash)] : [],
          ),
    isHidden: true,
  },
  {
    // The number of brands of an owner is counted again when it is needed.
    records: ['memberships', 'billing'],
    leads: ({ id }) => [membersOf(id)],
    ranges: ({ id }, lead) => {
      const subject = String(lead['subject']);
      return [membershipKey(subject, id), useKey(`PERSON#${subject}`, 'brands')];
    },
    isHidden: true,
  },
  {
    records: ['memberships'],
    leads: ({ id }) => [invitationsOf(id)],
    ranges: (_, lead) => [invitationTokenKey(String(lead['token_hash']))],
    isHidden: true,
  },
  {
    // The link itself goes last, because it leads to its visitors.
    records: ['referral-links'],
    leads: ({ id }) => [{ pk: linksPartition(id), index: 'gsi1' }],
    ranges: (_, { pk }) => [
      { pk: String(pk), prefix: 'SEEN#' },
      { pk: String(pk), sk: 'LINK' },
    ],
  },
  {
    records: ['referral-credit'],
    leads: ({ id }) => [{ pk: `REFERRAL#${id}`, prefix: 'PERSON#' }],
    ranges: creditOf,
  },
  {
    // Those of customers whose code is gone.
    records: ['referral-credit'],
    leads: ({ id }) => [{ pk: rewardsPartition(id), index: 'gsi1' }],
    ranges: creditOf,
    isHidden: true,
  },
  {
    records: ['order-figures'],
    leads: ({ id }) => [waterLogsOf(id)],
    ranges: ({ id }, { sk }) => [{ pk: waterPartition(id, wordOf(sk, 1)) }],
  },
  {
    // Months that have had logs, and are empty now.
    records: ['order-figures'],
    leads: ({ id }) => [
      { pk: `FARM#${id}`, prefix: 'HISTORY#' },
      { pk: `FARM#${id}`, prefix: 'USE#' },
    ],
    ranges: ({ id }, lead) => [{ pk: waterPartition(id, dayOfWater(lead)) }],
    isHidden: true,
  },
  {
    records: ['billing'],
    leads: ({ id }) => [
      { pk: paymentLinks(id), index: 'gsi1' },
      // A prefix matches longer keys only.
      { pk: `BILLING#${id}`, prefix: 'ACC' },
    ],
    ranges: (_, lead) =>
      lead['sk'] === 'ACCOUNT'
        ? typeof lead['customer_id'] === 'string'
          ? [customerKey(lead['customer_id'])]
          : []
        : [keyOf(lead)],
    isHidden: true,
  },
  {
    records: ['work'],
    leads: () => duePartitions.map((pk) => ({ pk, index: 'gsi2' as const })),
    // The deletion itself is work of the brand, and ends by itself.
    ranges: ({ id }, lead) =>
      Object(lead['payload']).brand_id === id && lead['kind'] !== 'delete-brand' ? [keyOf(lead)] : [],
    isHidden: true,
  },
  {
    records: ['outbox'],
    leads: () => Array.from({ length: outboxShards }, (_, shard) => outboxOf(shard)),
    ranges: ({ id }, lead) =>
      String(lead['events']).includes(`"brand_id":${JSON.stringify(id)}`) ? [keyOf(lead)] : [],
    isHidden: true,
  },
];

function creditOf({ id }: OwnedBrand, lead: Item): readonly OwnedRange[] {
  const customer = String(lead['customer_id']);
  return [{ pk: creditEntriesOf(id, customer).pk }, rewardsOf(id, customer)];
}

const endpointsOf = (id: string): readonly ItemRange[] => [
  webhookEndpointsOf(id),
  { pk: webhookEndpointsOf(id).pk, prefix: 'GONE#' },
];

/** The day of a water log before its change, or of metered use. */
function dayOfWater({ sk, before }: Item): string {
  const { logged_at } = Object(before);
  return typeof logged_at === 'string' ? logged_at : wordOf(sk, 1);
}

const whole = (records: Records, ...names: readonly string[]): OwnedArea => ({
  records: [records],
  ranges: ({ id }) => names.map((name) => ({ pk: `${name}#${id}` })),
});

/** Partitions whose keys are known from the brand. Those that lead to others come here, after the others. */
const byBrand: readonly OwnedArea[] = [
  {
    records: ['order-figures'],
    ranges: ({ id, created_at }, _, now) =>
      [
        dayFiguresPartition(id),
        funnelPartition(id),
        ...cohortPartitions(id),
        ...monthsBetween(created_at, now).map((month) => productFiguresPartition(id, month)),
      ].map((pk) => ({ pk })),
  },
  {
    records: ['referral-credit'],
    ranges: ({ id, created_at }, _, now) => {
      const months = monthsBetween(created_at, now);
      const years = new Set(months.map((month) => month.slice(0, 4)));
      return ['all', ...years, ...months].map((period) => ({ pk: leaderboardPartition(id, period) }));
    },
  },
  whole('activity', 'ACTIVITY'),
  whole('messages', 'MESSAGES'),
  whole('suppressions', 'SUPPRESSED'),
  whole('segments', 'SEGMENTS'),
  whole('contact-imports', 'CONTACTIMPORT'),
  whole('erasures', 'ERASURE'),
  whole('brand-exports', 'EXPORTS'),
  whole('onboarding', 'ONBOARDING'),
  whole('promo-codes', 'PROMO'),
  whole('key-uses', 'KEYUSE'),
  whole('api-keys', 'APIKEYS'),
  whole('memberships', 'INVITATIONS', 'MEMBERS'),
  whole('billing', 'BILLING'),
  whole('inboxes', 'INBOXES'),
  whole('webhooks', 'WEBHOOKS'),
  whole('referrals', 'REFERRAL'),
  whole('stock', 'STOCK'),
  whole('stops', 'STOPS'),
  whole('contacts', 'CONTACTS'),
  whole('farm', 'FARM'),
  whole('products', 'BRAND'),
];

/** Every part of the table that a brand owns, in the order in which it can be removed. */
export const ownedAreas: readonly OwnedArea[] = [...byLead, ...byBrand];

/** Records of the table that expire before a brand can be deleted (lib/settings: deletionWaitDays), or hold none of it. */
export const unreachedRecords: Partial<Readonly<Record<Records, string>>> = {
  visits: 'expire after two days',
  idempotency: 'expire after 24 hours; keys hold hashes only',
  'rate-windows': 'expire after an hour; keys hold hashes only',
  'link-keys': 'belong to the platform',
  people: 'belong to persons, and hold nothing of a brand',
  'alert-rules': 'belong to the claims service',
  'alert-states': 'belong to the claims service',
  reservations: 'belong to the claims service',
  'claim-contents': 'belong to the claims service',
  'claims-records': 'belong to the claims service',
  'search-entries': 'belong to the claims service',
  'unmatched-payments': 'belong to the claims service',
  configuration: 'belongs to the claims service',
};

/**
 * Months `YYYY-MM` from the one before `from` to the one after `to`, because days of a brand's time zone may be those of the
 * neighboring month in UTC.
 */
function monthsBetween(from: string, to: Date): readonly string[] {
  const start = new Date(from);
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth() - 1;
  const last = to.getUTCFullYear() * 12 + to.getUTCMonth() + 1;
  return Array.from({ length: last - first + 1 }, (_, n) => {
    const month = first + n;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}
