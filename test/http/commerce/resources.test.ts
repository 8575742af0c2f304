import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { CreateOrderInput } from '#clients/typescript/src/commerce/index.ts';
import { call, get, newProduct, orderOf, post, put, stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';
import { ownerOfNewBrand } from '../stack/commerce-client.ts';

describe('orders', () => {
  const moved = async (moves: readonly string[]) => {
    const order = await post('/api/v1/orders', orderOf(await newProduct()));
    const answers = [];
    for (const status of moves) {
      answers.push(await put(`/api/v1/orders/${order.body.data.id}/status`, { status }));
    }
    return answers.map(({ status }) => status);
  };

  test('pending → confirmed → ready → completed', async () => {
    expect(await moved(['confirmed', 'ready', 'completed'])).toEqual([200, 200, 200]);
  });

  test.each([
    [['ready'], [409]],
    [['completed'], [409]],
    [
      ['confirmed', 'pending'],
      [200, 409],
    ],
    [
      ['cancelled', 'confirmed'],
      [200, 409],
    ],
    [
      ['confirmed', 'ready', 'completed', 'cancelled'],
      [200, 200, 200, 409],
    ],
  ])('respond to the moves %j with %j', async (moves, statuses) => {
    expect(await moved(moves)).toEqual(statuses);
  });

  test('list: newest first, by status, in pages of an opaque cursor', async () => {
    const { client, brand_id } = await ownerOfNewBrand({ catalog: 'external' });
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { id } = await client.orders.create({ ...orderOf(randomUUID()), brand_id });
      ids.unshift(id);
    }
    await client.orders.updateStatus({ id: ids[2] ?? '', status: 'confirmed' });
    const pages = await Array.fromAsync(client.orders.list({ brand_id, limit: 2 }).pages());
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
    expect(pages.map(({ pagination }) => pagination.has_more)).toEqual([true, true, false]);
    const confirmed = await client.orders.list({ brand_id, status: 'confirmed' });
    expect(confirmed.data.map(({ id }) => id)).toEqual([ids[2]]);
  });

  test('keep the currency of their brand', async () => {
    const { client, brand_id } = await ownerOfNewBrand({ catalog: 'external' });
    const replace = (currency: 'EUR' | 'GBP') =>
      client.brands.update({ brand_id, name: 'Meadow', catalog: 'external', currency });
    expect(await replace('GBP')).toMatchObject({ currency: 'GBP' });
    await client.orders.create({ ...orderOf(randomUUID()), brand_id });
    await expect(replace('EUR')).rejects.toMatchObject({ status: 409, code: 'currency_in_use' });
    expect(await replace('GBP')).toMatchObject({ currency: 'GBP' });
    expect(await client.orders.create({ ...orderOf(randomUUID()), brand_id })).toMatchObject({
      currency: 'GBP',
    });
  });

  test('an edited cursor, or a cursor of another list, is 400', async () => {
    const { status } = await get(`/api/v1/orders?brand_id=${stack.brandId}&cursor=bm9uc2Vuc2U`);
    expect(status).toBe(400);
  });

  test('an unknown query parameter of a list beyond the spec is 400', async () => {
    const { status } = await get(`/api/v1/orders?brand_id=${stack.brandId}&stauts=pending`);
    expect(status).toBe(400);
  });
});

describe('reports agree with the orders to the cent', () => {
  test('for orders, revenue, customers and products of a new brand', async () => {
    const { client, brand_id } = await ownerOfNewBrand({ catalog: 'external' });
    const [tomato, honey] = [randomUUID(), randomUUID()];
    const place = (items: CreateOrderInput['items'], fields: Partial<CreateOrderInput>) =>
      client.orders.create({ brand_id, items, ...fields });
    await place([{ product_id: tomato, quantity: 3, price: 0.1 }], { customer_email: 'a@example.com' });
    await place(
      [
        { product_id: tomato, quantity: 2, price: 1.15 },
        { product_id: honey, quantity: 1, price: 12.345 },
      ],
      { customer_email: 'A@example.com', fulfillment: 'ship' },
    );
    const dropped = await place([{ product_id: honey, quantity: 1, price: 5 }], {});
    await client.orders.updateStatus({ id: dropped.id, status: 'cancelled' });

    const report = (report_type: 'orders' | 'revenue' | 'customers' | 'products') =>
      client.reports.get({
        brand_id,
        start_date: '2026-01-01T00:00:00Z',
        end_date: new Date().toISOString(),
        report_type,
      });
    expect(await report('orders')).toMatchObject({
      order_count: 3,
      by_status: { pending: 2, cancelled: 1, confirmed: 0, ready: 0, completed: 0 },
      by_fulfillment: { pickup: 2, ship: 1, mixed: 0 },
    });
    // 0.30 + (2.30 + 12.345 → 14.65) + 5.00
    expect(await report('revenue')).toMatchObject({ gross: 19.95, cancelled: 5, net: 14.95, order_count: 3 });
    expect(await report('customers')).toMatchObject({
      new_customers: 1,
      orders_of_new_customers: 1,
      orders_of_returning_customers: 1,
      orders_without_email: 0,
    });
    // Of 14.645 honey has the larger remainder: 12.35, and tomato 2.30 beside the 0.30 of the first order.
    expect(await report('products')).toMatchObject({
      product_count: 2,
      quantity: 6,
      revenue: 14.95,
      products: [
        { product_id: honey, revenue: 12.35 },
        { product_id: tomato, revenue: 2.6 },
      ],
      others: { product_count: 0, quantity: 0, revenue: 0 },
    });
    const activity = await client.activity.list({ brand_id });
    const totals = activity.data.map(({ data }) => Object(data).total);
    expect(totals.sort()).toEqual([0.3, 14.65, 5].sort());
  });
});

describe('a brand that matches prices', () => {
  test('refuses an order at another price with 400, naming item, product and both prices', async () => {
    const owner = await bearer({ sub: `matcher-${randomUUID()}` });
    const credentials = { key: null, headers: { authorization: `Bearer ${owner}` } };
    const brand = await post('/api/v1/brands', { name: 'Matched', prices: 'match' }, credentials);
    expect(brand.body.data).toMatchObject({ catalog: 'managed', prices: 'match' });
    const brand_id = brand.body.data.id;
    const made = await post('/api/v1/products', { brand_id, name: 'Pear', price: 0.1 }, credentials);
    const product_id = made.body.data.id;
    const order = (price: number) =>
      post('/api/v1/orders', { brand_id, items: [{ product_id, quantity: 3, price }] }, credentials);
    const refused = await order(0.11);
    expect([refused.status, refused.body.code]).toEqual([400, 'price_mismatch']);
    expect(refused.body.details).toEqual([
      {
        path: ['body', 'items', 0, 'price'],
        message: `Product ${product_id} costs 0.1 in the catalog; the order has 0.11`,
        code: 'price_mismatch',
      },
    ]);
    const taken = await order(0.1);
    expect([taken.status, taken.body.data.total]).toEqual([201, 0.3]);
  });
});

describe('products, campaigns, codes', () => {
  test('a product is created, read, replaced and deleted', async () => {
    const id = await newProduct({ name: 'Round', description: 'Red' });
    const replaced = await put(`/api/v1/products/${id}`, { name: 'Rounder' });
    expect(replaced.body.data).toMatchObject({ name: 'Rounder', is_active: true });
    expect(replaced.body.data.description).toBeUndefined();
    expect((await call('DELETE', `/api/v1/products/${id}`)).status).toBe(204);
    expect((await get(`/api/v1/products/${id}`)).status).toBe(404);
  });

  test('a campaign is read and listed', async () => {
    const made = await post('/api/v1/campaigns', {
      brand_id: stack.brandId,
      name: 'n',
      subject: 's',
      content: 'c',
    });
    const read = await get(`/api/v1/campaigns/${made.body.data.id}`);
    expect(read.body.data).toEqual(made.body.data);
    const listed = await get(`/api/v1/campaigns?brand_id=${stack.brandId}&limit=200`);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toContain(made.body.data.id);
  });

  test('a referral code is unique regardless of case', async () => {
    const code = `Once-${randomUUID().slice(0, 8)}`;
    const body = (text: string) => ({ brand_id: stack.brandId, code: text });
    expect((await post('/api/v1/referral-codes', body(code))).status).toBe(201);
    expect((await post('/api/v1/referral-codes', body(code.toUpperCase()))).status).toBe(409);
    const listed = await get(`/api/v1/referral-codes?brand_id=${stack.brandId}&limit=200`);
    expect(listed.body.data.map((entry: { code: string }) => entry.code)).toContain(code);
  });

  test('an id that is no UUID is 400, an unknown id is 404', async () => {
    expect((await get('/api/v1/products/nonsense')).status).toBe(400);
    expect((await get(`/api/v1/products/${randomUUID()}`)).status).toBe(404);
  });
});

describe('openapi.json', () => {
  test('is served without a key and may be cached', async () => {
    const { status, body, headers } = await get('/api/v1/openapi.json', { key: null });
    expect(status).toBe(200);
    expect(body.openapi).toBe('3.1.0');
    expect(headers.get('cache-control')).toContain('public');
    expect(Object.keys(body.paths)).toContain('/api/v1/orders');
  });
});
