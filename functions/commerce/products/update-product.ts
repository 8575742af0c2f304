import { requireVersion } from '#commerce/expected-version.ts';
import { replaceProduct } from '#commerce/product.ts';
import { updateProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeProduct, findProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  updateProduct,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      requireVersion(product, allowsChange);
      const replaced = replaceProduct(product, body, now);
      await changeProduct(commerceTable, product, replaced);
      return ok(replaced, { version: replaced.version });
    }),
);
