import { withStockRules } from '#commerce/stock/adjust.ts';
import { updateProductStock } from '#contract/commerce/stock.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findProduct } from '#store/commerce/products.ts';
import { changeStockRules, findStockLevel } from '#store/commerce/stock/stock-levels.ts';

export const handler = commerceEndpoint(
  updateProductStock,
  ({ parameters, body, heldBrands, authorize, now }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      const stocked = { product_id: product.id, variant_id: body.variant_id };
      const before = await findStockLevel(commerceTable, product.brand_id, stocked);
      const after = withStockRules(product, before, body, now);
      await changeStockRules(commerceTable, before, after);
      return ok(after);
    }),
);
