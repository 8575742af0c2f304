import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { logger } from '#observability/logger.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { outboxAction, outboxShardOf, recordEvents, wakeForOutbox } from '#store/commerce/work/outbox.ts';
import { transact } from '#store/dynamodb/table.ts';
import { mediaBucket, putPermanent, removeObjects } from '#store/s3/media-bucket.ts';
import { type ImagePlace, imageKey, imageUploadKey, keysOfImage } from '#store/s3/media-keys.ts';
import { findObject, readWholeObject, removeObject, type StoredObject } from '#store/s3/x12-bucket.ts';
import type { GiveUp, GiveUps, WorkHandler, WorkHandlers, WorkRun } from '#work/run-work.ts';
import { type ImageOutcome, imageIn, pixelsOf, processed, withImages } from './image-set.ts';
import {
  type ImageFault,
  type ImageFormat,
  type ImageSize,
  imageFormats,
  imageSizeNames,
  maxImageBytes,
  maxImagePixels,
} from './product-fields.ts';
import { imageSets, imageWrites, products } from './records.ts';
import { productChangedEvent } from './rules.ts';

// A function handles one image at a time on one processor, and no two are alike.
sharp.cache(false);
sharp.concurrency(1);
// Files of strangers reach these three decoders only.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});

interface ImageFile {
  readonly size: ImageSize;
  readonly format: ImageFormat;
  readonly bytes: Buffer;
}

interface MadeImage {
  readonly width: number;
  readonly height: number;
  readonly files: readonly ImageFile[];
}

/** The file is no image that can be shown. */
class UnusableImage extends Error {
  readonly fault: ImageFault;

  constructor(fault: ImageFault, cause?: unknown) {
    super(fault, { cause });
    this.name = 'UnusableImage';
    this.fault = fault;
  }
}

/**
 * Makes every size of an image: upright, in sRGB and without metadata. JPEG has a white background.
 *
 * @throws UnusableImage
 */
export async function makeSizes(file: Buffer): Promise<MadeImage> {
  const { width, height } = await pixelsIn(file);
  const large = pixelsOf({ width, height }, 'large');
  // Decodes the file once, and as small as its format allows.
  const decoded = await sharp(file, { limitInputPixels: maxImagePixels, failOn: 'error' })
    .autoOrient()
    .resize(large.width, large.height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: unknown) => {
      throw new UnusableImage('damaged', error);
    });
  const files: ImageFile[] = [];
  const raw = { width: large.width, height: large.height, channels: decoded.info.channels };
  for (const size of imageSizeNames) {
    const pixels = pixelsOf({ width, height }, size);
    for (const format of imageFormats) {
      const resized = sharp(decoded.data, { raw }).resize(pixels.width, pixels.height, {
        fit: 'fill',
      });
      files.push({ size, format, bytes: await encoded[format](resized) });
    }
  }
  return { width, height, files };
}

const encoded: { readonly [F in ImageFormat]: (image: Sharp) => Promise<Buffer> } = {
  webp: (image) => image.webp({ quality: 80 }).toBuffer(),
  jpeg: (image) =>
    image.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: true }).toBuffer(),
};

/** Upright width and height of the image. Reads no pixels, so a small file with billions of them does no harm. */
async function pixelsIn(file: Buffer): Promise<{ readonly width: number; readonly height: number }> {
  const format = formatOf(file);
  if (format === undefined) throw new UnusableImage('unsupported_format');
  const { autoOrient, pages } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new UnusableImage('damaged', error);
    });
  const { width, height } = autoOrient;
  if (width * height > maxImagePixels) throw new UnusableImage('too_many_pixels');
  if ((pages ?? 1) > 1 || (format === 'png' && isAnimatedPng(file))) throw new UnusableImage('animated');
  return { width, height };
}

type FileFormat = 'jpeg' | 'png' | 'webp';

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The format of a file by its first bytes, whatever its name and declared type are; undefined for any other. */
function formatOf(file: Buffer): FileFormat | undefined {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg';
  if (file.subarray(0, 8).equals(pngSignature)) return 'png';
  const isRiff = file.toString('latin1', 0, 4) === 'RIFF';
  return isRiff && file.toString('latin1', 8, 12) === 'WEBP' ? 'webp' : undefined;
}

/** Bytes of a chunk beside its data: length, name and checksum. */
const chunkFrame = 12;

/** Whether a PNG file has a chunk `acTL` before its pixels, which makes it an animation. Decoders show its first frame. */
function isAnimatedPng(file: Buffer): boolean {
  let at = pngSignature.length;
  while (at + chunkFrame <= file.length) {
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += chunkFrame + file.readUInt32BE(at);
  }
  return false;
}

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
