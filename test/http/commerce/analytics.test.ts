import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { analyticsFigures } from '#commerce/reports/contract.ts';
import { call, get, newProduct, orderOf, post, stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' };
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const span = `from=${day(-2)}&to=${day(1)}`;
const read = (figures: string, query = span, options = {}) =>
  get(`/api/v1/analytics/${figures}?brand_id=${stack.brandId}&${query}`, options);

describe('GET /api/v1/analytics/{figures}', () => {
  test.each(analyticsFigures)('%s: 200 with every bucket, for a viewer', async (figures) => {
    const { status, body } = await read(figures, span, { key: stack.apiKeys.viewer });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ figures, brand_id: stack.brandId, time_zone: 'UTC', currency: 'USD' });
    if (body.data.series) expect(body.data.series).toHaveLength(4);
  });

  test('a new order counts at once, in revenue, products and customers', async () => {
    const name = `Kale ${randomUUID()}`;
    const product = await newProduct({ name });
    const before = (await read('revenue')).body.data;
    const email = `${randomUUID()}@example.com`;
    const order = await post('/api/v1/orders', { ...orderOf(product), customer_email: email });
    expect(order.status).toBe(201);
    const after = (await read('revenue')).body.data;
    expect(after.order_count).toBeGreaterThan(before.order_count);
    const { products } = (await read('products', `${span}&limit=200`)).body.data;
    const found = products.find((one: { product_id: string }) => one.product_id === product);
    if (products.length < 200) expect(found).toMatchObject({ name, quantity: 3, revenue: 0.3 });
  });

  test('CSV by Accept and by format', async () => {
    const byAccept = await read('revenue', span, { headers: { accept: 'text/csv' } });
    const byFormat = await read('revenue', `${span}&format=csv`);
    for (const { status, headers, text } of [byAccept, byFormat]) {
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(text.split('\r\n')[0]).toBe(
        'date,start,end,gross,cancelled,discounts,refunded,tax,net,received,order_count,cancelled_count,average_order',
      );
      expect(text.split('\r\n')).toHaveLength(6);
    }
  });

  test.each([
    ['profit', span],
    ['revenue', 'from=2026-03-02&to=2026-03-01'],
    ['revenue', 'from=2020-01-01&to=2026-01-01'],
    ['revenue', 'from=1999-12-31&to=2000-01-01'],
    ['revenue', 'from=2026-02-30&to=2026-03-01'],
    ['revenue', `${span}&interval=hour`],
    ['revenue', `${span}&limit=0`],
    ['revenue', `${span}&unknown=1`],
  ])('%s?%s is 400', async (figures, query) => {
    expect((await read(figures, query)).status).toBe(400);
  });
});

describe('POST /api/v1/analytics/visits', () => {
  const session_id = randomUUID();
  const events = ['visit', 'search', 'cart'].map((step) => ({ id: randomUUID(), step }));
  const batch = { brand_id: stack.brandId, session_id, events };
  const send = (body: object, headers: Record<string, string> = browser) =>
    post('/api/v1/analytics/visits', body, { key: null, headers });

  test('needs no credential, and counts an event once', async () => {
    const before = (await read('funnel')).body.data;
    const first = await send(batch);
    expect([first.status, first.body.data]).toEqual([202, { counted: 3 }]);
    expect((await send(batch)).body.data).toEqual({ counted: 0 });
    const after = (await read('funnel')).body.data;
    for (const step of ['visits', 'searches', 'carts', 'carts_or_checkouts']) {
      expect(after[step] - before[step]).toBe(1);
    }
  });

  test('repeats its reply under an Idempotency-Key', async () => {
    const key = { ...browser, 'idempotency-key': randomUUID() };
    const body = { ...batch, session_id: randomUUID() };
    expect((await send(body, key)).body.data).toEqual({ counted: 3 });
    const again = await send(body, key);
    expect([again.body.data, again.headers.get('idempotent-replayed')]).toEqual([{ counted: 3 }, 'true']);
  });

  test('does not count crawlers', async () => {
    const crawler = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
    const { status, body } = await send({ ...batch, session_id: randomUUID() }, crawler);
    expect([status, body.data]).toEqual([202, { counted: 0 }]);
  });

  test.each([
    [404, { brand_id: randomUUID() }],
    [400, { events: [] }],
    [400, { events: [{ id: randomUUID(), step: 'order' }] }],
    [400, { events: Array.from({ length: 21 }, () => ({ id: randomUUID(), step: 'visit' })) }],
    [400, { session_id: 'x' }],
  ])('is %d with %j', async (expected, fields) => {
    expect((await send({ ...batch, ...fields })).status).toBe(expected);
  });
});

describe('short links', () => {
  let brand_id: string;
  let owner: { key: null; headers: Record<string, string> };
  let url: URL;
  beforeAll(async () => {
    const authorization = `Bearer ${await bearer({ sub: `grower-${randomUUID()}` })}`;
    owner = { key: null, headers: { authorization } };
    brand_id = (await post('/api/v1/brands', { name: 'Orchard' }, owner)).body.data.id;
  });

  test('need an address of the shop', async () => {
    const code = await post('/api/v1/referral-codes', { brand_id, code: 'ORCHARD10' }, owner);
    expect(code.status).toBe(201);
    const share = { brand_id, referral_code: 'orchard10', channel: 'whatsapp' };
    expect((await post('/api/v1/referrals/shares', share, owner)).body.code).toBe('no_shop_url');
    const settings = { shop_url: 'https://shop.orchard.example/market?lang=en' };
    const path = `/api/v1/brands/${brand_id}/referral-settings`;
    expect((await get(path, owner)).body.data).toEqual({ brand_id, minimum_order_cents: 0, version: 0 });
    const stored = await call('PUT', path, { ...owner, body: settings });
    expect([stored.status, stored.headers.get('etag')]).toEqual([200, '"v1"']);
    const stale = await call('PUT', path, {
      ...owner,
      headers: { ...owner.headers, 'if-match': '"v0"' },
      body: settings,
    });
    expect(stale.status).toBe(412);
    for (const shop_url of ['http://shop.example', 'https://farm:secret@shop.example', 'https://10.0.0.1/']) {
      const open = await call('PUT', path, { ...owner, body: { shop_url } });
      expect([shop_url, open.status]).toEqual([shop_url, 400]);
    }
    const shared = await post('/api/v1/referrals/shares', share, owner);
    expect([shared.status, shared.body.data]).toEqual([
      201,
      expect.objectContaining({ referral_code: 'ORCHARD10', channel: 'whatsapp', share_count: 1 }),
    ]);
    url = new URL(shared.body.data.url);
    const unknown = await post('/api/v1/referrals/shares', { ...share, referral_code: 'NEVERMADE' }, owner);
    expect(unknown.status).toBe(404);
  });

  test('lead to the shop only, and count a visitor once a day', async () => {
    const path = url.pathname.slice(url.pathname.indexOf('/api/'));
    const follow = (headers: Record<string, string>, method = 'GET') =>
      call(method, path, { key: null, headers });
    for (const headers of [browser, browser, { 'user-agent': 'WhatsApp preview' }]) {
      const { status, headers: got, text } = await follow(headers);
      expect([status, got.get('location'), text]).toEqual([
        302,
        'https://shop.orchard.example/market?lang=en&ref=ORCHARD10',
        '',
      ]);
    }
    expect((await follow({ 'user-agent': 'Mozilla/5.0 another' }, 'HEAD')).status).toBe(302);
    const listed = await get(`/api/v1/referrals/shares?brand_id=${brand_id}`, owner);
    expect(listed.body.data).toMatchObject([{ share_count: 1, visitor_count: 1, channel: 'whatsapp' }]);
  });

  test.each(['x', 'AAAAAAAAAAAAAAAAAAAA', '%2Fetc', 'https:%2F%2Fevil.example'])(
    '%s, which is not signed, is 404',
    async (code) => {
      expect((await get(`/api/v1/r/${code}`, { key: null })).status).toBe(404);
    },
  );
});

describe('the referral program', () => {
  test('gives a customer one code, and refuses its redemption by the customer', async () => {
    const customer_email = `ana.${randomUUID()}@example.com`;
    const body = { brand_id: stack.brandId, customer_email };
    const [first, second] = [
      await post('/api/v1/referrals/codes', body),
      await post('/api/v1/referrals/codes', { ...body, customer_email: customer_email.replace('@', '+x@') }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data).toEqual(first.body.data);
    const refused = await post('/api/v1/referrals', {
      brand_id: stack.brandId,
      referral_code: first.body.data.code,
      referred_email: customer_email.toUpperCase(),
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'self_referral']);
    expect(first.text).not.toContain(customer_email);
  });

  test.each([
    ['GET', `/api/v1/referrals/rewards?brand_id=${stack.brandId}`, undefined],
    ['GET', `/api/v1/referrals/leaderboard?brand_id=${stack.brandId}&period=2026`, undefined],
    ['GET', `/api/v1/referrals/credits?brand_id=${stack.brandId}&customer_id=${randomUUID()}`, undefined],
    ['GET', `/api/v1/referrals/shares?brand_id=${stack.brandId}`, undefined],
    ['POST', '/api/v1/referrals/codes', { brand_id: stack.brandId, customer_email: 'ana@example.com' }],
    ['POST', '/api/v1/referrals/credits', { brand_id: stack.brandId, order_id: randomUUID(), cents: 100 }],
  ])('%s %s is for roles of the brand', async (method, path, body) => {
    const options = body ? { body } : {};
    const foreign = await call(method, path, { ...options, key: stack.apiKeys.otherBrand });
    expect(foreign.status).toBe(403);
    const viewer = await call(method, path, { ...options, key: stack.apiKeys.viewer });
    expect(viewer.status).toBe(method === 'GET' ? 200 : 403);
  });

  test('refuses credit for an unknown order, and without credit', async () => {
    const use = { brand_id: stack.brandId, order_id: randomUUID(), cents: 100 };
    expect((await post('/api/v1/referrals/credits', use)).status).toBe(404);
    const order = await post('/api/v1/orders', orderOf(await newProduct()));
    const without = await post('/api/v1/referrals/credits', {
      ...use,
      order_id: order.body.data.id,
      cents: 1,
    });
    expect([without.status, without.body.code]).toEqual([409, 'credit_insufficient']);
    const tooMuch = await post('/api/v1/referrals/credits', { ...use, order_id: order.body.data.id });
    expect([tooMuch.status, tooMuch.body.code]).toEqual([409, 'credit_not_usable']);
  });
});

describe('GET /api/v1/reports', () => {
  const hour = 3_600_000;

  test('covers exactly its range of instants (case 15)', async () => {
    const order = await post('/api/v1/orders', orderOf(await newProduct({ name: 'Chard' })));
    const at = Date.parse(order.body.data.created_at);
    const total = async (from: number, to: number, offset = 0) => {
      // The same instants, written with an offset.
      const text = (time: number) => {
        const sign = offset < 0 ? '-' : '+';
        const local = new Date(time + offset * hour).toISOString().slice(0, -1);
        return encodeURIComponent(`${local}${sign}${String(Math.abs(offset)).padStart(2, '0')}:00`);
      };
      const query = `brand_id=${stack.brandId}&start_date=${text(from)}&end_date=${text(to)}`;
      const { status, body } = await get(`/api/v1/reports?${query}`);
      expect(status).toBe(200);
      return body.data.order_count;
    };
    expect(await total(at + 2 * hour, at + 3 * hour)).toBe(0);
    expect(await total(at + 2 * hour, at + 3 * hour, -7)).toBe(0);
    const here = await total(at, at);
    expect(here).toBeGreaterThan(0);
    expect(await total(at, at, 5)).toBe(here);
    expect(await total(at - hour, at - 1)).toBe((await total(at - hour, at)) - here);
  });

  test('a date without a time is 400', async () => {
    const query = `brand_id=${stack.brandId}&start_date=2026-11-01&end_date=2026-11-02T00:00:00Z`;
    expect((await get(`/api/v1/reports?${query}`)).status).toBe(400);
  });
});
