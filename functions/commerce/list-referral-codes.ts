import { listReferralCodes } from '#contract/commerce/referrals.ts';
import { endpoint, page } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { listReferralCodes as readReferralCodes } from '#store/commerce/referrals.ts';

export const handler = endpoint(listReferralCodes, async ({ query }) => {
  const { data, nextCursor } = await readReferralCodes(commerceTable, query.brand_id, query);
  return page(data, nextCursor);
});
