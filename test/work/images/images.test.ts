import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addImage } from '#commerce/products/image-set.ts';
import { makeSizes } from '#commerce/products/image-work.ts';
import type { ImageFormat, ImageSize, Product } from '#commerce/products/product-fields.ts';
import { createS3Server } from '#lib/local/s3/api/s3-server.ts';
import { ObjectStore } from '#lib/local/s3/store/object-store.ts';
import { newId } from '#persistence/new-id.ts';
import { transact } from '#store/dynamodb/table.ts';
import { imageUploadKey } from '#store/s3/media-keys.ts';
import type { WorkRun } from '#work/run-work.ts';
import { type LocalWorkQueue, startWorkQueue } from '../../claims/work-queue.ts';
import { newCommerceTable } from '../../store/commerce/commerce-table.ts';
import { aProduct, writeProduct } from '../../store/commerce/samples.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import * as samples from './sample-images.ts';

async function made(file: Buffer) {
  const { width, height, files } = await makeSizes(file);
  const fileOf = (size: ImageSize, format: ImageFormat) =>
    files.find((one) => one.size === size && one.format === format)?.bytes ?? Buffer.alloc(0);
  return { width, height, files, fileOf };
}

/** Compares colors, because JPEG and WebP round them. */
const expectColor = (pixel: readonly number[], color: readonly number[]) => {
  const distances = color.map((value, index) => Math.abs(value - (pixel[index] ?? -1000)));
  expect({ pixel, isNear: Math.max(...distances) < 16 }).toEqual({ pixel, isNear: true });
};

describe('sizes of an image', () => {
  test('a photo is upright, and has no place and no camera in any file', async () => {
    const photo = await samples.photo();
    expect(await samples.metadataOf(photo)).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
    expect(photo.includes('Meadow Cameras')).toBe(true);
    const { width, height, files, fileOf } = await made(photo);
    expect([width, height]).toEqual([600, 1200]);
    expect(files).toHaveLength(6);
    for (const { size, format, bytes } of files) {
      const {
        exif,
        icc,
        xmp,
        orientation,
        space,
        format: encoded,
        ...facts
      } = await samples.metadataOf(bytes);
      expect({ exif, icc, xmp, orientation, space, encoded }).toEqual({ space: 'srgb', encoded: format });
      const sides = { thumbnail: [160, 320], medium: [400, 800], large: [600, 1200] }[size];
      expect([facts.width, facts.height]).toEqual(sides);
      expect(bytes.includes('Meadow')).toBe(false);
    }
    expectColor(await samples.pixelOf(fileOf('medium', 'jpeg'), 200, 100), [220, 20, 20]);
    expectColor(await samples.pixelOf(fileOf('medium', 'webp'), 200, 700), [20, 20, 220]);
  });

  test('alpha is kept in WebP, and on white in JPEG; a small image is not enlarged', async () => {
    const { fileOf } = await made(await samples.translucent());
    const large = fileOf('large', 'webp');
    expect(await samples.metadataOf(large)).toMatchObject({ width: 100, height: 80, hasAlpha: true });
    expectColor(await samples.pixelOf(large, 50, 40), [200, 100, 50, 102]);
    expectColor(await samples.pixelOf(fileOf('large', 'jpeg'), 50, 40), [233, 193, 173]);
  });

  test('WebP is scaled down', async () => {
    const { width, height, fileOf } = await made(await samples.webp());
    expect([width, height]).toEqual([2400, 1200]);
    expect(await samples.metadataOf(fileOf('large', 'jpeg'))).toMatchObject({ width: 1600, height: 800 });
    expect(await samples.metadataOf(fileOf('thumbnail', 'webp'))).toMatchObject({ width: 320, height: 160 });
  });

  test('wide colors are converted to sRGB, not only relabelled', async () => {
    const file = await samples.wideColors();
    expect((await samples.metadataOf(file)).icc).toBeDefined();
    const { fileOf } = await made(file);
    expectColor(await samples.pixelOf(fileOf('large', 'jpeg'), 32, 32), [255, 0, 0]);
  });

  test.each([
    ['a truncated photo', samples.truncated, 'damaged'],
    ['the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'damaged'],
    ['a bomb of 400 million pixels', samples.bomb, 'too_many_pixels'],
    ['a text', samples.text, 'unsupported_format'],
    ['a drawing in SVG', samples.vector, 'unsupported_format'],
    ['an empty file', () => Buffer.alloc(0), 'unsupported_format'],
    ['an animation in WebP', samples.animatedWebp, 'animated'],
    ['an animation in PNG', samples.animatedPng, 'animated'],
  ] as const)('%s is refused', async (_, file, fault) => {
    await expect(makeSizes(await file())).rejects.toMatchObject({ name: 'UnusableImage', fault });
  });
});

describe('a run', () => {
  /** The parts of the worker, which read their environment when they load. */
  async function loadWorker() {
    const [{ processImagesHandlers }, { commerceTable }, records, media, { putObject }] = await Promise.all([
      import('#commerce/products/image-work.ts'),
      import('#store/commerce/commerce-table.ts'),
      import('#commerce/products/records.ts'),
      import('#store/s3/media-bucket.ts'),
      import('#store/s3/x12-bucket.ts'),
    ]);
    const { mediaBucket } = media;
    const { 'make-image-sizes': makeImageSizes, 'remove-images': removeImages } = processImagesHandlers;
    return { makeImageSizes, removeImages, commerceTable, records, mediaBucket, putObject };
  }

  let engine: DynamoEngine;
  let queue: LocalWorkQueue;
  let server: Server;
  let worker: Awaited<ReturnType<typeof loadWorker>>;
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-media-'));

  beforeAll(async () => {
    engine = await startDynamoEngine();
    queue = await startWorkQueue();
    const bucket = { name: 'media', versioned: true, objectLock: false, cors: [], notifications: [] };
    server = createS3Server(new ObjectStore(folder, [bucket], () => {}), {
      accessKey: 'local',
      secretKey: 'local',
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const table = await newCommerceTable(engine);
    Object.assign(process.env, queue.environment, {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      COMMERCE_TABLE: table.name,
      MEDIA_BUCKET: 'media',
      WORK_QUEUE: queue.environment['WORK_QUEUE'],
      POWERTOOLS_METRICS_DISABLED: 'true',
    });
    worker = await loadWorker();
  });

  afterAll(async () => {
    worker.mediaBucket.client.destroy();
    worker.commerceTable.client.destroy();
    server.closeAllConnections();
    server.close();
    await queue.stop();
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const run: WorkRun = {
    now: () => new Date(),
    newId: () => newId(),
    hasLease: () => true,
    isTimeUp: () => false,
    remainingMilliseconds: () => 60_000,
  };

  const setOf = ({ brand_id, id }: Product) => worker.records.imageSets.find({ brand_id, product_id: id });

  /** A product with an image that waits for its file. */
  async function waitingImage() {
    const { records, commerceTable } = worker;
    const product = aProduct(randomUUID(), 'Eggs');
    await writeProduct(commerceTable, { after: product });
    const id = newId();
    const set = await setOf(product);
    const images = addImage(set.images, { content_type: 'image/jpeg', bytes: 1 }, { id, now: run.now() });
    await transact(commerceTable, records.imageWrites({ set, images, product, changed: product }));
    return { product, id };
  }

  type Waiting = Awaited<ReturnType<typeof waitingImage>>;

  const upload = ({ product, id }: Waiting, file: Buffer) => {
    const place = { brandId: product.brand_id, productId: product.id, imageId: id };
    return worker.putObject(worker.mediaBucket, imageUploadKey(place), file, 'image/jpeg');
  };

  const processed = ({ product, id }: Waiting, attempt = 1) =>
    worker.makeImageSizes(
      {
        kind: 'make-image-sizes',
        key: id,
        due: run.now(),
        payload: { brand_id: product.brand_id, product_id: product.id, image_id: id },
        attempt,
        lease: { run: '', version: '' },
      },
      run,
    );

  const stateOf = async ({ product, id }: Waiting) =>
    (await setOf(product)).images.find((one) => one.id === id);

  const stored = ({ product }: Waiting): Promise<Product | undefined> =>
    worker.records.products.find(product);

  async function files({ product }: Waiting): Promise<number> {
    const { client, name } = worker.mediaBucket;
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
    return Contents.filter(({ Key = '' }) => Key.includes(product.brand_id)).length;
  }

  async function deleteProduct({ product }: Waiting): Promise<void> {
    const { records, commerceTable } = worker;
    const before = (await records.products.find(product)) ?? product;
    await writeProduct(commerceTable, { before }, [records.imageSetRemoval(await setOf(product))]);
  }

  test('makes the sizes once, however often it is repeated, and deletes the upload', async () => {
    const image = await waitingImage();
    await upload(image, await samples.photo());
    // Two runs at the same time, as after a lease that ended too early.
    await Promise.all([processed(image), processed(image)]);
    expect(await processed(image)).toBe('done');
    expect(await stateOf(image)).toMatchObject({ status: 'ready', width: 600, height: 1200 });
    expect(await stored(image)).toMatchObject({ version: 2, images: [{ id: image.id }] });
    expect(await files(image)).toBe(6);
    await upload(image, samples.text());
    await processed(image);
    expect(await stateOf(image)).toMatchObject({ status: 'ready' });
    expect(await files(image)).toBe(6);
  });

  test('leaves no files of an image whose product was deleted before, during or after it', async () => {
    const [before, during, after] = [await waitingImage(), await waitingImage(), await waitingImage()];
    for (const image of [before, during, after]) await upload(image, await samples.photo());
    await deleteProduct(before);
    await processed(before);
    const running = processed(during);
    await deleteProduct(during).catch(() => deleteProduct(during));
    await running;
    await processed(after);
    await deleteProduct(after);
    const { product, id } = after;
    await worker.removeImages(
      {
        kind: 'remove-images',
        key: product.id,
        due: run.now(),
        payload: { brand_id: product.brand_id, product_id: product.id, image_ids: [id] },
        attempt: 1,
        lease: { run: '', version: '' },
      },
      run,
    );
    expect(await Promise.all([before, during, after].map(files))).toEqual([0, 0, 0]);
  });

  test('ends the wait for a file that never arrives', async () => {
    const image = await waitingImage();
    expect(await processed(image)).toBe('done');
    expect(await stateOf(image)).toMatchObject({ status: 'failed', fault: 'not_uploaded' });
  });

  test('gives up a file that has ended every earlier run', async () => {
    const image = await waitingImage();
    await upload(image, await samples.photo());
    await processed(image, 9);
    expect(await stateOf(image)).toMatchObject({ status: 'failed', fault: 'not_processed' });
    expect(await files(image)).toBe(0);
    expect(await stored(image)).toMatchObject({ version: 1 });
  });
});
