import { mediaBucket, removeObjects } from '#store/s3/media-bucket.ts';
import { keysOfImage } from '#store/s3/media-keys.ts';
import type { GiveUps, WorkHandler, WorkHandlers } from '../run-work.ts';
import { giveUpImage, makeImageSizes } from './make-image-sizes.ts';

/** Removes the files of deleted images. A run that makes sizes of such an image meanwhile removes them itself. */
const removeImages: WorkHandler<'remove-images'> = async ({ payload }) => {
  const { brand_id: brandId, product_id: productId, image_ids } = payload;
  for (const imageId of image_ids) {
    await removeObjects(mediaBucket, keysOfImage({ brandId, productId, imageId }));
  }
  return 'done';
};

/** The handlers of the worker `process-images`, by kind. */
export const processImagesHandlers: WorkHandlers<'process-images'> = {
  'make-image-sizes': makeImageSizes,
  'remove-images': removeImages,
};

export const processImagesGiveUps: GiveUps<'process-images'> = { 'make-image-sizes': giveUpImage };
