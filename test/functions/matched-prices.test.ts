import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { orderAttempts } from '#commerce/orders/contract.ts';
import { maxCheckedProducts } from '#commerce/orders/reading.ts';
import { maxSharedProducts } from '#commerce/reports/figure-records.ts';
import { anOrder, type CommerceService, newBrand, startCommerceService } from './commerce-service.ts';
import { invoke } from './invoke.ts';
import { watchCommands } from './table-commands.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

let unwatch = () => {};
afterEach(() => unwatch());

/** A brand that matches prices, and a way to make, change and order its products. */
async function matchingBrand() {
  const { brand_id, caller } = await newBrand({ prices: 'match' });
  return {
    brand_id,
    caller,
    newProduct: async (price?: number): Promise<string> => {
      const { body } = await invoke('create-product', { caller, body: { brand_id, name: 'Pear', price } });
      return body.data.id;
    },
    change: (id: string, fields: object) =>
      invoke('update-product', { caller, parameters: { id }, body: { name: 'Pear', ...fields } }),
    order: (lines: readonly (readonly [string, number])[], fields: object = {}) => {
      const items = lines.map(([product_id, price]) => ({ product_id, quantity: 1, price }));
      return invoke('create-order', { caller, body: anOrder(brand_id, { items, ...fields }) });
    },
    orders: async () => (await invoke('list-orders', { caller, query: { brand_id } })).body.data,
  };
}

/** Runs `interfere` between what an order has read and its transaction, `times` times. */
function beforeWriting(interfere: () => Promise<unknown>, times = 1) {
  let left = times;
  let isOurs = false;
  unwatch = watchCommands(service.table, async ({ name }) => {
    if (!name.startsWith('TransactWrite') || isOurs || left-- <= 0) return;
    isOurs = true;
    await interfere();
    isOurs = false;
  });
}

describe('An order in a brand that matches prices', () => {
  test('is accepted at the prices of the catalog', async () => {
    const { newProduct, order } = await matchingBrand();
    const id = await newProduct(4.5);
    expect(await order([[id, 4.5]])).toMatchObject({ status: 201, body: { data: { total: 4.5 } } });
  });

  test('is refused at another price, with both prices in the error, and nothing is stored', async () => {
    const { newProduct, order, orders } = await matchingBrand();
    const [id, unpriced] = [await newProduct(4.5), await newProduct()];
    const refused = await order([
      [id, 4.5],
      [id, 4],
      [unpriced, 1],
    ]);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: 'Prices differ from the catalog',
        code: 'price_mismatch',
        details: [
          {
            path: ['body', 'items', 1, 'price'],
            message: `Product ${id} costs 4.5 in the catalog; the order has 4`,
          },
          { path: ['body', 'items', 2, 'price'], code: 'unpriced_product' },
        ],
      },
    });
    expect(await orders()).toEqual([]);
  });

  test('is refused for a product that does not exist', async () => {
    const { order } = await matchingBrand();
    expect(await order([[randomUUID(), 1]])).toMatchObject({
      status: 400,
      body: { code: 'unknown_product' },
    });
  });

  test('is checked again when a price changes after it was read', async () => {
    const { newProduct, change, order, orders } = await matchingBrand();
    const id = await newProduct(4.5);
    beforeWriting(() => change(id, { price: 5 }));
    expect(await order([[id, 4.5]])).toMatchObject({
      status: 400,
      body: {
        details: [{ message: `Product ${id} costs 5 in the catalog; the order has 4.5` }],
      },
    });
    expect(await orders()).toEqual([]);
  });

  test('is accepted when a product, but not its price, changes after it was read', async () => {
    const { newProduct, change, order, orders } = await matchingBrand();
    const id = await newProduct(4.5);
    beforeWriting(() => change(id, { price: 4.5, description: 'Ripe' }));
    const customer_email = 'ana@example.com';
    expect((await order([[id, 4.5]], { customer_email })).status).toBe(201);
    expect(await orders()).toHaveLength(1);
  });

  test('is 409 when its product never stops changing, and may be sent again', async () => {
    const { newProduct, change, order } = await matchingBrand();
    const id = await newProduct(4.5);
    beforeWriting(() => change(id, { price: 4.5 }), orderAttempts);
    expect(await order([[id, 4.5]])).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await order([[id, 4.5]])).status).toBe(201);
  });

  test.each([maxCheckedProducts, maxCheckedProducts + 1, maxSharedProducts])(
    'of %i products is one transaction with its conditions',
    async (count) => {
      const { newProduct, change, order, orders } = await matchingBrand();
      const ids: string[] = [];
      for (let index = 0; index < count; index++) ids.push(await newProduct(0.25));
      const [first = ''] = ids;
      const lines = ids.map((id) => [id, 0.25] as const);
      const fields = { customer_email: 'ana@example.com' };
      beforeWriting(() => change(first, { price: 1 }));
      expect(await order(lines, fields)).toMatchObject({ status: 400, body: { code: 'price_mismatch' } });
      expect(await orders()).toEqual([]);
      await change(first, { price: 0.25 });
      expect((await order(lines, fields)).body.data.total).toBe(count / 4);
    },
  );
});

test('an update of the brand turns the matching of prices on and off', async () => {
  const { brand_id, caller, newProduct, order } = await matchingBrand();
  const id = await newProduct(4.5);
  const update = (body: object) => invoke('update-brand', { caller, parameters: { brand_id }, body });
  expect(await update({ name: 'Meadow', catalog: 'external', prices: 'match' })).toMatchObject({
    status: 400,
    body: {
      details: [{ path: ['body', 'prices'], message: 'Prices can be matched only in a managed catalog' }],
    },
  });
  expect((await order([[id, 1]])).status).toBe(400);
  expect((await update({ name: 'Meadow' })).body.data).toMatchObject({ prices: 'trust' });
  expect((await order([[id, 1]])).status).toBe(201);
});
