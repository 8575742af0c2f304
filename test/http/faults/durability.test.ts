import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { sized } from '../../soak.ts';
import { call, type Stack } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';

const folder = newFolder();
let running: LocalProcess | undefined;
afterAll(async () => {
  await running?.stop();
  removeFolder(folder);
});

const total = sized('orders created over SIGKILLs', { short: 80, soak: 2_000 });
const kills = sized('SIGKILLs of the local runtime', { short: 1, soak: 2 });

test(`each order of 20 clients over ${kills} SIGKILLs exists once, with its figures and its event`, async () => {
  running = await startLocalProcess({ dataFolder: folder });
  const { stack } = running;
  const port = Number(new URL(stack.baseUrl).port);
  const product = await createProduct(stack);
  const answered = new Map<string, string>();
  let next = 0;

  const client = async () => {
    while (next < total) {
      const key = `order-${next++}`;
      answered.set(key, await placeUntilAnswered(stack, product, key));
    }
  };
  const clients = Promise.all(Array.from({ length: 20 }, client));
  for (const share of [0.35, 0.65].slice(0, kills)) {
    while (answered.size < total * share) await new Promise((resolve) => setTimeout(resolve, 20));
    await running.kill();
    running = await startLocalProcess({ dataFolder: folder, port });
  }
  await clients;

  const stored = (await allRecords(stack, '/api/v1/orders')).map(({ id }) => id);
  const events = (await allRecords(stack, '/api/v1/activity')).map(({ data }) => data.order_id);
  expect(answered.size).toBe(total);
  expect(new Set(answered.values()).size).toBe(total);
  expect(stored.sort()).toEqual([...answered.values()].sort());
  expect(events.sort()).toEqual(stored);
  const query = `brand_id=${stack.brandId}&start_date=2026-01-01T00:00:00Z&end_date=2999-12-31T00:00:00Z`;
  const revenue = await call('GET', `/api/v1/reports?${query}&report_type=revenue`, owner(stack));
  expect(revenue.body.data).toMatchObject({ order_count: total, gross: (total * 3) / 10 });
}, 400_000);

const owner = (stack: Stack) => ({ baseUrl: stack.baseUrl, key: stack.apiKeys.otherBrand });

let brandId = '';

/** The second brand has no sample orders. */
async function createProduct(stack: Stack): Promise<string> {
  const me = await call('GET', '/api/v1/me', owner(stack));
  brandId = Object.keys(me.body.data.brands)[0] ?? '';
  Object.assign(stack, { brandId });
  const { body } = await call('POST', '/api/v1/products', {
    ...owner(stack),
    body: { brand_id: brandId, name: 'Counted' },
  });
  return body.data.id;
}

/** Repeats a request with its idempotency key after any failure until it is 201. */
async function placeUntilAnswered(stack: Stack, product_id: string, key: string): Promise<string> {
  for (;;) {
    const answer = await call('POST', '/api/v1/orders', {
      ...owner(stack),
      headers: { 'idempotency-key': key, 'x-forwarded-for': randomUUID() },
      body: { brand_id: brandId, items: [{ product_id, quantity: 3, price: 0.1 }] },
    }).catch(() => undefined);
    if (answer?.status === 201) return answer.body.data.id;
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 200));
  }
}

// biome-ignore lint/suspicious/noExplicitAny: records of two kinds
async function allRecords(stack: Stack, path: string): Promise<any[]> {
  const records: object[] = [];
  let cursor = '';
  do {
    const { body } = await call(
      'GET',
      `${path}?brand_id=${brandId}&limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      owner(stack),
    );
    records.push(...body.data);
    cursor = body.pagination.next_cursor ?? '';
  } while (cursor);
  return records;
}
