import { createHash, randomUUID } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Brand } from '#commerce/brands/contract.ts';
import { defaultSettings, withDeletion } from '#commerce/brands/rules.ts';
import type { WorkKind } from '#contract/commerce/work.ts';
import { deleteItems } from '#store/dynamodb/delete-items.ts';
import { putItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { placeOf } from '#store/records/place.ts';
import type { Bucket } from '#store/s3/bucket.ts';
import type { WorkOutcome, WorkRun } from '#work/run-work.ts';
import { startWorkQueue } from '../../claims/work-queue.ts';
import { sized } from '../../soak.ts';
import { fill, type LocalBrands, objectVersions, scan, startLocalBrands } from './local-brands.ts';

/** Thrown by every request of a run after its kill. */
class Killed extends Error {}

type Client = Table['client'] | Bucket['client'];

/** Makes the clients of the functions fail from a number of requests on, as if the process ended there. */
function killable(...clients: readonly Client[]) {
  let left = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const client of clients) {
    const send = Reflect.get(client, 'send');
    Reflect.set(client, 'send', async (...parameters: unknown[]) => {
      count += 1;
      left -= 1;
      if (left < 0) throw new Killed('The run was killed');
      return Reflect.apply(send, client, parameters);
    });
  }
  return {
    /** Runs until the requests are used up. Returns false for a killed run. */
    async run(requests: number, work: () => Promise<unknown>): Promise<boolean> {
      left = requests;
      try {
        await work();
        return true;
      } catch (error) {
        if (left >= 0) throw error;
        return false;
      } finally {
        left = Number.POSITIVE_INFINITY;
      }
    },
    requests: () => count,
  };
}

/** Files of a ZIP archive by their names, read by its central directory (APPNOTE 4.3). Checks sizes and CRCs. */
function zipFiles(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('The archive has no end record');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let n = 0; n < archive.readUInt16LE(end + 10); n++) {
    const sum = archive.readUInt32LE(at + 16);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + size);
    const content = archive.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    if (crc32(content) !== sum) throw new Error(`The CRC of ${name} is wrong`);
    files.set(name, content);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

const requested = new Date('2026-03-06T09:00:00.000Z');
const size = sized('records of each kind of a leaving brand', { short: 2, soak: 500 });
const kills = sized('kills of the deletion and the export of a brand', { short: 4, soak: 10 });

let local: LocalBrands;
let queue: Awaited<ReturnType<typeof startWorkQueue>>;
let process_: ReturnType<typeof killable>;

beforeAll(async () => {
  queue = await startWorkQueue();
  Object.assign(process.env, queue.environment);
  local = await startLocalBrands();
  process_ = killable(local.table.client, local.bucket.client);
});
afterAll(async () => {
  await local?.stop();
  await queue?.stop();
});

/** A brand under deletion, with records of every kind. */
async function leavingBrand(count: number): Promise<Brand> {
  const { insertBrand } = await import('#commerce/brands/records.ts');
  const { deployedGatewayKeys } = await import('#store/adapters/gateway-keys.ts');
  const { newBrandKey } = await import('#commerce/brands/gateway-key-records.ts');
  const id = randomUUID();
  const created_at = '2026-01-31T23:00:00.000Z';
  const fresh: Brand = {
    ...{ id, name: `Farm ${id}`, catalog: 'managed', prices: 'trust', ...defaultSettings },
    ...{ plan: 'starter', created_at, updated_at: created_at, version: 1 },
  };
  const brand = withDeletion(fresh, 30, requested);
  const gatewayKey = await newBrandKey(deployedGatewayKeys(), brand, () => requested);
  await transact(local.table, insertBrand({ ...brand, gateway_keys: [gatewayKey] }, undefined));
  await fill(local, id, count);
  return brand;
}

const runAt = (now: Date, isTimeUp = () => false): WorkRun => ({
  now: () => now,
  newId: randomUUID,
  hasLease: () => true,
  isTimeUp,
  remainingMilliseconds: () => 60_000,
});

const workOf = <Kind extends WorkKind, Payload>(kind: Kind, key: string, payload: Payload) => ({
  ...{ kind, key, payload, due: requested, attempt: 1, lease: { run: 'run', version: 'version' } },
});

test('every stored item has a declared place', async () => {
  const { commercePlaces } = await import('#store/commerce/places.ts');
  const { id } = await leavingBrand(1);
  const undeclared = async () =>
    (await scan(local.table))
      .map((text) => JSON.parse(text))
      .filter((item) => placeOf(commercePlaces, item) === undefined)
      .map(({ pk, sk }) => ({ pk, sk }));
  expect(await undeclared()).toEqual([]);
  const planted = { pk: `ORDERS#${id}`, sk: `NOTE#${id}` };
  await putItem(local.table, { Item: planted });
  expect(await undeclared()).toEqual([planted]);
  await deleteItems(local.table, [planted]);
});

describe('a deletion', () => {
  const closing = new Date('2026-04-05T09:00:00.000Z');
  const after = new Date('2026-04-05T10:00:00.000Z');

  async function step(brandId: string, run: WorkRun): Promise<WorkOutcome> {
    const { eraseBrandsHandlers } = await import('#commerce/brands/deletion-work.ts');
    return eraseBrandsHandlers['delete-brand'](workOf('delete-brand', brandId, { brand_id: brandId }), run);
  }

  test('waits until its time, and closes the brand before it removes anything', async () => {
    const { brands } = await import('#commerce/brands/records.ts');
    const { id } = await leavingBrand(1);
    const before = (await scan(local.table)).filter((text) => text.includes(id)).length;
    await step(id, runAt(new Date('2026-03-29T09:00:00.000Z'))).catch(() => {});
    expect(await brands.find({ brand_id: id })).toBeDefined();
    const closed = await step(id, runAt(closing));
    expect(closed).toEqual({ again: new Date('2026-04-05T09:20:00.000Z') });
    expect(await brands.find({ brand_id: id })).toBeUndefined();
    expect((await scan(local.table)).filter((text) => text.includes(id)).length).toBeGreaterThanOrEqual(
      before,
    );
    await step(id, runAt(after));
  });

  test(`killed ${kills} times ends with the id and times only, and leaves other brands byte for byte`, async () => {
    const other = await leavingBrand(2);
    const others = (text: string) => text.includes(other.id) || text.includes(other.id.slice(0, 8));
    const untouched = (await scan(local.table)).filter(others);
    const files = (await objectVersions(local.bucket)).filter(others);
    const { id } = await leavingBrand(size);
    const short = id.slice(0, 8);
    expect((await scan(local.table)).filter((text) => text.includes(short)).length).toBeGreaterThan(
      60 * size,
    );
    await step(id, runAt(closing));

    // Measures a whole removal with a brand that is as large.
    const measured = await leavingBrand(size);
    await step(measured.id, runAt(closing));
    const start = process_.requests();
    expect(await step(measured.id, runAt(after))).toBe('done');
    const all = process_.requests() - start;

    for (let kill = 1; kill <= kills; kill++) {
      // Each run comes further than its share, so that the last ones meet the end of the removal.
      const requests = Math.floor((all * (kill - 0.5)) / kills) + 5;
      const ended = await process_.run(requests, () => step(id, runAt(after)));
      if (ended) break;
    }
    expect(await step(id, runAt(after))).toBe('done');

    const left = (await scan(local.table)).filter((text) => text.includes(short));
    expect(left.map((text) => JSON.parse(text))).toEqual([
      {
        ...{ pk: `BRAND#${id}`, sk: 'BRAND', id, requested_at: requested.toISOString() },
        ...{ closed_at: closing.toISOString(), deleted_at: after.toISOString() },
      },
    ]);
    expect((await objectVersions(local.bucket)).filter((key) => key.includes(short))).toEqual([]);
    expect(local.gatewayKeys().filter((name) => name.includes(short))).toEqual([]);
    expect((await scan(local.table)).filter(others)).toEqual(untouched);
    expect((await objectVersions(local.bucket)).filter(others)).toEqual(files);
    expect(local.gatewayKeys().filter((name) => name.includes(other.id))).toHaveLength(1);
  }, 600_000);

  test('whose runs have no time left continues in the next one', async () => {
    const { id } = await leavingBrand(2);
    await step(id, runAt(closing));
    let runs = 0;
    for (let outcome: WorkOutcome = { again: after }; outcome !== 'done'; runs++) {
      let checks = 0;
      outcome = await step(
        id,
        runAt(after, () => ++checks > 30),
      );
      if (runs > 60) throw new Error('The removal makes no progress');
    }
    expect(runs).toBeGreaterThan(2);
    expect((await scan(local.table)).filter((text) => text.includes(id.slice(0, 8)))).toHaveLength(1);
  });
});

describe('an export', () => {
  async function requestedExport(brand_id: string) {
    const { insertExport } = await import('#commerce/brands/export-records.ts');
    const time = requested.toISOString();
    const one = {
      id: randomUUID(),
      brand_id,
      status: 'waiting' as const,
      created_at: time,
      updated_at: time,
    };
    await transact(local.table, insertExport(one));
    return one;
  }
  async function step({ id, brand_id }: { readonly id: string; readonly brand_id: string }, run: WorkRun) {
    const { exportBrandsHandlers } = await import('#commerce/brands/export-work.ts');
    const payload = { brand_id, export_id: id };
    return exportBrandsHandlers['export-brand'](workOf('export-brand', id, payload), run);
  }
  async function filesOf({ id, brand_id }: { readonly id: string; readonly brand_id: string }) {
    const { archiveKey } = await import('#store/s3/media-keys.ts');
    const { client, name } = local.bucket;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: name, Key: archiveKey(brand_id, id) }));
    const bytes = Buffer.from((await Body?.transformToByteArray()) ?? []);
    return { bytes, files: zipFiles(bytes) };
  }
  const linesOf = (file: Buffer | undefined) => String(file).trimEnd().split('\n');

  test('holds every record once, with a manifest of counts and hashes, and no secret', async () => {
    const { brandExports } = await import('#commerce/brands/export-records.ts');
    const brand = await leavingBrand(size);
    const one = await requestedExport(brand.id);
    expect(await step(one, runAt(requested))).toBe('done');
    const { bytes, files } = await filesOf(one);
    const manifest = JSON.parse(String(files.get('manifest.json')));
    expect(manifest.brand).toEqual({ id: brand.id, name: brand.name });
    expect([...manifest.files.map(({ path }: { path: string }) => path), 'manifest.json'].sort()).toEqual(
      [...files.keys()].sort(),
    );
    for (const { path, records, bytes: length, sha256 } of manifest.files) {
      const content = files.get(path) ?? Buffer.alloc(0);
      expect([path, content.length]).toEqual([path, length]);
      expect([path, createHash('sha256').update(content).digest('hex')]).toEqual([path, sha256]);
      if (path.startsWith('images/')) continue;
      const rows = path.endsWith('.csv') ? linesOf(content).length - 1 : linesOf(content).length;
      expect([path, rows]).toEqual([path, records]);
    }
    const count = (path: string) => linesOf(files.get(path)).length;
    expect(count('orders.ndjson')).toBe(size);
    expect(count('stock-adjustments.ndjson')).toBe(size);
    expect(count('product-images.ndjson')).toBe(size);
    const pictures = [...files].filter(([path]) => path.startsWith('images/'));
    const short = brand.id.slice(0, 8);
    expect(pictures.map(([path]) => path)).toEqual(
      Array.from({ length: size }, (_, n) => `${short}-${String(n).padStart(4, '0')}`).map(
        (id) => `images/${id}/${id}.jpeg`,
      ),
    );
    expect(pictures.map(([, content]) => String(content))).toEqual(
      Array.from({ length: size }, (_, n) => `picture ${n}`),
    );
    expect(manifest.images_left_out).toBe(0);
    expect(count('contact-history.ndjson')).toBe(2 * size);
    expect(count('water-figures.ndjson')).toBe(size);
    expect(count('webhook-deliveries.ndjson')).toBe(2 * size);
    expect(String(files.get('api-keys.ndjson'))).not.toContain('hash');
    const everything = [...files.values()].map(String).join('');
    for (const secret of ['whsec', 'gateway_key', 'hash-', 'now-']) expect(everything).not.toContain(secret);
    const stored = await brandExports.find({ brand_id: brand.id, id: one.id });
    expect(stored).toMatchObject({ status: 'done', available_until: '2026-03-13T09:00:00.000Z' });
    expect([stored?.size, stored?.sha256]).toEqual([
      bytes.length,
      createHash('sha256').update(bytes).digest('hex'),
    ]);
    expect((await objectVersions(local.bucket)).filter((key) => key.includes(`${one.id}-pieces`))).toEqual(
      [],
    );
  }, 600_000);

  test(`killed ${kills} times is the same as one that was not`, async () => {
    const brand = await leavingBrand(size);
    const whole = await requestedExport(brand.id);
    const start = process_.requests();
    await step(whole, runAt(requested));
    const all = process_.requests() - start;
    const killed = await requestedExport(brand.id);
    for (let kill = 1; kill <= kills; kill++) {
      const requests = Math.floor((all * (kill - 0.5)) / kills) + 1;
      if (await process_.run(requests, () => step(killed, runAt(requested)))) break;
    }
    expect(await step(killed, runAt(requested))).toBe('done');
    // Exports themselves are among the records.
    const comparable = async (one: typeof whole) =>
      [...(await filesOf(one)).files]
        .filter(([path]) => !/^(exports|manifest)\./.test(path))
        .map(([path, content]) => [path, String(content)]);
    expect(await comparable(killed)).toEqual(await comparable(whole));
  }, 600_000);

  test('whose runs have no time left continues in the next one, without a record lost or repeated', async () => {
    const brand = await leavingBrand(2);
    const whole = await requestedExport(brand.id);
    await step(whole, runAt(requested));
    const interrupted = await requestedExport(brand.id);
    let runs = 0;
    for (let outcome: WorkOutcome = { again: requested }; outcome !== 'done'; runs++) {
      let checks = 0;
      outcome = await step(
        interrupted,
        runAt(requested, () => ++checks > 12),
      );
      if (runs > 60) throw new Error('The export makes no progress');
    }
    expect(runs).toBeGreaterThan(2);
    const lines = async (one: typeof whole) =>
      [...(await filesOf(one)).files]
        .filter(([path]) => path.endsWith('.ndjson') && path !== 'exports.ndjson')
        .map(([path, content]) => [path, linesOf(content).sort()]);
    expect(await lines(interrupted)).toEqual(await lines(whole));
  }, 600_000);

  test('says in its manifest how many images there was no time for', async () => {
    const brand = await leavingBrand(2);
    const one = await requestedExport(brand.id);
    // The first run has half of its time left when the records are collected, so the next one makes the archive.
    const times = [60_000, 30_000];
    const first = { ...runAt(requested), remainingMilliseconds: () => times.shift() ?? 0 };
    expect(await step(one, first)).toEqual({ again: requested });
    const noTime = () => true;
    expect(await step(one, runAt(requested, noTime))).toBe('done');
    const { files } = await filesOf(one);
    expect(JSON.parse(String(files.get('manifest.json'))).images_left_out).toBe(4);
    expect([...files.keys()].filter((path) => path.startsWith('images/'))).toEqual([]);
  });

  test('of a brand runs one at a time', async () => {
    const { id } = await leavingBrand(1);
    const first = await requestedExport(id);
    await expect(requestedExport(id)).rejects.toMatchObject({ code: 'export_running' });
    await step(first, runAt(requested));
    await expect(requestedExport(id)).resolves.toBeDefined();
  });
});
