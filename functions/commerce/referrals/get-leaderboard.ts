import { getLeaderboard } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, okList } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readLeaders } from '#store/commerce/referrals/leaderboard.ts';

export const handler = commerceEndpoint(getLeaderboard, async ({ query: { brand_id, period, limit } }) =>
  okList(await readLeaders(commerceTable, brand_id, period, limit)),
);
