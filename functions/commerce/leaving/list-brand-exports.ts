import { shownExport } from '#commerce/leaving/shown-export.ts';
import { listBrandExports } from '#contract/commerce/leaving.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readExports } from '#store/commerce/leaving/brand-exports.ts';

export const handler = commerceEndpoint(listBrandExports, async ({ parameters, query, now }) => {
  const { data, nextCursor } = await readExports(commerceTable, parameters.brand_id, query);
  return okPage(
    data.map((one) => shownExport(one, now)),
    nextCursor,
  );
});
