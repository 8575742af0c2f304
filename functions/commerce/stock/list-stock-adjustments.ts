import { listStockAdjustments } from '#contract/commerce/stock.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findProduct } from '#store/commerce/products.ts';
import { readStockAdjustments } from '#store/commerce/stock/stock-levels.ts';

export const handler = commerceEndpoint(
  listStockAdjustments,
  async ({ parameters, query, heldBrands, authorize }) => {
    const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
    authorize(product.brand_id);
    const { data, nextCursor } = await readStockAdjustments(commerceTable, product, query);
    return okPage(data, nextCursor);
  },
);
