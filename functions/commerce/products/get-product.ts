import { getProduct } from '#contract/commerce/products.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { productShown } from '#http/reply/image-addresses.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  getProduct,
  async ({ parameters, heldBrands, authorize, addressOf }) => {
    const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
    authorize(product.brand_id);
    return ok(productShown(product, addressOf), { version: product.version });
  },
);
