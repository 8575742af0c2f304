import { logger } from '#observability/logger.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import { transact } from '#store/dynamodb/table.ts';
import { mediaBucket, putPermanent, removeObjects } from '#store/s3/media-bucket.ts';
import { type ImagePlace, imageKey, imageUploadKey, keysOfImage } from '#store/s3/media-keys.ts';
import { findObject, readWholeObject, removeObject, type StoredObject } from '#store/s3/x12-bucket.ts';
import type { GiveUp, GiveUps, WorkHandler, WorkHandlers, WorkRun } from '#work/run-work.ts';
import { recordEvents } from '../work/record-events.ts';
import { type ImageFault, maxImageBytes } from './image-fields.ts';
import { type ImageOutcome, imageIn, processed, withImages } from './image-set.ts';
import { makeSizes, UnusableImage } from './image-sizes.ts';
import { imageSets, imageWrites, products } from './records.ts';
import { productChangedEvent } from './rules.ts';

/** Runs after which a file counts as unusable, because it has ended or failed each of them. */
const maxAttempts = 8;

/**
 * Makes the sizes of an uploaded image, then deletes the upload. The work is also due when the link for the file has
 * expired, so an image whose file or notice never arrives does not wait for ever. A repeated run writes the same files.
 */
const makeImageSizes: WorkHandler<'make-image-sizes'> = async ({ payload, attempt }, run) => {
  const place = { brandId: payload.brand_id, productId: payload.product_id, imageId: payload.image_id };
  const { brand_id, product_id } = payload;
  const { images } = await imageSets.find({ brand_id, product_id });
  const image = imageIn(images, place.imageId);
  if (image === undefined) {
    await removeObjects(mediaBucket, keysOfImage(place));
    return 'done';
  }
  const upload = await findObject(mediaBucket, { key: imageUploadKey(place) });
  if (upload === undefined) {
    const isOpen = image.status === 'waiting' || image.status === 'processing';
    if (isOpen) await settle(place, { status: 'failed', fault: 'not_uploaded' }, run);
    return 'done';
  }
  if (image.status !== 'ready') {
    const outcome = attempt > maxAttempts ? failed('not_processed') : await process(place, upload, run);
    if (!(await settle(place, outcome, run))) {
      // The image was deleted meanwhile.
      await removeObjects(mediaBucket, keysOfImage(place));
      return 'done';
    }
  }
  await removeObject(mediaBucket, upload);
  return 'done';
};

/** An image whose runs end without an answer cannot be processed. */
const giveUpImage: GiveUp<'make-image-sizes'> = (work, run) =>
  makeImageSizes({ ...work, attempt: maxAttempts + 1 }, run);

const failed = (fault: ImageFault): ImageOutcome => ({ status: 'failed', fault });

async function process(place: ImagePlace, upload: StoredObject, run: WorkRun): Promise<ImageOutcome> {
  if (upload.size > maxImageBytes) return failed('too_large');
  await settle(place, { status: 'processing' }, run);
  try {
    const { width, height, files } = await makeSizes(await readWholeObject(mediaBucket, upload));
    for (const { size, format, bytes } of files) {
      const key = imageKey(place.brandId, place.imageId, size, format);
      await putPermanent(mediaBucket, key, bytes, `image/${format}`);
    }
    return { status: 'ready', width, height };
  } catch (error) {
    if (!(error instanceof UnusableImage)) throw error;
    logger.info('An uploaded image is not usable', { fault: error.fault });
    return failed(error.fault);
  }
}

/** Commits a step of an image, and the product if the image became ready. False for an image that was deleted. */
const settle = (
  { brandId, productId, imageId }: ImagePlace,
  outcome: ImageOutcome,
  run: WorkRun,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const product = await products.find({ brand_id: brandId, id: productId });
    if (product === undefined) return false;
    const set = await imageSets.find({ brand_id: brandId, product_id: productId });
    if (imageIn(set.images, imageId) === undefined) return false;
    const now = run.now();
    const images = processed(set.images, imageId, outcome, now);
    const changed = withImages(product, images, now);
    const outgoing = changed === product ? [] : [productChangedEvent(product, changed)];
    const events = recordEvents(brandId, outgoing, { now, newId: run.newId });
    const operation = run.newId();
    const recorded = events.length === 0 ? [] : [outboxAction({ id: operation, events })];
    await transact(commerceTable, [...imageWrites({ set, images, product, changed }), ...recorded]);
    if (events.length > 0) await wakeForOutbox(outboxShardOf(operation));
    return true;
  });

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
