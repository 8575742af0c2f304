import { productChangedEvent } from '#commerce/event-facts.ts';
import { patchImage, withImages } from '#commerce/product-images/image-set.ts';
import { updateProductImage } from '#contract/commerce/product-images.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { imageAddresses, imageShown } from '#http/reply/image-addresses.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeImages, readImageSet } from '#store/commerce/product-images/image-sets.ts';
import { findProduct } from '#store/commerce/products.ts';

export const handler = commerceEndpoint(
  updateProductImage,
  ({ parameters, body, heldBrands, authorize, addressOf, now, recordEvents }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      const set = await readImageSet(commerceTable, product);
      const images = found(patchImage(set.images, parameters.image_id, body, now));
      if (images !== set.images) {
        const changed = withImages(product, images, now);
        const events = changed === product ? [] : [productChangedEvent(product, changed)];
        const recorded = recordEvents(product.brand_id, events);
        await changeImages(commerceTable, { product, changed, set, images }, recorded);
      }
      return ok(imageShown(product, images, parameters.image_id, imageAddresses(addressOf)));
    }),
);
