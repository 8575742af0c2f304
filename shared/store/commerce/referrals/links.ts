import * as z from 'zod';
import { canonicalCode } from '#commerce/referral.ts';
import {
  type listShares,
  type ReferralLink,
  type ShareInput,
  shareChannels,
} from '#commerce/referrals/contract.ts';
import { linkCode, linkId } from '#commerce/referrals/short-link.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, type Item, insertion } from '../../dynamodb/items.ts';
import { queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { referralCodeKey } from '../commerce-keys.ts';
import { linkKey, linkSeenKey, linksPartition } from './program-keys.ts';

const link = z.object({
  link_id: z.string(),
  /** The signed code in the address. */
  link_code: z.string(),
  brand_id: z.string(),
  referral_code: z.string(),
  channel: z.enum(shareChannels),
  share_count: z.number(),
  visitor_count: z.number().default(0),
  created_at: z.string(),
});
export type StoredLink = z.output<typeof link>;

/** The link with its address. */
export const linkOf = (stored: StoredLink, addressOf: (path: string) => string): ReferralLink => {
  const { brand_id, referral_code, channel, share_count, visitor_count, created_at } = stored;
  const url = addressOf(`/api/v1/r/${stored.link_code}`);
  return { brand_id, referral_code, channel, url, share_count, visitor_count, created_at };
};

/**
 * Counts a share of a code in a channel, and stores `others` for the link as it will be, in one transaction.
 *
 * @throws ApiError unknown_referral_code
 * @throws ConditionFailed when another share was counted meanwhile
 */
export async function countShare(
  table: Table,
  { input, key, now }: { readonly input: ShareInput; readonly key: Buffer; readonly now: Date },
  othersOf: (link: StoredLink) => readonly TransactAction[],
): Promise<StoredLink> {
  const code = canonicalCode(input.referral_code);
  const owned = code === undefined ? undefined : await getItem(table, referralCodeKey(input.brand_id, code));
  if (owned === undefined) throw new ApiError('unknown_referral_code');
  const referral_code = String(owned['code']);
  const id = linkId(key, { ...input, referral_code });
  const item = await getItem(table, linkKey(id));
  const before = item && link.parse(item);
  const after: StoredLink = {
    visitor_count: 0,
    created_at: now.toISOString(),
    ...before,
    link_id: id,
    link_code: linkCode(key, id),
    brand_id: input.brand_id,
    referral_code,
    channel: input.channel,
    share_count: (before?.share_count ?? 0) + 1,
  };
  await transact(table, [before ? countAction(after) : insertion(newLinkItem(after)), ...othersOf(after)]);
  return after;
}

const newLinkItem = (after: StoredLink) => ({
  ...linkKey(after.link_id),
  gsi1pk: linksPartition(after.brand_id),
  gsi1sk: `${after.referral_code.toLowerCase()}#${after.channel}`,
  ...after,
});

/** Visitors of the link are counted at the same time, so that only the number of shares changes. */
const countAction = ({ link_id, share_count }: StoredLink): TransactAction => ({
  Update: {
    Key: { ...linkKey(link_id) },
    UpdateExpression: 'SET share_count = :after',
    ConditionExpression: 'share_count = :before',
    ExpressionAttributeValues: { ':after': share_count, ':before': share_count - 1 },
  },
});

export async function findLink(table: Table, id: string): Promise<StoredLink | undefined> {
  const item = await getItem(table, linkKey(id));
  return item && link.parse(item);
}

const seenSeconds = 2 * 24 * 3600;

/**
 * Counts a visitor of a link, once a day.
 *
 * @returns false for a visitor of the same day
 */
export const countVisitor = (table: Table, id: string, visitor: string, now: Date): Promise<boolean> => {
  const expires_at = Math.floor(now.getTime() / 1000) + seenSeconds;
  return isWritten(
    transact(table, [
      insertion({ ...linkSeenKey(id, now.toISOString().slice(0, 10), visitor), expires_at }),
      {
        Update: {
          Key: { ...linkKey(id) },
          UpdateExpression: 'ADD visitor_count :one',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: { ':one': 1 },
        },
      },
    ]),
  );
};

/** Links of a brand, or of one code, by code and channel, from the index. */
export function readLinks(
  table: Table,
  { brand_id, referral_code, limit, cursor }: ValidInput<typeof listShares>['query'],
): Promise<StoredPage<StoredLink>> {
  const code = referral_code?.toLowerCase();
  const range = {
    pk: linksPartition(brand_id),
    index: 'gsi1' as const,
    ...(code !== undefined && { from: `${code}#`, to: `${code}#~` }),
  };
  return queryPage(table, { list: ['referral links', brand_id, code], limit, cursor, range }, (item: Item) =>
    link.parse(item),
  );
}
