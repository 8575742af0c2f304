import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { type ApiResponse, call, get, post, put, stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';

/** Credentials of the owner of a new brand. */
async function newBrand(fields: object = {}) {
  const token = await bearer({ sub: `products-${randomUUID()}` });
  const options = { key: null, headers: { authorization: `Bearer ${token}` } };
  const { body } = await post('/api/v1/brands', { name: 'Products', ...fields }, options);
  return { brand_id: String(body.data.id), options };
}

const patch = (path: string, body: unknown, headers: object = {}) =>
  call('PATCH', path, {
    body,
    headers: { 'content-type': 'application/merge-patch+json', ...headers },
  });

describe('products', () => {
  const create = (fields: object) =>
    post('/api/v1/products', { brand_id: stack.brandId, name: 'Eggs', ...fields });

  test('PATCH keeps omitted members, removes null, and follows If-Match', async () => {
    const { body, headers } = await create({ price: 6, category: 'Dairy', sku: `P-${randomUUID()}` });
    const path = `/api/v1/products/${body.data.id}`;
    const tag = headers.get('etag') ?? '';
    const patched = await patch(path, { price: 7, category: null }, { 'if-match': tag });
    expect(patched).toMatchObject({
      status: 200,
      body: { data: { price: 7, sku: body.data.sku, version: 2 } },
    });
    expect(patched.body.data).not.toHaveProperty('category');
    expect((await patch(path, { price: 8 }, { 'if-match': tag })).status).toBe(412);
    expect((await patch(path, { price: 7 })).headers.get('etag')).toBe('"v2"');
    const refused = await patch(path, { name: null });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(refused.body.details[0].path).toEqual(['body', 'name']);
    const other = await call('PATCH', path, { key: stack.apiKeys.otherBrand, body: { price: 1 } });
    expect(other.status).toBe(404);
    const viewer = await call('PATCH', path, { key: stack.apiKeys.viewer, body: { price: 1 } });
    expect(viewer.status).toBe(403);
  });

  test('a SKU belongs to one product, also among parallel requests, and is found', async () => {
    const sku = `SKU-${randomUUID()}`;
    const made = await Promise.all(Array.from({ length: 4 }, () => create({ sku })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'sku_taken',
      details: [{ path: ['body', 'sku'] }],
    });
    const found = await get(`/api/v1/products?brand_id=${stack.brandId}&sku=${sku.toLowerCase()}`);
    expect(found.body.data.map((one: { sku: string }) => one.sku)).toEqual([sku]);
    const id = made.find(({ status }) => status === 201)?.body.data.id;
    expect((await call('DELETE', `/api/v1/products/${id}`)).status).toBe(204);
    expect((await create({ sku })).status).toBe(201);
  });
});

describe('CSV of products', () => {
  type Brand = Awaited<ReturnType<typeof newBrand>>;
  const importFile = ({ brand_id, options }: Brand, csv: string, query = '') =>
    call('POST', `/api/v1/product-imports?brand_id=${brand_id}${query}`, {
      ...options,
      text: csv,
      headers: { ...options.headers, 'content-type': 'text/csv' },
    });
  const finished = async ({ options }: Brand, started: ApiResponse) => {
    for (let attempt = 0; attempt < 200; attempt++) {
      const { body } = await get(started.headers.get('location') ?? '', options);
      if (['done', 'failed'].includes(body.data.status)) return body.data;
      await delay(100);
    }
    throw new Error('The import did not end');
  };
  const exported = async ({ brand_id, options }: Brand) =>
    (await get(`/api/v1/products/export?brand_id=${brand_id}`, options)).text;

  const csv = [
    'sku,name,price,unit,parent_sku',
    ...Array.from({ length: 45 }, (_, n) => `P-${n},Product ${n},${n}.5,lb,`),
    'P-1-BOX,Box,9,,P-1',
    'X,Bad price,abc,,',
    '=2,"=HYPERLINK(1)",1,,',
  ].join('\r\n');

  test('is imported with a report of bad lines, repeatable, and exported without formulas', async () => {
    const brand = await newBrand();
    const rehearsed = await finished(brand, await importFile(brand, csv, '&dry_run=true'));
    expect(rehearsed).toMatchObject({ status: 'done', dry_run: true, lines: 48, created: 47, bad: 1 });
    expect((await exported(brand)).split('\r\n')).toHaveLength(2);

    const started = await importFile(brand, csv);
    expect(started.status).toBe(202);
    const done = await finished(brand, started);
    expect(done).toMatchObject({ status: 'done', processed: 48, created: 47, changed: 0, bad: 1 });
    const faults = `${started.headers.get('location')}/faults`;
    const json = await get(faults, brand.options);
    expect(json.body.data).toEqual([
      { line: 48, faults: [expect.objectContaining({ column: 'price', code: 'invalid_type' })] },
    ]);
    const report = await get(`${faults}?format=csv`, brand.options);
    expect(report.headers.get('content-type')).toContain('text/csv');
    expect(report.text).toMatch(/^line,column,code,reason\r\n48,price,invalid_type,.+\r\n$/);

    expect(await finished(brand, await importFile(brand, csv))).toMatchObject({ created: 0, unchanged: 47 });
    const file = await exported(brand);
    expect(file).toContain(",'=2,,'=HYPERLINK(1),");
    expect(await finished(brand, await importFile(brand, file))).toMatchObject({ unchanged: 47, bad: 0 });
    const part = await get(`/api/v1/products/export?brand_id=${brand.brand_id}&limit=40`, brand.options);
    const next = /<([^>]+)>; rel="next"/.exec(part.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await get(next.replace(/^\/live/, ''), brand.options);
    expect(part.text + rest.text).toBe(file);
  });

  test('is imported by an upload link', async () => {
    const brand = await newBrand();
    const path = `/api/v1/product-imports?brand_id=${brand.brand_id}`;
    const started = await post(path, {}, brand.options);
    const { upload } = started.body.data;
    const preflight = await fetch(upload.url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    const sent = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: csv });
    expect(sent.status).toBe(200);
    expect(await finished(brand, started)).toMatchObject({ status: 'done', created: 47, bad: 1 });
  });

  test('that is no CSV is refused as a whole', async () => {
    const brand = await newBrand();
    const failed = await finished(brand, await importFile(brand, 'sku,name\r\nA,Apple\r\nB,"open'));
    expect(failed).toMatchObject({ status: 'failed', created: 0, reason: expect.stringContaining('line') });
    expect((await importFile(brand, '')).status).toBe(400);
    const large = await importFile(brand, `sku\n${'x'.repeat(1024 * 1024)}`);
    expect(large.status).toBe(413);
  });

  test('with semicolons and decimal commas is imported (case 23)', async () => {
    const brand = await newBrand();
    const started = await importFile(brand, 'sku;name;price\r\nKALE;Kale;4,50\r\n');
    expect(await finished(brand, started)).toMatchObject({ status: 'done', created: 1, bad: 0 });
    expect(await exported(brand)).toContain(',Kale,,,4.5,');
  });

  test('that was exported changes nothing (case 24)', async () => {
    const brand = await newBrand();
    const names = [
      'Kale',
      ' Kale ',
      'Jalapen\u0303o',
      'a\u00a0b',
      '=1+1',
      'Pears, "red"',
      'two\nlines',
      'x',
      'y',
      'z',
    ];
    for (const [n, name] of names.entries()) {
      const fields = {
        name,
        price: n / 3,
        category: n % 2 ? '' : 'Fruit ',
        description: n === 0 ? ' ' : `D ${n}\n`,
      };
      const variants = n > 7 ? [{ name: 'Box ', price: 9, unit: '' }] : [];
      const body = { brand_id: brand.brand_id, ...fields, variants, ...(n > 3 && { sku: `E-${n}` }) };
      expect((await post('/api/v1/products', body, brand.options)).status).toBe(201);
    }
    const again = await finished(brand, await importFile(brand, await exported(brand)));
    expect(again).toMatchObject({ status: 'done', created: 0, changed: 0, unchanged: 12, bad: 0 });
  });

  test('is found by a name that is typed in another form, in the order of the letters (case 25)', async () => {
    const brand = await newBrand();
    const names = ['Zucchini', 'Éclair', 'Jalapeño', 'Æbleskiver', 'apple'];
    for (const name of names)
      await post('/api/v1/products', { brand_id: brand.brand_id, name }, brand.options);
    const list = async (search: string) => {
      const query = `brand_id=${brand.brand_id}&search=${encodeURIComponent(search)}`;
      const { body } = await get(`/api/v1/products?${query}`, brand.options);
      return body.data.map(({ name }: { name: string }) => name);
    };
    for (const typed of ['Jalapen\u0303o', 'JALAPEÑO', '\u00a0jalapeño \u200b'])
      expect(await list(typed)).toEqual(['Jalapeño']);
    expect(await list('')).toEqual(['Æbleskiver', 'apple', 'Éclair', 'Jalapeño', 'Zucchini']);
  });
});

describe('stops', () => {
  const hours = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(
    (weekday) => ({ weekday, opens: '08:00', closes: '12:00' }),
  );

  test('managed stops: an order needs a pickup day with capacity, and appears in the pick list', async () => {
    const { brand_id, options } = await newBrand({
      catalog: 'external',
      stops: 'managed',
      time_zone: 'America/Denver',
    });
    const made = await post('/api/v1/stops', { brand_id, name: 'Market', hours, capacity: 2 }, options);
    expect(made.status).toBe(201);
    const stop_id = made.body.data.id;
    const days = await get(`/api/v1/stops/${stop_id}/pickup-days?limit=3`, options);
    expect(days.body.data).toHaveLength(3);
    const pickup_date = days.body.data[1].date;
    const order = (fields: object) =>
      post(
        '/api/v1/orders',
        { brand_id, items: [{ product_id: randomUUID(), quantity: 2, price: 3 }], ...fields },
        options,
      );
    const [unknown, past] = await Promise.all([
      order({ stop_id: randomUUID() }),
      order({ stop_id, pickup_date: '2026-01-01' }),
    ]);
    expect([unknown.body.code, unknown.body.details[0].code]).toEqual(['invalid_pickup', 'unknown_stop']);
    expect([past.body.code, past.body.details[0].code]).toEqual(['invalid_pickup', 'cut_off_passed']);

    const placed = await Promise.all(
      ['Zoe', 'Amy', 'Ben', 'Cy'].map((customer_name) => order({ stop_id, pickup_date, customer_name })),
    );
    expect(placed.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(placed.find(({ status }) => status === 409)?.body.code).toBe('pickup_day_full');
    const full = await get(`/api/v1/stops/${stop_id}/pickup-days?limit=3`, options);
    expect(full.body.data[1]).toMatchObject({ orders: 2, capacity: 2, is_full: true });

    const cancelled = placed.find(({ status }) => status === 201)?.body.data.id;
    await put(`/api/v1/orders/${cancelled}/status`, { status: 'cancelled' }, options);
    expect((await order({ stop_id, pickup_date, customer_name: 'Dee' })).status).toBe(201);

    const path = `/api/v1/pick-lists?brand_id=${brand_id}&date=${pickup_date}`;
    const list = await get(path, options);
    expect(list.body.data).toMatchObject({
      order_count: 2,
      packed_count: 0,
      stops: [{ stop_id, name: 'Market', order_count: 2 }],
    });
    const csv = await get(path, { ...options, headers: { ...options.headers, accept: 'text/csv' } });
    expect(csv.text.split('\r\n')).toHaveLength(4);
    expect(csv.text).toContain('Dee,pending,');
    expect((await get(`${path}&stop_id=${randomUUID()}`, options)).body.data.order_count).toBe(0);
  });

  test('are replaced and deleted with If-Match; ids of other brands do not exist', async () => {
    const { brand_id, options } = await newBrand();
    const made = await post('/api/v1/stops', { brand_id, name: 'Market', hours }, options);
    const path = `/api/v1/stops/${made.body.data.id}`;
    const changed = await put(path, { name: 'Barn', hours }, options);
    expect(changed.body.data).toMatchObject({ name: 'Barn', version: 2 });
    const stale = { ...options, headers: { ...options.headers, 'if-match': '"v1"' } };
    expect((await put(path, { name: 'Old', hours }, stale)).status).toBe(412);
    expect((await get(path)).status).toBe(404);
    expect((await call('DELETE', path, options)).status).toBe(204);
    expect((await get(path, options)).status).toBe(404);
  });
});

test('a promo code counts however it is typed (case 1)', async () => {
  const { brand_id, options } = await newBrand();
  expect((await put(`/api/v1/brands/${brand_id}/order-settings`, { promotions: 'on' }, options)).status).toBe(
    200,
  );
  const code = { brand_id, code: ' Spring-10 ', kind: 'percent', percent: 10 };
  const made = await post('/api/v1/promo-codes', code, options);
  expect([made.status, made.body.data?.code]).toEqual([201, 'Spring-10']);
  const product = await post('/api/v1/products', { brand_id, name: 'Kale' }, options);
  for (const promo_code of ['SPRING-10 ', '\u00a0spring-10', 'spring\u201110\u200b', '\uff33PRING-10']) {
    const items = [{ product_id: product.body.data.id, quantity: 1, price: 10 }];
    const order = { brand_id, items, promo_code };
    const { status, body } = await post('/api/v1/orders', order, options);
    expect([promo_code, status, body.data?.amount_due_cents]).toEqual([promo_code, 201, 900]);
  }
});
