import { listReferralCodes } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readReferralCodes } from '#store/commerce/referrals.ts';

export const handler = commerceEndpoint(listReferralCodes, async ({ query }) => {
  const { data, nextCursor } = await readReferralCodes(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
