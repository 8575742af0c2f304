import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { anOrder, type CommerceService, newBrand, startCommerceService } from './commerce-service.ts';
import { type Invocation, invoke } from './invoke.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

const keyed = (call: Invocation): Invocation => ({
  ...call,
  headers: { ...call.headers, 'idempotency-key': randomUUID() },
});
const replayed = expect.objectContaining({ 'Idempotent-Replayed': 'true' });

describe('A key', () => {
  const order = async (key: string) => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    return invoke('create-order', { caller, body: anOrder(brand_id), headers: { 'idempotency-key': key } });
  };

  test.each(['\u00a0key', 'key\ufeff', ' ', '""', 'k\u00e9y', 'x'.repeat(256)])(
    'that is not 1 to 255 printable ASCII characters is refused: %j',
    async (key) => {
      expect(await order(key)).toMatchObject({ status: 400, body: { code: 'invalid_idempotency_key' } });
    },
  );

  test.each(['key', ' key\t', '"key"', ' "a key" '])(
    'is read without surrounding blanks and quotes: %j',
    async (key) => {
      expect((await order(key)).status).toBe(201);
    },
  );
});

describe('A refusal that a later change can lift', () => {
  test('an unknown referral code, which is then created', async () => {
    const { brand_id, caller } = await newBrand();
    const body = { brand_id, referral_code: 'MEADOW10', referred_email: 'ana@example.com' };
    const call = keyed({ caller, body });
    expect(await invoke('redeem-referral', call)).toMatchObject({
      status: 404,
      body: { code: 'unknown_referral_code' },
    });
    await invoke('create-referral-code', { caller, body: { brand_id, code: 'MEADOW10' } });
    const redeemed = await invoke('redeem-referral', call);
    expect(redeemed).toMatchObject({ status: 201, headers: expect.not.objectContaining(replayed) });
    expect(await invoke('redeem-referral', call)).toMatchObject({ status: 201, headers: replayed });
  });

  test('a product that does not exist yet, and one that is not active yet', async () => {
    const { brand_id, caller } = await newBrand();
    const unknown = keyed({ caller, body: anOrder(brand_id) });
    for (const _ of [1, 2]) {
      const refused = await invoke('create-order', unknown);
      expect(refused).toMatchObject({ status: 400, body: { code: 'unknown_product' } });
      expect(refused.headers).not.toEqual(replayed);
    }
    expect((await invoke('list-orders', { caller, query: { brand_id } })).body.data).toEqual([]);

    const product = { brand_id, name: 'Pear', is_active: false };
    const made = await invoke('create-product', { caller, body: product });
    const { id } = made.body.data;
    const items = [{ product_id: id, quantity: 1, price: 1 }];
    const call = keyed({ caller, body: anOrder(brand_id, { items }) });
    expect((await invoke('create-order', call)).status).toBe(400);
    await invoke('update-product', { caller, parameters: { id }, body: { name: 'Pear' } });
    expect((await invoke('create-order', call)).status).toBe(201);
  });

  test('leaves the key free for another body', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    const refused = keyed({ caller, body: anOrder(brand_id, { items: [worthTooMuch] }) });
    expect((await invoke('create-order', refused)).status).toBe(400);
    const corrected = { ...refused, body: anOrder(brand_id) };
    expect((await invoke('create-order', corrected)).status).toBe(201);
  });

  const worthTooMuch = { product_id: randomUUID(), quantity: 1, price: 1e10 };
});

test('a refusal that nothing can lift is replayed under the id of the request that repeats it', async () => {
  const { brand_id, caller } = await newBrand();
  await invoke('create-referral-code', { caller, body: { brand_id, code: 'MEADOW10' } });
  const body = { brand_id, referral_code: 'MEADOW10', referred_email: 'ana@example.com' };
  await invoke('redeem-referral', { caller, body });
  const call = keyed({ caller, body });
  const refused = { status: 409, body: { code: 'already_redeemed' } };
  const first = await invoke('redeem-referral', call);
  expect(first).toMatchObject(refused);
  expect(first.headers).not.toEqual(replayed);
  const second = await invoke('redeem-referral', call);
  expect(second).toMatchObject({ ...refused, headers: replayed });
  expect(second.body.request_id).toBe(second.headers['X-Request-Id']);
  expect(second.body.request_id).not.toBe(first.body.request_id);
  const { request_id, ...rest } = first.body;
  expect(second.body).toEqual({ ...rest, request_id: second.body.request_id });
});

test('a replayed record is the first reply with its id', async () => {
  const { brand_id, caller } = await newBrand({ catalog: 'external' });
  const call = keyed({ caller, body: anOrder(brand_id) });
  const [first, second] = [await invoke('create-order', call), await invoke('create-order', call)];
  expect(second.body).toEqual(first.body);
  expect(second.headers['X-Request-Id']).not.toBe(first.headers['X-Request-Id']);
});
