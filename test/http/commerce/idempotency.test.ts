import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { call, get, newProduct, orderOf, post, put, stack } from '../stack/api-client.ts';

let product: string;
beforeAll(async () => {
  product = await newProduct();
});
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('Idempotency-Key', () => {
  test('with the same body repeats the first response, marked, and does nothing twice', async () => {
    const key = randomUUID();
    const first = await post('/api/v1/orders', orderOf(product), withKey(key));
    const second = await post('/api/v1/orders', orderOf(product), withKey(`"${key}"`));
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  test('ignores the order of members in the body', async () => {
    const key = randomUUID();
    const body = orderOf(product, { notes: 'x' });
    const first = await post('/api/v1/orders', body, withKey(key));
    const turned = Object.fromEntries(Object.entries(body).reverse());
    const second = await post('/api/v1/orders', turned, withKey(key));
    expect(second.text).toBe(first.text);
  });

  test('with another body is 422', async () => {
    const key = randomUUID();
    await post('/api/v1/orders', orderOf(product), withKey(key));
    const { status } = await post('/api/v1/orders', orderOf(product, { notes: 'other' }), withKey(key));
    expect(status).toBe(422);
  });

  test('of twenty concurrent requests creates one order; the others get 409 or the same response', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post('/api/v1/orders', orderOf(product), withKey(key))),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ body }) => body.data.id)).size).toBe(1);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const conflict = answers.find(({ status }) => status === 409);
    if (conflict) expect(conflict.headers.get('retry-after')).toMatch(/^[12]$/);
  });

  test('is separate for each caller', async () => {
    const key = randomUUID();
    const first = await post('/api/v1/orders', orderOf(product), withKey(key));
    const second = await post('/api/v1/orders', orderOf(product), {
      ...withKey(key),
      key: stack.apiKeys.manager,
    });
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  test('stores no 404: the same key is 201 once the code exists', async () => {
    const key = randomUUID();
    const code = `LATER-${randomUUID().slice(0, 8)}`;
    const body = { brand_id: stack.brandId, referral_code: code, referred_email: 'late@example.com' };
    expect((await post('/api/v1/referrals', body, withKey(key))).status).toBe(404);
    await post('/api/v1/referral-codes', { brand_id: stack.brandId, code });
    const redeemed = await post('/api/v1/referrals', body, withKey(key));
    expect([redeemed.status, redeemed.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await post('/api/v1/referrals', body, withKey(key));
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });

  test('is not used up by a refused or invalid order', async () => {
    const key = randomUUID();
    const refused = await post('/api/v1/orders', orderOf(randomUUID()), withKey(key));
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_product']);
    expect((await post('/api/v1/orders', { brand_id: 'x' }, withKey(key))).status).toBe(400);
    expect((await post('/api/v1/orders', orderOf(product), withKey(key))).status).toBe(201);
  });

  test('repeats a final refusal, with the id of the new request', async () => {
    const code = `ONCE-${randomUUID().slice(0, 8)}`;
    await post('/api/v1/referral-codes', { brand_id: stack.brandId, code });
    const body = { brand_id: stack.brandId, referral_code: code, referred_email: 'once@example.com' };
    await post('/api/v1/referrals', body);
    const key = withKey(randomUUID());
    const first = await post('/api/v1/referrals', body, key);
    const again = await post('/api/v1/referrals', body, key);
    expect([first.status, again.status]).toEqual([409, 409]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.request_id).toBe(again.headers.get('x-request-id'));
    expect(again.body.request_id).not.toBe(first.body.request_id);
    expect(again.text).not.toContain(first.body.request_id);
  });

  test.each(['', 'x'.repeat(256), 'caf\u00e9'])('outside 1..255 printable ASCII is 400', async (key) => {
    const { status } = await post('/api/v1/orders', orderOf(product), withKey(key));
    expect(status).toBe(400);
  });

  test('repeats no secret of an API key', async () => {
    const key = randomUUID();
    const body = { brand_id: stack.brandId, name: 'Till', role: 'viewer' };
    const first = await post('/api/v1/api-keys', body, withKey(key));
    const second = await post('/api/v1/api-keys', body, withKey(key));
    expect(first.body.data.secret).toEqual(expect.any(String));
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(second.body.data.secret).toBeUndefined();
  });
});

describe('ETag, If-Match, If-None-Match', () => {
  test('let an update of the current version pass; of an older one it is 412', async () => {
    const id = await newProduct({ name: 'Tagged' });
    const read = await get(`/api/v1/products/${id}`);
    const tag = read.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"v\d+"$/);
    const first = await put(`/api/v1/products/${id}`, { name: 'Changed' }, { headers: { 'if-match': tag } });
    expect(first.status).toBe(200);
    const stale = await put(`/api/v1/products/${id}`, { name: 'Lost' }, { headers: { 'if-match': tag } });
    expect(stale.status).toBe(412);
    const staleDelete = await call('DELETE', `/api/v1/products/${id}`, { headers: { 'if-match': tag } });
    expect(staleDelete.status).toBe(412);
    expect((await get(`/api/v1/products/${id}`)).body.data.name).toBe('Changed');
  });

  test('respond to If-None-Match of the current version with 304 without a body', async () => {
    const id = await newProduct();
    const tag = (await get(`/api/v1/products/${id}`)).headers.get('etag') ?? '';
    const { status, text } = await get(`/api/v1/products/${id}`, { headers: { 'if-none-match': tag } });
    expect(status).toBe(304);
    expect(text).toBe('');
  });
});
