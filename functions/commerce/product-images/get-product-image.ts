import { getProductImage } from '#contract/commerce/product-images.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { imageAddresses, imageShown } from '#http/reply/image-addresses.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readImageSet } from '#store/commerce/product-images/image-sets.ts';
import { findProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  getProductImage,
  async ({ parameters, heldBrands, authorize, addressOf }) => {
    const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
    authorize(product.brand_id);
    const { images } = await readImageSet(commerceTable, product);
    return ok(imageShown(product, images, parameters.image_id, imageAddresses(addressOf)));
  },
);
