import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { call, get, newProduct, orderOf, post, stack } from '../stack/api-client.ts';

const routes = [
  '/api/v1/orders',
  '/api/v1/campaigns',
  '/api/v1/water-logs',
  '/api/v1/referrals',
  '/api/v1/products',
] as const;

describe('spec: body or query fails validation (any operation)', () => {
  test.each(routes)('POST %s: 400 Validation failed with details', async (path) => {
    const { status, body } = await post(path, { brand_id: 'no-uuid' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Validation failed', code: 'validation_failed' });
    expect(body.details[0]).toEqual({
      path: ['body', 'brand_id'],
      message: expect.any(String),
      code: expect.any(String),
    });
  });

  test('GET report: 400 with details of the query', async () => {
    const { status, body } = await get(`/api/v1/reports?brand_id=${stack.brandId}&start_date=yesterday`);
    expect(status).toBe(400);
    expect(body.error).toBe('Validation failed');
    expect(body.details.map(({ path }: { path: string[] }) => path.join('.'))).toEqual(
      expect.arrayContaining(['query.start_date', 'query.end_date']),
    );
  });

  test('GET report: end_date before start_date is 400', async () => {
    const { status } = await get(
      `/api/v1/reports?brand_id=${stack.brandId}&start_date=2026-02-01T00:00:00Z&end_date=2026-01-01T00:00:00Z`,
    );
    expect(status).toBe(400);
  });

  test.each(['limit=0', 'limit=101', 'limit=ten', 'limit=1.5', 'offset=-1', 'limit=', 'brand_id=x'])(
    'GET products?%s is 400',
    async (query) => {
      const { status, body } = await get(`/api/v1/products?${query}`);
      expect(status).toBe(400);
      expect(body.error).toBe('Validation failed');
    },
  );
});

/** Field rules of the spec: [field, invalid value]. */
const fieldRules: Record<(typeof routes)[number], readonly [string, unknown][]> = {
  '/api/v1/orders': [
    ['brand_id', undefined],
    ['customer_email', 'not an address'],
    ['customer_name', ''],
    ['customer_name', 'x'.repeat(256)],
    ['customer_phone', 'call me'],
    ['items', undefined],
    ['items', []],
    ['items', [{ quantity: 1, price: 1 }]],
    ['items', [{ product_id: randomUUID(), quantity: 0, price: 1 }]],
    ['items', [{ product_id: randomUUID(), quantity: 1.5, price: 1 }]],
    ['items', [{ product_id: randomUUID(), quantity: 1_000_001, price: 1 }]],
    ['items', [{ product_id: randomUUID(), quantity: 1, price: 0 }]],
    ['items', [{ product_id: randomUUID(), quantity: 1, price: 1, fulfillment: 'mixed' }]],
    ['fulfillment', 'drone'],
    ['stop_id', 'x'],
    ['notes', 'x'.repeat(1001)],
  ],
  '/api/v1/campaigns': [
    ['brand_id', undefined],
    ['name', ''],
    ['name', 'x'.repeat(256)],
    ['subject', ''],
    ['subject', 'x'.repeat(501)],
    ['content', ''],
    ['type', 'letter'],
    ['segment_id', 'x'],
    ['contact_ids', ['x']],
    ['scheduled_at', 'tomorrow'],
  ],
  '/api/v1/water-logs': [
    ['brand_id', undefined],
    ['field_id', 'x'],
    ['field_name', 'x'.repeat(256)],
    ['gallons', 0],
    ['gallons', undefined],
    ['duration_minutes', -1],
    ['duration_minutes', 1.5],
    ['water_method', 'bucket'],
    ['notes', 'x'.repeat(501)],
    ['logged_at', 'noon'],
  ],
  '/api/v1/referrals': [
    ['brand_id', undefined],
    ['referred_email', 'x'],
    ['referral_code', 'short'],
    ['referral_code', 'x'.repeat(51)],
  ],
  '/api/v1/products': [['name', '']],
};

const validBody: Record<(typeof routes)[number], object> = {
  '/api/v1/orders': orderOf(randomUUID()),
  '/api/v1/campaigns': { brand_id: stack.brandId, name: 'a', subject: 'b', content: 'c' },
  '/api/v1/water-logs': { brand_id: stack.brandId, gallons: 1 },
  '/api/v1/referrals': { brand_id: stack.brandId, referred_email: 'a@b.co', referral_code: 'ABCDEF' },
  '/api/v1/products': { brand_id: stack.brandId, name: 'a' },
};

describe('spec: resources and their fields', () => {
  const cases = routes.flatMap((path) =>
    fieldRules[path].map(([field, value]): [string, string, unknown] => [path, field, value]),
  );
  test.each(cases)('POST %s refuses a bad %s', async (path, field, value) => {
    const route = routes.find((candidate) => candidate === path) ?? '/api/v1/orders';
    const { status, body } = await post(path, { ...validBody[route], [field]: value });
    expect(status).toBe(400);
    expect(body.details[0].path.slice(0, 2)).toEqual(['body', field]);
  });
});

describe('spec: water log list without brand_id', () => {
  test.each(['', '?brand_id='])('GET /api/v1/water-logs%s: 400 brand_id is required', async (query) => {
    const { status, body } = await get(`/api/v1/water-logs${query}`);
    expect(status).toBe(400);
    expect(body.error).toBe('brand_id is required');
  });

  test('brand_id is not format-checked', async () => {
    const { status } = await get('/api/v1/water-logs?brand_id=anything');
    expect(status).toBe(403);
  });
});

describe('spec: any unexpected failure, including a body that is not valid JSON', () => {
  test.each(routes)('POST %s: 500 Internal server error', async (path) => {
    const { status, body } = await call('POST', path, { text: '{"brand_id": ' });
    expect(status).toBe(500);
    expect(body.error).toBe('Internal server error');
  });
});

describe('errors beyond the spec', () => {
  test('a missing body is 400', async () => {
    const { status } = await call('POST', '/api/v1/orders', {
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(400);
  });

  test('another media type is 415 with the accepted ones', async () => {
    const { status, headers } = await call('POST', '/api/v1/orders', {
      text: '<order/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect(status).toBe(415);
    expect(headers.get('accept-post')).toBe('application/json');
  });

  test('a client that accepts no JSON gets 406', async () => {
    const { status } = await get('/api/v1/products', { headers: { accept: 'text/html' } });
    expect(status).toBe(406);
  });

  test('a body over 256 KB is 413', async () => {
    const { status } = await post('/api/v1/campaigns', {
      ...validBody['/api/v1/campaigns'],
      content: 'x'.repeat(300_000),
    });
    expect(status).toBe(413);
  });

  test('a body over 10 MB is 413 by the gateway, in the same envelope', async () => {
    const { status, body, headers } = await call('POST', '/api/v1/campaigns', {
      text: `"${'x'.repeat(10_500_000)}"`,
    });
    expect(status).toBe(413);
    expect(body).toMatchObject({ error: expect.any(String), code: 'payload_too_large' });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  test('an unknown route gets the same envelope', async () => {
    const { status, body, headers } = await get('/api/v1/nothing-here');
    expect(status).toBe(404);
    expect(body).toMatchObject({ error: expect.any(String), request_id: expect.any(String) });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('every error has the request id of its header', async () => {
    const { body, headers } = await get('/api/v1/orders/nonsense', {
      headers: { 'x-request-id': 'trace-me-123' },
    });
    expect(headers.get('x-request-id')).toBe('trace-me-123');
    expect(body.request_id).toBe('trace-me-123');
  });

  test('an order total that cents cannot hold exactly is 400', async () => {
    const product = await newProduct();
    const { status } = await post('/api/v1/orders', {
      ...orderOf(product),
      items: [{ product_id: product, quantity: 9_007_199_254_740_991, price: 1e300 }],
    });
    expect(status).toBe(400);
  });
});
