import { exportHeader, exportLines } from '#commerce/product-files/export.ts';
import { exportProducts } from '#contract/commerce/product-files.ts';
import { commerceEndpoint, okText } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readProducts } from '#store/commerce/product-files/export.ts';

export const handler = commerceEndpoint(exportProducts, async ({ query }) => {
  const { brand_id, limit, cursor } = query;
  const { data, nextCursor } = await readProducts(commerceTable, brand_id, { limit, cursor });
  const header = cursor === undefined ? exportHeader : '';
  const reply = okText('text/csv', header + data.map(exportLines).join(''), {
    'Content-Disposition': 'attachment; filename="products.csv"',
  });
  // The body of a text reply is not sent; its cursor becomes the Link header.
  return nextCursor === null ? reply : { ...reply, body: { pagination: { next_cursor: nextCursor } } };
});
