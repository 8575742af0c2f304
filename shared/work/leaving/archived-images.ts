import * as z from 'zod';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { imageKey } from '#store/s3/media-keys.ts';
import { findObject, readWholeObject } from '#store/s3/x12-bucket.ts';

/** File of the archive with the images of each product. */
export const imageRecords = 'product-images';

/** Images that are read at the same time, each of them at most a few megabytes. */
const imagesAtOnce = 8;

const imageSet = z.object({
  key: z.string(),
  images: z.array(z.object({ id: z.string(), status: z.string() })),
});

interface ArchivedImage {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * The largest file of each image, in the order of the records. After the end of the time, `no time` for each that is left.
 * An image that was deleted meanwhile is left out.
 */
export async function* archivedImages(
  brandId: string,
  texts: AsyncIterable<string>,
  isTimeUp: () => boolean,
): AsyncGenerator<ArchivedImage | 'no time'> {
  const waiting: Promise<ArchivedImage | undefined>[] = [];
  for await (const { productId, id } of readyImages(texts)) {
    if (isTimeUp()) {
      yield 'no time';
      continue;
    }
    waiting.push(settled(readImage(brandId, productId, id)));
    if (waiting.length < imagesAtOnce) continue;
    const image = await waiting.shift();
    if (image !== undefined) yield image;
  }
  for (const image of waiting) {
    const read = await image;
    if (read !== undefined) yield read;
  }
}

/** The same promise, whose error waits until it is awaited. */
function settled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

async function readImage(brandId: string, productId: string, id: string): Promise<ArchivedImage | undefined> {
  const object = await findObject(mediaBucket, { key: imageKey(brandId, id, 'large', 'jpeg') });
  if (object === undefined) return undefined;
  return { path: `images/${productId}/${id}.jpeg`, bytes: await readWholeObject(mediaBucket, object) };
}

async function* readyImages(texts: AsyncIterable<string>) {
  for await (const text of texts) {
    for (const line of text.trimEnd().split('\n')) {
      const { key, images } = imageSet.parse(JSON.parse(line));
      const productId = key.slice(key.indexOf('#') + 1);
      for (const { id, status } of images) if (status === 'ready') yield { productId, id };
    }
  }
}
