import { listRewards } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readRewards } from '#store/commerce/referrals/rewards.ts';

export const handler = commerceEndpoint(listRewards, async ({ query }) => {
  const { data, nextCursor } = await readRewards(commerceTable, query);
  return okPage(data, nextCursor);
});
