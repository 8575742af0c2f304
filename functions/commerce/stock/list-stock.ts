import { listStock } from '#contract/commerce/stock.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { listStockLevels } from '#store/commerce/stock/stock-levels.ts';

export const handler = commerceEndpoint(listStock, async ({ query }) => {
  const { data, nextCursor } = await listStockLevels(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
