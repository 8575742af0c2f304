import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { call, get, newProduct, orderOf, post, put, stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';

describe('credentials', () => {
  test('are required: 401 with WWW-Authenticate, in the envelope, with CORS headers', async () => {
    const { status, body, headers } = await get('/api/v1/products', { key: null });
    expect(status).toBe(401);
    expect(body).toMatchObject({ error: expect.any(String), code: 'unauthorized' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test.each(['nonsense', `gk_live_${'a'.repeat(43)}`, ' ', 'x'.repeat(5000)])(
    'are 401 as an unknown key',
    async (key) => {
      const { status } = await get('/api/v1/products', { key });
      expect(status).toBe(401);
    },
  );

  test('are accepted as a bearer token of the issuer, not as a forged one', async () => {
    const token = await bearer({ granary_brands: { [stack.brandId]: 'viewer' } });
    const read = await get('/api/v1/products', { key: null, headers: { authorization: `Bearer ${token}` } });
    expect(read.status).toBe(200);
    const [header, payload, signature] = token.split('.');
    const forged = `${header}.${Buffer.from(
      JSON.stringify({
        ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()),
        granary_operator: true,
      }),
    ).toString('base64url')}.${signature}`;
    const refused = await get('/api/v1/products', {
      key: null,
      headers: { authorization: `Bearer ${forged}` },
    });
    expect(refused.status).toBe(401);
  });

  test('are 401 as an expired token', async () => {
    const token = await bearer({ granary_brands: { [stack.brandId]: 'viewer' } }, { expires: '-1h' });
    const { status } = await get('/api/v1/products', {
      key: null,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(401);
  });

  test('are described by GET /me', async () => {
    const { body } = await get('/api/v1/me', { key: stack.apiKeys.viewer });
    expect(body.data).toMatchObject({
      credential: 'api_key',
      operator: false,
      brands: { [stack.brandId]: 'viewer' },
    });
  });

  test('are created as a key with its secret, listed without it, and revoked', async () => {
    const made = await post('/api/v1/api-keys', {
      brand_id: stack.brandId,
      name: 'Till',
      role: 'viewer',
    });
    expect(made.status).toBe(201);
    expect(made.body.data.secret).toMatch(/^gk_test_[\w-]{43}$/);
    const listed = await get(`/api/v1/api-keys?brand_id=${stack.brandId}&limit=200`);
    expect(listed.text).not.toContain(made.body.data.secret);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(made.body.data.id);
    expect((await call('DELETE', `/api/v1/api-keys/${made.body.data.id}`)).status).toBe(204);
    expect((await get('/api/v1/products', { key: made.body.data.secret })).status).toBe(401);
  });
});

describe('roles', () => {
  test('let a manager sell, but create no keys', async () => {
    const id = await newProduct();
    const key = stack.apiKeys.manager;
    expect((await post('/api/v1/orders', orderOf(id), { key })).status).toBe(201);
    const refused = await post(
      '/api/v1/api-keys',
      { brand_id: stack.brandId, name: 'x', role: 'owner' },
      { key },
    );
    expect(refused.status).toBe(403);
  });

  test('let only an operator choose a plan', async () => {
    const refused = await put(`/api/v1/brands/${stack.brandId}`, { name: 'Meadow Farm', plan: 'starter' });
    expect(refused.status).toBe(403);
    const owner = await bearer({ sub: `new-owner-${randomUUID()}` });
    const brand = await post(
      '/api/v1/brands',
      { name: 'Self-made' },
      { key: null, headers: { authorization: `Bearer ${owner}` } },
    );
    expect(brand.status).toBe(201);
    expect(brand.body.data.plan).toBe('starter');
  });
});

describe('people', () => {
  const as = async (claims: Parameters<typeof bearer>[0]) => ({
    key: null,
    headers: { authorization: `Bearer ${await bearer(claims)}` },
  });

  test('who are operators read any brand and change its plan', async () => {
    const founder = await as({ sub: `founder-${randomUUID()}` });
    const founded = await post('/api/v1/brands', { name: 'Hill Farm' }, founder);
    const path = `/api/v1/brands/${founded.body.data.id}`;
    const operator = await as({ sub: `operator-${randomUUID()}`, granary_operator: true });
    expect((await get(path, operator)).status).toBe(200);
    const moved = await put(path, { name: 'Hill Farm', plan: 'farm' }, operator);
    expect([moved.status, moved.body.data?.plan]).toEqual([200, 'farm']);
  });

  test('without a brand get no_brand with the next step', async () => {
    const newcomer = await as({ sub: `newcomer-${randomUUID()}` });
    expect((await get('/api/v1/me', newcomer)).status).toBe(200);
    const answers = [
      await get('/api/v1/products', newcomer),
      await get(`/api/v1/orders?brand_id=${stack.brandId}`, newcomer),
      await get(`/api/v1/orders/${randomUUID()}`, newcomer),
      await get(`/api/v1/brands/${stack.brandId}`, newcomer),
      await post('/api/v1/orders', orderOf(randomUUID()), newcomer),
    ];
    expect(answers.map(({ status, body }) => [status, body.code, body.error])).toEqual(
      answers.map(() => [
        403,
        'no_brand_held',
        'You have no brand; create one with POST /api/v1/brands or ask an owner',
      ]),
    );
  });

  test('with several brands work in each of them', async () => {
    const sub = `grower-${randomUUID()}`;
    const grower = await as({ sub });
    const ids: string[] = [];
    for (const name of ['Orchard', 'Dairy']) {
      const { body } = await post('/api/v1/brands', { name, catalog: 'external' }, grower);
      ids.push(body.data.id);
    }
    for (const brand_id of ids) {
      const order = await post('/api/v1/orders', { ...orderOf(randomUUID()), brand_id }, grower);
      expect(order.status).toBe(201);
      expect((await get(`/api/v1/orders/${order.body.data.id}`, grower)).status).toBe(200);
      expect((await get(`/api/v1/orders?brand_id=${brand_id}`, grower)).body.data).toHaveLength(1);
    }
  });
});

describe('tenants', () => {
  const foreign = { key: stack.apiKeys.otherBrand };

  test('are 403 for the brand_id of another tenant', async () => {
    const answers = await Promise.all([
      get(`/api/v1/products?brand_id=${stack.brandId}`, foreign),
      get(`/api/v1/orders?brand_id=${stack.brandId}`, foreign),
      get(`/api/v1/water-logs?brand_id=${stack.brandId}`, foreign),
      get(`/api/v1/activity?brand_id=${stack.brandId}`, foreign),
      get(`/api/v1/brands/${stack.brandId}`, foreign),
      get(
        `/api/v1/reports?brand_id=${stack.brandId}&start_date=2026-01-01T00:00:00Z&end_date=2026-01-02T00:00:00Z`,
        foreign,
      ),
      post('/api/v1/orders', orderOf(randomUUID()), foreign),
      post('/api/v1/water-logs', { brand_id: stack.brandId, gallons: 1 }, foreign),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });

  test("are 404 for the id of another brand's record, in reads and writes", async () => {
    const id = await newProduct();
    const order = await post('/api/v1/orders', orderOf(id));
    const log = await post('/api/v1/water-logs', { brand_id: stack.brandId, gallons: 1 });
    const answers = await Promise.all([
      get(`/api/v1/products/${id}`, foreign),
      put(`/api/v1/products/${id}`, { name: 'mine now' }, foreign),
      call('DELETE', `/api/v1/products/${id}`, foreign),
      get(`/api/v1/orders/${order.body.data.id}`, foreign),
      put(`/api/v1/orders/${order.body.data.id}/status`, { status: 'confirmed' }, foreign),
      get(`/api/v1/water-logs/${log.body.data.id}`, foreign),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  });
});
