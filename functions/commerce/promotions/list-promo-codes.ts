import { listPromoCodes } from '#commerce/promo-codes/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readPromoCodes } from '#store/commerce/promotions/promo-codes.ts';

export const handler = commerceEndpoint(listPromoCodes, async ({ query }) => {
  const { data, nextCursor } = await readPromoCodes(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
