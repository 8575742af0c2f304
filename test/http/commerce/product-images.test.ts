import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, test } from '@jest/globals';
import * as samples from '../../work/images/sample-images.ts';
import { call, get, newProduct, post, put, stack } from '../stack/api-client.ts';

const patch = (path: string, body: unknown) => call('PATCH', path, { body });
const remove = (path: string) => call('DELETE', path);

const productPath = (product: string) => `/api/v1/products/${product}`;
const imagesPath = (product: string) => `${productPath(product)}/images`;
const input = (bytes: number, fields: object = {}) => ({ content_type: 'image/jpeg', bytes, ...fields });

interface Upload {
  readonly url: string;
  readonly headers: Record<string, string>;
}

const send = (upload: Upload, file: Buffer) =>
  fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(file) });

/** Waits for a state of an image. */
async function image(product: string, id: string, ...states: readonly string[]) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const { body } = await get(`${imagesPath(product)}/${id}`);
    if (states.includes(body.data?.status)) return body.data;
    await delay(100);
  }
  throw new Error(`The image did not become ${states.join(' or ')}`);
}

async function uploaded(product: string, file: Buffer, fields: object = {}) {
  const made = await post(imagesPath(product), input(file.length, fields));
  expect(made.status).toBe(201);
  expect((await send(made.body.data.upload, file)).status).toBe(200);
  return image(product, made.body.data.id, 'ready', 'failed');
}

const s3 = () =>
  new S3Client({
    endpoint: stack.endpoints.s3,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
const bucket = () => stack.buckets['media'] ?? '';

async function filesOf(brand: string, ...ids: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['product-images', 'product-uploads']) {
    const command = new ListObjectsV2Command({ Bucket: bucket(), Prefix: `${folder}/${brand}/` });
    const { Contents = [] } = await s3().send(command);
    keys.push(...Contents.map(({ Key = '' }) => Key));
  }
  return keys.filter((key) => ids.some((id) => key.includes(id)));
}

async function gone(...ids: readonly string[]): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if ((await filesOf(stack.brandId, ...ids)).length === 0) return;
    await delay(100);
  }
  throw new Error(`Files remain: ${(await filesOf(stack.brandId, ...ids)).join(', ')}`);
}

describe('images of a product', () => {
  test('a photo becomes three sizes at permanent public addresses, without its place', async () => {
    const product = await newProduct();
    const photo = await samples.photo();
    const made = await post(imagesPath(product), input(photo.length, { alt_text: 'Sunset' }));
    const { upload, ...waiting } = made.body.data;
    expect(waiting).toMatchObject({
      status: 'waiting',
      position: 1,
      alt_text: 'Sunset',
      product_id: product,
    });
    expect(made.headers.get('location')).toMatch(`${imagesPath(product)}/${waiting.id}`);
    const preflight = await fetch(upload.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get(productPath(product))).body.data).not.toHaveProperty('images');
    expect((await send(upload, photo)).status).toBe(200);

    const ready = await image(product, waiting.id, 'ready', 'failed');
    expect(ready).toMatchObject({ status: 'ready', width: 600, height: 1200 });
    const shown = await get(productPath(product));
    const { sizes } = ready;
    expect(shown.body.data).toMatchObject({
      version: 2,
      images: [{ id: ready.id, alt_text: 'Sunset', width: 600, height: 1200, sizes }],
    });
    expect(sizes.medium).toMatchObject({ width: 400, height: 800 });
    expect(sizes.medium.webp).toBe(`${stack.baseUrl}/api/v1/images/${stack.brandId}/${ready.id}/medium.webp`);
    const listed = await get(
      `/api/v1/products?brand_id=${stack.brandId}&limit=100&search=${shown.body.data.name}`,
    );
    expect(listed.body.data).toEqual([shown.body.data]);

    const redirect = await fetch(sizes.medium.jpeg, { redirect: 'manual' });
    expect(redirect.status).toBe(302);
    expect(redirect.headers.get('cache-control')).toBe('public, max-age=900');
    const file = await fetch(sizes.medium.jpeg);
    expect(file.headers.get('content-type')).toBe('image/jpeg');
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await file.arrayBuffer());
    const { width, height, exif } = await samples.metadataOf(bytes);
    expect({ width, height, exif }).toEqual({ width: 400, height: 800 });
    const all = await filesOf(stack.brandId, ready.id);
    expect(all.map((key) => key.split('/').at(-1)).sort()).toEqual(
      ['large', 'medium', 'thumbnail'].flatMap((size) => [`${size}.jpeg`, `${size}.webp`]),
    );

    // A second upload and a repeated notice of the first change nothing.
    expect((await send(upload, photo)).status).toBe(200);
    await gone(`product-uploads/${stack.brandId}/${product}`);
    expect((await get(productPath(product))).body.data.version).toBe(2);
  });

  test('files that are no images fail with a reason, and leave nothing behind', async () => {
    const product = await newProduct();
    const files = [
      ['damaged', await samples.truncated()],
      ['too_many_pixels', samples.bomb()],
      ['unsupported_format', samples.text()],
      ['animated', await samples.animatedWebp()],
    ] as const;
    const ids: string[] = [];
    for (const [code, file] of files) {
      const failed = await uploaded(product, file);
      expect(failed).toMatchObject({ status: 'failed', failure: { code, message: expect.any(String) } });
      ids.push(failed.id);
    }
    await gone(...ids);
    expect((await get(productPath(product))).body.data).toMatchObject({ version: 1 });
  });

  test('another file by the same link after a failure is processed', async () => {
    const product = await newProduct();
    const photo = await samples.photo();
    const made = await post(imagesPath(product), input(photo.length));
    const { id, upload } = made.body.data;
    await send(upload, Buffer.alloc(photo.length));
    expect(await image(product, id, 'failed')).toMatchObject({ failure: { code: 'unsupported_format' } });
    await send(upload, photo);
    expect(await image(product, id, 'ready')).not.toHaveProperty('failure');
  });

  test('S3 refuses another size or type than the declared one', async () => {
    const product = await newProduct();
    const photo = await samples.photo();
    const { upload } = (await post(imagesPath(product), input(photo.length))).body.data;
    const larger = await send(upload, Buffer.concat([photo, Buffer.alloc(1)]));
    expect([larger.status, await larger.text()]).toEqual([
      403,
      expect.stringContaining('SignatureDoesNotMatch'),
    ]);
    const typed = await send({ ...upload, headers: { 'Content-Type': 'text/html' } }, photo);
    expect(typed.status).toBe(403);
    expect((await send(upload, photo)).status).toBe(200);
  });

  test('an object that is larger than the limit is not read', async () => {
    const product = await newProduct();
    const { id } = (await post(imagesPath(product), input(1000))).body.data;
    const Key = `product-uploads/${stack.brandId}/${product}/${id}`;
    // Somebody with rights on the bucket can store any object.
    await s3().send(new PutObjectCommand({ Bucket: bucket(), Key, Body: Buffer.alloc(15_000_001) }));
    expect(await image(product, id, 'failed')).toMatchObject({ failure: { code: 'too_large' } });
  });

  test('text and order can change, and the product follows', async () => {
    const product = await newProduct();
    const [first, second] = [
      await uploaded(product, await samples.translucent(), { content_type: 'image/png' }),
      await uploaded(product, await samples.webp(), { content_type: 'image/webp', position: 1 }),
    ];
    const idsOf = (images: readonly { readonly id: string }[]) => images.map(({ id }) => id);
    const before = (await get(productPath(product))).body.data;
    expect(idsOf(before.images)).toEqual([second.id, first.id]);
    const path = `${imagesPath(product)}/${first.id}`;
    const changed = await patch(path, { position: 1, alt_text: 'Orange' });
    expect(changed.body.data).toMatchObject({ position: 1, alt_text: 'Orange' });
    const after = (await get(productPath(product))).body.data;
    expect(after).toMatchObject({ version: before.version + 1, images: [{ alt_text: 'Orange' }, {}] });
    expect(idsOf((await get(imagesPath(product))).body.data)).toEqual([first.id, second.id]);
    await patch(path, { alt_text: 'Orange' });
    const replaced = await put(productPath(product), { name: 'Renamed' });
    expect(replaced.body.data).toMatchObject({ version: after.version + 1, images: after.images });

    expect((await remove(path)).status).toBe(204);
    expect((await remove(path)).status).toBe(404);
    expect(idsOf((await get(productPath(product))).body.data.images)).toEqual([second.id]);
    await gone(first.id);
    expect((await fetch(first.sizes.large.webp)).status).toBe(404);
    expect((await fetch(second.sizes.large.webp)).status).toBe(200);

    expect((await remove(productPath(product))).status).toBe(204);
    await gone(second.id);
    expect((await get(imagesPath(product))).status).toBe(404);
  });

  test('the file of a deleted image is removed, also when it arrives later', async () => {
    const product = await newProduct();
    const photo = await samples.photo();
    const { id, upload } = (await post(imagesPath(product), input(photo.length))).body.data;
    expect((await remove(productPath(product))).status).toBe(204);
    expect((await send(upload, photo)).status).toBe(200);
    await gone(id);
  });

  test('are ten at most, also among parallel requests, and a repeated request adds none', async () => {
    const product = await newProduct();
    const headers = { 'idempotency-key': randomUUID() };
    const [once, again] = [
      await post(imagesPath(product), input(1000), { headers }),
      await post(imagesPath(product), input(1000), { headers }),
    ];
    expect(again.body.data.id).toBe(once.body.data.id);
    for (let made = 1; made < 9; made++) await post(imagesPath(product), input(1000));
    const last = await Promise.all(Array.from({ length: 3 }, () => post(imagesPath(product), input(1000))));
    expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(last.find(({ status }) => status === 409)?.body.code).toBe('image_limit_reached');
    expect((await get(imagesPath(product))).body.data).toHaveLength(10);
  });

  test('belong to the brand, and viewers only read them', async () => {
    const product = await newProduct();
    const { id } = (await post(imagesPath(product), input(1000))).body.data;
    const path = `${imagesPath(product)}/${id}`;
    const viewer = { key: stack.apiKeys.viewer };
    const stranger = { key: stack.apiKeys.otherBrand };
    expect((await get(path, viewer)).status).toBe(200);
    expect((await get(imagesPath(product), viewer)).status).toBe(200);
    const changes = (key: { readonly key: string }) =>
      Promise.all([
        post(imagesPath(product), input(1000), key),
        call('PATCH', path, { ...key, body: { position: 1 } }),
        call('DELETE', path, key),
      ]);
    expect((await changes(viewer)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await changes(stranger)).map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await get(path, stranger)).status).toBe(404);
    expect((await get(`${imagesPath(product)}/${randomUUID()}`)).status).toBe(404);
    const faults = await Promise.all([
      post(imagesPath(product), input(15_000_001)),
      post(imagesPath(product), input(1000, { content_type: 'image/gif' })),
      patch(path, { position: 0 }),
    ]);
    expect(faults.map(({ status, body }) => [status, body.details[0].path.at(-1)])).toEqual([
      [400, 'bytes'],
      [400, 'content_type'],
      [400, 'position'],
    ]);
  });
});
