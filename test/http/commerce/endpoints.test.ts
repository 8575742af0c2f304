import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { get, newProduct, orderOf, post, stack } from '../stack/api-client.ts';

let product: string;
beforeAll(async () => {
  product = await newProduct();
});

describe('spec: GET health', () => {
  test('200 with status, timestamp, version and environment, without a key', async () => {
    const { status, body } = await get('/api/v1', { key: null });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'healthy',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      version: '1.0.0',
      environment: expect.any(String),
    });
    expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(60_000);
  });

  test('no rate limit', async () => {
    const { headers } = await get('/api/v1', { key: null });
    expect(headers.get('ratelimit')).toBeNull();
  });
});

describe('spec: POST create order', () => {
  test('201 with the created order record, its total exact to the cent', async () => {
    const { status, body, headers } = await post('/api/v1/orders', {
      ...orderOf(product),
      customer_email: 'ana@example.com',
      customer_name: 'Ana',
      customer_phone: '+1 (555) 010-9999',
      customer_address: '1 Farm Road',
      promo_code: 'SPRING',
      stop_id: randomUUID(),
      notes: 'Leave at the gate',
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: expect.any(String),
      brand_id: stack.brandId,
      status: 'pending',
      total: 0.3,
      fulfillment: 'pickup',
      promo_code: 'SPRING',
      items: [{ product_id: product, quantity: 3, price: 0.1, fulfillment: 'pickup' }],
    });
    expect(headers.get('location')).toBe(`/api/v1/orders/${body.data.id}`);
    const read = await get(`/api/v1/orders/${body.data.id}`);
    expect(read.body.data).toEqual(body.data);
  });

  test('side effect: event orderCreated with order id, total and brand_id', async () => {
    const { body } = await post('/api/v1/orders', orderOf(product));
    const activity = await get(`/api/v1/activity?brand_id=${stack.brandId}&event=orderCreated&limit=200`);
    const event = activity.body.data.find(
      (entry: { data: { order_id: string } }) => entry.data.order_id === body.data.id,
    );
    expect(event.data).toEqual({ order_id: body.data.id, total: 0.3, brand_id: stack.brandId });
  });

  test('managed catalog: an unknown product is 400 and names the item', async () => {
    const missing = randomUUID();
    const { status, body } = await post('/api/v1/orders', {
      brand_id: stack.brandId,
      items: [
        { product_id: product, quantity: 1, price: 1 },
        { product_id: missing, quantity: 1, price: 1 },
      ],
    });
    expect(status).toBe(400);
    expect(body.details[0].path).toEqual(['body', 'items', 1, 'product_id']);
  });

  test('managed catalog: an inactive product is 400', async () => {
    const inactive = await newProduct({ is_active: false });
    const { status } = await post('/api/v1/orders', orderOf(inactive));
    expect(status).toBe(400);
  });
});

describe('spec: GET list products', () => {
  const marker = randomUUID();
  const names = ['banana', 'Apple', 'cherry', 'apple'];
  beforeAll(async () => {
    for (const name of names) await newProduct({ name: `${name} ${marker}`, category: `Fruit ${marker}` });
    await newProduct({
      name: `zucchini ${marker}`,
      description: `A GREEN one ${marker}`,
      is_active: false,
      category: `Vegetable ${marker}`,
    });
  });
  const list = async (query: string) =>
    (await get(`/api/v1/products?brand_id=${stack.brandId}&${query}`)).body;

  test('200 with records and paging metadata limit, offset, count; defaults 20 and 0', async () => {
    const body = await list(`search=${marker}`);
    expect(body.data).toHaveLength(5);
    expect(body.pagination).toEqual({ limit: 20, offset: 0, count: 5 });
  });

  test('ordered by name ascending, letter case ignored', async () => {
    const body = await list(`search=${marker}`);
    const found = body.data.map(({ name }: { name: string }) => name.split(' ')[0]?.toLowerCase());
    expect(found).toEqual(['apple', 'apple', 'banana', 'cherry', 'zucchini']);
  });

  test('category: case-insensitive substring', async () => {
    expect((await list(`category=FRUIT%20${marker}`)).data).toHaveLength(4);
  });

  test('search: case-insensitive substring of name or description', async () => {
    expect((await list(`search=green%20one%20${marker}`)).data).toHaveLength(1);
  });

  test('is_active: only the literal true or false is honoured', async () => {
    expect((await list(`search=${marker}&is_active=true`)).data).toHaveLength(4);
    expect((await list(`search=${marker}&is_active=false`)).data).toHaveLength(1);
    expect((await list(`search=${marker}&is_active=TRUE`)).data).toHaveLength(5);
    expect((await list(`search=${marker}&is_active=1`)).data).toHaveLength(5);
  });

  test('limit and offset page through the list', async () => {
    const body = await list(`search=${marker}&limit=2&offset=3`);
    expect(body.data).toHaveLength(2);
    expect(body.pagination).toEqual({ limit: 2, offset: 3, count: 2 });
  });

  test('without brand_id: every brand of the caller, and no other', async () => {
    const { body } = await get(`/api/v1/products?search=${marker}`, { key: stack.apiKeys.otherBrand });
    expect(body.data).toEqual([]);
    expect((await get(`/api/v1/products?search=${marker}`)).body.data).toHaveLength(5);
  });

  test('the response carries security headers and rate-limit headers', async () => {
    const { headers } = await get('/api/v1/products');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('ratelimit-policy')).toBe('"api";q=100;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"api";r=99;t=\d+$/);
    expect(headers.get('x-ratelimit-limit')).toBe('100');
  });

  test('with search: event searchPerformed with text, number of results and area', async () => {
    await list(`search=apple%20${marker}`);
    const activity = await get(`/api/v1/activity?brand_id=${stack.brandId}&event=searchPerformed&limit=200`);
    const event = activity.body.data.find(
      (entry: { data: { search: string } }) => entry.data.search === `apple ${marker}`,
    );
    expect(event.data).toEqual({ search: `apple ${marker}`, results: 2, area: 'products' });
  });
});

describe('spec: POST create campaign', () => {
  test('201 with the created campaign, type email by default; event campaignCreated with audience size', async () => {
    const { status, body } = await post('/api/v1/campaigns', {
      brand_id: stack.brandId,
      name: 'Harvest',
      subject: 'It is here',
      content: 'Come by',
      contact_ids: [randomUUID(), randomUUID()],
      scheduled_at: '2030-01-01T00:00:00Z',
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ id: expect.any(String), type: 'email' });
    const activity = await get(`/api/v1/activity?brand_id=${stack.brandId}&event=campaignCreated&limit=200`);
    const event = activity.body.data.find(
      (entry: { data: { campaign_id: string } }) => entry.data.campaign_id === body.data.id,
    );
    expect(event.data).toEqual({ campaign_id: body.data.id, type: 'email', audience_size: 2 });
  });
});

describe('spec: POST create water log', () => {
  test('201 with { data: created water log }', async () => {
    const { status, body } = await post('/api/v1/water-logs', {
      brand_id: stack.brandId,
      gallons: 12.5,
      duration_minutes: 0,
      water_method: 'drip',
      logged_at: '2026-01-02T03:04:05+02:00',
    });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data).toMatchObject({ gallons: 12.5, logged_at: '2026-01-02T01:04:05.000Z' });
    const read = await get(`/api/v1/water-logs/${body.data.id}`);
    expect(read.body.data).toEqual(body.data);
  });
});

describe('spec: GET list water logs', () => {
  test('200 with { data }, newest logged_at first, at most 100', async () => {
    for (const logged_at of ['2020-05-01T00:00:00Z', '2031-05-01T00:00:00Z', '2025-05-01T00:00:00Z']) {
      await post('/api/v1/water-logs', { brand_id: stack.brandId, gallons: 1, logged_at });
    }
    const { status, body } = await get(`/api/v1/water-logs?brand_id=${stack.brandId}`);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data']);
    const times = body.data.map(({ logged_at }: { logged_at: string }) => logged_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(times[0]).toBe('2031-05-01T00:00:00.000Z');
    expect(times.length).toBeLessThanOrEqual(100);
  });

  test('not rate limited by the route', async () => {
    const { headers } = await get(`/api/v1/water-logs?brand_id=${stack.brandId}`);
    expect(headers.get('ratelimit')).toBeNull();
  });
});

describe('spec: GET report', () => {
  const query = `brand_id=${stack.brandId}&start_date=2026-01-01T00:00:00Z&end_date=2999-01-01T00:00:00Z`;

  test('200 with the report data; report_type orders by default', async () => {
    const { status, body } = await get(`/api/v1/reports?${query}`);
    expect(status).toBe(200);
    expect(body.data.report_type).toBe('orders');
  });

  test.each(['orders', 'revenue', 'customers', 'products'])('report_type %s', async (type) => {
    const { status, body } = await get(`/api/v1/reports?${query}&report_type=${type}`);
    expect(status).toBe(200);
    expect(body.data.report_type).toBe(type);
  });
});

describe('spec: POST redeem referral', () => {
  test('201 with the referral record and its referred_user_id; event referralCompleted', async () => {
    const code = `CODE-${randomUUID()}`;
    await post('/api/v1/referral-codes', { brand_id: stack.brandId, code });
    const { status, body } = await post('/api/v1/referrals', {
      brand_id: stack.brandId,
      referred_email: 'new@example.com',
      referral_code: code,
    });
    expect(status).toBe(201);
    expect(body.data.referred_user_id).toEqual(expect.any(String));
    const activity = await get(`/api/v1/activity?brand_id=${stack.brandId}&event=referralCompleted`);
    expect(activity.body.data.map(({ data }: { data: unknown }) => data)).toContainEqual({
      referral_code: code,
      referred_user_id: body.data.referred_user_id,
    });
  });

  test('once per e-mail and brand, two requests at the same time included', async () => {
    const code = `CODE-${randomUUID()}`;
    await post('/api/v1/referral-codes', { brand_id: stack.brandId, code });
    const body = { brand_id: stack.brandId, referred_email: 'twice@example.com', referral_code: code };
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('/api/v1/referrals', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('an unknown code is 404', async () => {
    const { status } = await post('/api/v1/referrals', {
      brand_id: stack.brandId,
      referred_email: 'new@example.com',
      referral_code: 'NO-SUCH-CODE',
    });
    expect(status).toBe(404);
  });
});
