import { addImage } from '#commerce/product-images/image-set.ts';
import { uploadSeconds } from '#contract/commerce/product-files.ts';
import { createProductImage } from '#contract/commerce/product-images.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { imageAddresses, imageShown } from '#http/reply/image-addresses.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeImages, readImageSet } from '#store/commerce/product-images/image-sets.ts';
import { findProduct } from '#store/commerce/products.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { mediaBucket, uploadLink } from '#store/s3/media-bucket.ts';
import { imageUploadKey } from '#store/s3/media-keys.ts';

/** A file that begins to arrive in the last second of its link. */
const lateSeconds = 60;

export const handler = commerceEndpoint(
  createProductImage,
  ({ parameters, body, heldBrands, authorize, addressOf, now, newId, recordReply }) =>
    retryOnConflict(async () => {
      const product = found(await findProduct(commerceTable, heldBrands, parameters.id));
      authorize(product.brand_id);
      const set = await readImageSet(commerceTable, product);
      const id = newId();
      const images = addImage(set.images, body, { id, now });
      const { brand_id, id: product_id } = product;
      const key = imageUploadKey({ brandId: brand_id, productId: product_id, imageId: id });
      const { content_type: contentType, bytes: size } = body;
      const upload = await uploadLink(mediaBucket, { key, contentType, size, seconds: uploadSeconds }, now);
      const image = imageShown(product, images, id, imageAddresses(addressOf));
      const reply = created({ ...image, upload }, `/api/v1/products/${product_id}/images/${id}`);
      const due = new Date(now.getTime() + (uploadSeconds + lateSeconds) * 1000);
      const payload = { brand_id, product_id, image_id: id };
      await changeImages(commerceTable, { product, changed: product, set, images }, [
        scheduleWork({ kind: 'make-image-sizes', key: id, due, payload }),
        ...recordReply(reply),
      ]);
      return reply;
    }),
);
