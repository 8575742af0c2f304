import { makePickList, pickListCsv } from '#commerce/stops/pick-list.ts';
import { getPickList } from '#contract/commerce/pick-lists.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok, okText } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readPickups } from '#store/commerce/stops/pick-lists.ts';

export const handler = commerceEndpoint(getPickList, async ({ query, now, mediaType }) => {
  const { brand_id, date, format } = query;
  const { brand } = found(await findBrand(commerceTable, brand_id));
  const pickups = await readPickups(commerceTable, query);
  const list = makePickList({ brand, date, now, ...pickups });
  const isCsv = format === undefined ? mediaType === 'text/csv' : format === 'csv';
  if (!isCsv) return ok(list);
  return okText('text/csv', pickListCsv(list), {
    'Content-Disposition': `attachment; filename="pick-list-${date}.csv"`,
  });
});
