import { requireVersion } from '#commerce/expected-version.ts';
import { deleteProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findProduct, removeProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  deleteProduct,
  ({ parameters, heldBrands, authorize, allowsChange }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      requireVersion(product, allowsChange);
      await removeProduct(commerceTable, product);
      return noContent();
    }),
);
