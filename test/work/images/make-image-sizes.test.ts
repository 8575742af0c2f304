import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addImage } from '#commerce/product-images/image-set.ts';
import type { Product } from '#contract/commerce/products.ts';
import { createS3Server } from '#lib/local/s3/api/s3-server.ts';
import { ObjectStore } from '#lib/local/s3/store/object-store.ts';
import { newId } from '#persistence/new-id.ts';
import { imageUploadKey } from '#store/s3/media-keys.ts';
import type { WorkRun } from '#work/run-work.ts';
import { type LocalWorkQueue, startWorkQueue } from '../../claims/work-queue.ts';
import { newCommerceTable } from '../../store/commerce/commerce-table.ts';
import { aProduct } from '../../store/commerce/samples.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import * as samples from './sample-images.ts';

/** The parts of the worker, which read their environment when they load. */
async function loadWorker() {
  const [{ makeImageSizes }, { removeImages }, { commerceTable }, sets, products, media, { putObject }] =
    await Promise.all([
      import('#work/handlers/make-image-sizes.ts'),
      import('#work/handlers/remove-images.ts'),
      import('#store/commerce/commerce-table.ts'),
      import('#store/commerce/product-images/image-sets.ts'),
      import('#store/commerce/products.ts'),
      import('#store/s3/media-bucket.ts'),
      import('#store/s3/x12-bucket.ts'),
    ]);
  const { mediaBucket } = media;
  return { makeImageSizes, removeImages, commerceTable, sets, products, mediaBucket, putObject };
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
    QUEUE_DISPATCH_EVENTS: queue.environment['WORK_QUEUE'],
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
  worker = await loadWorker();
}, 60_000);

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
  isTimeUp: () => false,
  remainingMilliseconds: () => 60_000,
};

/** A product with an image that waits for its file. */
async function waitingImage() {
  const { sets, products, commerceTable } = worker;
  const product = aProduct(randomUUID(), 'Eggs');
  await products.insertProduct(commerceTable, product, []);
  const id = newId();
  const set = await sets.readImageSet(commerceTable, product);
  const images = addImage(set.images, { content_type: 'image/jpeg', bytes: 1 }, { id, now: run.now() });
  await sets.changeImages(commerceTable, { product, changed: product, set, images }, []);
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
  (await worker.sets.readImageSet(worker.commerceTable, product)).images.find((one) => one.id === id);

const stored = ({ product }: Waiting): Promise<Product | undefined> =>
  worker.products.findProduct(worker.commerceTable, [product.brand_id], product.id);

async function files({ product }: Waiting): Promise<number> {
  const { client, name } = worker.mediaBucket;
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: name }));
  return Contents.filter(({ Key = '' }) => Key.includes(product.brand_id)).length;
}

async function deleteProduct({ product }: Waiting): Promise<void> {
  const { sets, products, commerceTable } = worker;
  const current = (await products.findProduct(commerceTable, [product.brand_id], product.id)) ?? product;
  const set = await sets.readImageSet(commerceTable, product);
  await products.removeProduct(commerceTable, current, [sets.imageSetRemoval(product, set)]);
}

describe('a run', () => {
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
