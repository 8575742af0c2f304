import * as z from 'zod';
import { localDay } from '#calendar/time-zone.ts';
import type { Leader, Reward } from '#commerce/referrals/contract.ts';
import { getItem, itemOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { leaderboardPartition, leaderKey } from './program-keys.ts';

const standing = z.object({
  customer_id: z.string(),
  referral_code: z.string(),
  referral_count: z.number(),
  earned_cents: z.number(),
});
type Standing = z.output<typeof standing>;

/** The actions that count an earned reward in its month, its year and all time. They fail if another was counted meanwhile. */
export const leaderActions = (table: Table, reward: Reward, timeZone: string, now: Date) =>
  Promise.all(
    periodsOf(timeZone, now).map(async (period): Promise<TransactAction> => {
      const { brand_id, customer_id, referral_code, cents } = reward;
      const key = leaderKey(brand_id, period, customer_id);
      const item = await getItem(table, key);
      const before = item && standing.parse(item);
      const after: Standing = {
        customer_id,
        referral_code,
        referral_count: (before?.referral_count ?? 0) + 1,
        earned_cents: (before?.earned_cents ?? 0) + cents,
      };
      const keys = { ...key, gsi1pk: key.pk, gsi1sk: scoreOf(after) };
      return {
        Put: {
          Item: itemOf(keys, after),
          ...(before
            ? {
                ConditionExpression: 'referral_count = :before',
                ExpressionAttributeValues: { ':before': before.referral_count },
              }
            : { ConditionExpression: 'attribute_not_exists(pk)' }),
        },
      };
    }),
  );

function periodsOf(timeZone: string, now: Date): readonly string[] {
  const date = localDay(now, timeZone);
  return ['all', date.slice(0, 'YYYY'.length), date.slice(0, 'YYYY-MM'.length)];
}

/** Sorts as text: referrals, then credit. */
export const scoreOf = ({ referral_count, earned_cents, customer_id }: Standing): string =>
  `${String(referral_count).padStart(9, '0')}#${String(earned_cents).padStart(15, '0')}#${customer_id}`;

/** The first customers of a period, from the index, which may lag by a moment. */
export async function readLeaders(
  table: Table,
  brandId: string,
  period: string,
  limit: number,
): Promise<readonly Leader[]> {
  const leaders: Leader[] = [];
  const range = { pk: leaderboardPartition(brandId, period), index: 'gsi1', newestFirst: true } as const;
  for await (const item of queryItems(table, range, { pageSize: limit })) {
    leaders.push({ rank: leaders.length + 1, ...standing.parse(item) });
    if (leaders.length === limit) break;
  }
  return leaders;
}
