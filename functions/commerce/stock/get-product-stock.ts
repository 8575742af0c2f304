import { getProductStock } from '#contract/commerce/stock.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okList } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findProduct } from '#store/commerce/products.ts';
import { stockLevelsOfProduct } from '#store/commerce/stock/stock-levels.ts';

export const handler = commerceEndpoint(getProductStock, async ({ parameters, heldBrands, authorize }) => {
  const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
  authorize(product.brand_id);
  return okList(await stockLevelsOfProduct(commerceTable, product.brand_id, product.id));
});
