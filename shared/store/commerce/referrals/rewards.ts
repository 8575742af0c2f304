import { type listRewards, type Reward, reward as rewardSchema } from '#commerce/referrals/contract.ts';
import { withCredit } from '#commerce/referrals/rewards.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { fieldsOf, getItem, type Item, resourceOf } from '../../dynamodb/items.ts';
import { queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findAccounts } from './credit.ts';
import { rewardKey, rewardsOf, rewardsPartition } from './program-keys.ts';

const fields = fieldsOf(rewardSchema);
const rewardFrom = (item: Item): Reward => resourceOf<Reward>(item, fields);

export async function findReward(
  table: Table,
  brandId: string,
  customerId: string,
  id: string,
): Promise<Reward | undefined> {
  const item = await getItem(table, rewardKey(brandId, customerId, id));
  return item && rewardFrom(item);
}

/** Rewards, newest first. Those of a whole brand come from the index, which may lag by a moment. */
export async function readRewards(
  table: Table,
  { brand_id, customer_id, limit, cursor }: ValidInput<typeof listRewards>['query'],
): Promise<StoredPage<Reward>> {
  const range =
    customer_id === undefined
      ? { pk: rewardsPartition(brand_id), index: 'gsi1' as const, newestFirst: true }
      : { ...rewardsOf(brand_id, customer_id), newestFirst: true };
  const page = { list: ['rewards', brand_id, customer_id], limit, cursor, range };
  const { data, nextCursor } = await queryPage(table, page, rewardFrom);
  const customers = [...new Set(data.map((reward) => reward.customer_id))];
  const accounts = await findAccounts(table, brand_id, customers);
  const left = new Map(
    accounts.flatMap(({ lots }) => lots.map(({ reward_id, cents }) => [reward_id, cents])),
  );
  return { data: data.map((reward) => withCredit(reward, left.get(reward.id))), nextCursor };
}
