import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { processed, withImages } from '#commerce/products/image-set.ts';
import { createS3Server } from '#lib/local/s3/api/s3-server.ts';
import { ObjectStore } from '#lib/local/s3/store/object-store.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type CommerceService, newBrand, startCommerceService } from './commerce-service.ts';
import { type Invocation, invoke } from './invoke.ts';

let service: CommerceService;
let server: Server;
const folder = mkdtempSync(path.join(tmpdir(), 'granary-images-'));

beforeAll(async () => {
  const bucket = { name: 'media', versioned: true, objectLock: false, cors: [], notifications: [] };
  server = createS3Server(new ObjectStore(folder, [bucket], () => {}), {
    accessKey: 'local',
    secretKey: 'local',
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MEDIA_BUCKET: 'media',
    // An event of this test has no host, which addresses of the API begin with.
    IMAGES_URL: 'https://images.example.com',
  });
  service = await startCommerceService();
});

afterAll(async () => {
  const { mediaBucket } = await import('#store/s3/media-bucket.ts');
  mediaBucket.client.destroy();
  server.closeAllConnections();
  server.close();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const png = { content_type: 'image/png', bytes: 4 };

async function newProduct() {
  const { brand_id, caller } = await newBrand();
  const { body } = await invoke('create-product', { caller, body: { brand_id, name: 'Eggs' } });
  const parameters = { id: String(body.data.id) };
  const on = (name: string, more: Partial<Invocation> = {}) =>
    invoke(name, { caller, ...more, parameters: { ...parameters, ...more.parameters } });
  return { brand_id, caller, product: body.data, on };
}

/** Makes an image ready, as the worker does. */
async function makeReady(product: { readonly id: string; readonly brand_id: string }, id: string) {
  const { imageSets, imageWrites, products } = await import('#commerce/products/records.ts');
  const current = await products.find(product);
  if (current === undefined) throw new Error('There is no product');
  const set = await imageSets.find({ brand_id: product.brand_id, product_id: product.id });
  const images = processed(set.images, id, { status: 'ready', width: 400, height: 300 }, new Date());
  const changed = withImages(current, images, new Date());
  await transact(service.table, imageWrites({ set, images, product: current, changed }));
}

describe('functions of product images', () => {
  test('the link accepts exactly the declared size and type', async () => {
    const { on } = await newProduct();
    const made = await on('create-product-image', { body: { ...png, alt_text: 'Six eggs' } });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { status: 'waiting', position: 1, alt_text: 'Six eggs' } },
    });
    const { url, headers } = made.body.data.upload;
    const send = (body: string, type = headers) => fetch(url, { method: 'PUT', headers: type, body });
    expect((await send('12345')).status).toBe(403);
    expect((await send('1234', { 'Content-Type': 'text/html' })).status).toBe(403);
    expect((await send('1234')).status).toBe(200);
  });

  test('a ready image is part of its product, in its order and with its addresses', async () => {
    const { product, on } = await newProduct();
    const [first, second] = [
      (await on('create-product-image', { body: png })).body.data.id,
      (await on('create-product-image', { body: { ...png, position: 1 } })).body.data.id,
    ];
    await makeReady(product, first);
    await makeReady(product, second);
    const { body } = await on('get-product');
    expect(body.data).toMatchObject({ version: 3, images: [{ id: second }, { id: first }] });
    expect(body.data.images[0].sizes.thumbnail.webp).toBe(
      `https://images.example.com/product-images/${product.brand_id}/${second}/thumbnail.webp`,
    );
    const parameters = { image_id: first };
    const moved = await on('update-product-image', { parameters, body: { position: 1, alt_text: 'Nest' } });
    expect(moved.body.data).toMatchObject({
      position: 1,
      alt_text: 'Nest',
      sizes: { large: { width: 400 } },
    });
    expect((await on('list-product-images')).body.data).toMatchObject([{ id: first }, { id: second }]);
    const patched = await on('patch-product', { body: { name: 'Nest eggs' } });
    expect(patched.body.data).toMatchObject({ version: 5, images: [{ alt_text: 'Nest' }, {}] });
    expect((await on('delete-product-image', { parameters })).status).toBe(204);
    expect((await on('get-product-image', { parameters })).status).toBe(404);
    expect((await on('get-product')).body.data.images).toMatchObject([{ id: second }]);
    expect((await on('delete-product')).status).toBe(204);
    expect((await on('list-product-images')).status).toBe(404);
  });

  test('are ten at most, also among parallel requests, and a repeated request adds none', async () => {
    const { on } = await newProduct();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await on('create-product-image', { body: png, headers });
    const again = await on('create-product-image', { body: png, headers });
    expect(again.body.data.id).toBe(first.body.data.id);
    for (let made = 1; made < 9; made++) await on('create-product-image', { body: png });
    const last = await Promise.all([1, 2, 3].map(() => on('create-product-image', { body: png })));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await on('list-product-images')).body.data).toHaveLength(10);
  });

  test('an address redirects to a file that exists, and is 404 for others', async () => {
    const { brand_id, caller } = await newProduct();
    const { mediaBucket, putPermanent } = await import('#store/s3/media-bucket.ts');
    const image_id = randomUUID();
    const key = `product-images/${brand_id}/${image_id}/large.webp`;
    await putPermanent(mediaBucket, key, Buffer.from('pixels'), 'image/webp');
    const follow = (file: string) =>
      invoke('follow-image-link', { caller, parameters: { brand_id, image_id, file } });
    const found = await follow('large.webp');
    expect(found).toMatchObject({ status: 302, headers: { 'Cache-Control': 'public, max-age=900' } });
    const file = await fetch(String(found.headers['Location']));
    expect([file.status, file.headers.get('cache-control'), await file.text()]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'pixels',
    ]);
    expect((await follow('large.webp')).headers['Location']).toBe(found.headers['Location']);
    expect((await follow('medium.jpeg')).status).toBe(404);
  });
});
