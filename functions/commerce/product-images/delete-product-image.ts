import { productChangedEvent } from '#commerce/event-facts.ts';
import { imageIn, withImages, withoutImage } from '#commerce/product-images/image-set.ts';
import { deleteProductImage } from '#contract/commerce/product-images.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeImages, readImageSet } from '#store/commerce/product-images/image-sets.ts';
import { findProduct } from '#store/commerce/products.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';

export const handler = commerceEndpoint(
  deleteProductImage,
  async ({ parameters, heldBrands, authorize, now, recordEvents, wakeFor }) => {
    const { id: product_id, image_id } = parameters;
    const work = { kind: 'remove-images', key: image_id } as const;
    await retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, product_id));
      authorize(product.brand_id);
      const set = await readImageSet(commerceTable, product);
      found(imageIn(set.images, image_id));
      const images = withoutImage(set.images, image_id);
      const changed = withImages(product, images, now);
      const events = changed === product ? [] : [productChangedEvent(product, changed)];
      const payload = { brand_id: product.brand_id, product_id, image_ids: [image_id] };
      await changeImages(commerceTable, { product, changed, set, images }, [
        ...recordEvents(product.brand_id, events),
        scheduleWork({ ...work, due: now, payload }),
      ]);
    });
    await wakeFor(work, now);
    return noContent();
  },
);
