import { requireVersion } from '#commerce/expected-version.ts';
import { deactivateProduct as deactivated } from '#commerce/product.ts';
import { deactivateProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeProduct, findProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  deactivateProduct,
  ({ parameters, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      requireVersion(product, allowsChange);
      const changed = deactivated(product, now);
      if (changed !== product) await changeProduct(commerceTable, product, changed);
      return ok(changed, { version: changed.version });
    }),
);
