import { randomBytes, randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from '@jest/globals';
import { brandInput } from '#commerce/brands/contract.ts';
import { insertBrand } from '#commerce/brands/records.ts';
import { newBrand } from '#commerce/brands/rules.ts';
import { withNames } from '#commerce/orders/items.ts';
import { readOrderContext } from '#commerce/orders/reading.ts';
import { orders, readOrders } from '#commerce/orders/records.ts';
import { changeOrderStatus } from '#commerce/orders/rules.ts';
import { readReportFigures } from '#commerce/reports/analytics-records.ts';
import { reportQuery } from '#commerce/reports/contract.ts';
import { maxSharedProducts } from '#commerce/reports/figure-records.ts';
import { makeReport } from '#commerce/reports/report.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { sizeOfItem } from '../../bench/written-items.ts';
import {
  anOrder,
  aProduct,
  awkwardText,
  changeOrder,
  insertOrder,
  newBrandId,
  writeProduct,
} from './samples.ts';

const person = { credential: 'bearer', operator: false } as const;
const linesOf = (count: number) =>
  Array.from({ length: count }, () => ({ product_id: randomUUID(), quantity: 2, price: 0.335 }));

export function ordersSuite(table: () => Table): void {
  async function reportOf(brand_id: string, report_type: string) {
    const [start_date, end_date] = ['2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z'];
    const query = reportQuery.parse({ brand_id, start_date, end_date, report_type });
    return makeReport(query, await readReportFigures(table(), query, 'UTC'), 'UTC');
  }

  test('a stored order equals the placed order', async () => {
    const brand = newBrandId();
    const order = anOrder(brand, {
      notes: awkwardText,
      customer_address: '',
      promo_code: awkwardText,
      items: [5e-324, 1e-120, 0.1, 1e9].map((price) => ({ product_id: randomUUID(), quantity: 1, price })),
    });
    await insertOrder(table(), order);
    expect(
      await orders.load([
        { brand_id: newBrandId(), id: order.id },
        { brand_id: brand, id: order.id },
      ]),
    ).toEqual(order);
    expect(await orders.load([{ brand_id: newBrandId(), id: order.id }])).toBeUndefined();
  });

  test("keeps prices beyond DynamoDB's numbers, at the maximum quantity", async () => {
    const brand = newBrandId();
    const [first, second] = [5e-324, 1e-300].map((price) => ({
      product_id: randomUUID(),
      quantity: 1_000_000,
      price,
    }));
    const order = anOrder(brand, { items: [first, second] });
    await insertOrder(table(), order);
    expect(await orders.load([{ brand_id: brand, id: order.id }])).toEqual(order);
    expect(await reportOf(brand, 'orders')).toMatchObject({ item_count: 2_000_000 });
  });

  test('context: catalog and the existing products', async () => {
    const brand = newBrandId();
    const [active, inactive] = [aProduct(brand, 'a'), aProduct(brand, 'b', { is_active: false })];
    await Promise.all([active, inactive].map((product) => writeProduct(table(), { after: product })));
    const items = [active.id, inactive.id, randomUUID(), active.id].map((product_id) => ({
      product_id,
      quantity: 1,
      price: 1,
    }));
    const order = anOrder(brand, { items, customer_email: 'Ana@example.com' });
    expect(await readOrderContext(order)).toMatchObject({
      catalog: 'managed',
      prices: 'trust',
      stops: 'external',
      time_zone: 'UTC',
      products: new Map([
        [active.id, active],
        [inactive.id, inactive],
      ]),
      productConditions: [expect.anything(), expect.anything()],
    });
  });

  test('context: a brand that does not check product ids', async () => {
    const order = anOrder(newBrandId());
    const brand = newBrand(brandInput.parse({ name: 'External', catalog: 'external' }), person, {
      id: order.brand_id,
      now: new Date(),
    });
    await transact(table(), insertBrand({ ...brand, gateway_keys: [] }, 'owner'));
    expect((await readOrderContext(order)).catalog).toBe('external');
  });

  test('concurrent first orders of one customer create one new customer', async () => {
    const brand = newBrandId();
    const orders = Array.from({ length: 12 }, () => anOrder(brand, { customer_email: 'ana@example.com' }));
    await Promise.all(orders.map((order) => insertOrder(table(), order)));
    expect(await reportOf(brand, 'customers')).toMatchObject({
      order_count: 12,
      new_customers: 1,
      orders_of_returning_customers: 11,
    });
  });

  test('an order, its figures and further actions are one write', async () => {
    const brand = newBrandId();
    const order = anOrder(brand, { customer_email: 'ana@example.com' });
    const refused: TransactAction = {
      ConditionCheck: { Key: { pk: 'nothing', sk: 'here' }, ConditionExpression: 'attribute_exists(pk)' },
    };
    await expect(insertOrder(table(), order, [refused])).rejects.toBeInstanceOf(ConditionFailed);
    expect(await orders.load([{ brand_id: brand, id: order.id }])).toBeUndefined();
    expect(await reportOf(brand, 'orders')).toMatchObject({ order_count: 0 });
  });

  test('the same order is not stored twice', async () => {
    const order = anOrder(newBrandId());
    await insertOrder(table(), order);
    await expect(insertOrder(table(), order)).rejects.toBeInstanceOf(ConditionFailed);
    expect(await reportOf(order.brand_id, 'orders')).toMatchObject({ order_count: 1 });
  });

  test.each([maxSharedProducts, maxSharedProducts + 1, 1000])(
    'an order of %i products fits one transaction, is reported, and taken back when cancelled',
    async (count) => {
      const brand = newBrandId();
      const order = anOrder(brand, { items: linesOf(count), customer_email: 'ana@example.com' });
      await insertOrder(table(), order);
      expect(await orders.load([{ brand_id: brand, id: order.id }])).toEqual(order);
      expect(await reportOf(brand, 'products')).toMatchObject({
        product_count: count,
        quantity: 2 * count,
        revenue: Math.round(count * 67) / 100,
      });
      const cancelled = changeOrderStatus(order, 'cancelled', new Date());
      await changeOrder(table(), order, cancelled);
      expect(await reportOf(brand, 'products')).toMatchObject({ product_count: 0, revenue: 0 });
      expect(await reportOf(brand, 'revenue')).toMatchObject({ gross: order.total, net: 0 });
    },
  );

  test('an order of 1,000 lines with the longest names fits an item, and its reply an item of its own', async () => {
    const brand = newBrandId();
    const text = () => randomBytes(192).toString('base64').slice(0, 255);
    const lines = linesOf(1000).map((line) => ({
      ...line,
      ...{ variant_id: randomUUID(), quantity: 999, price: 0.123456789012345, fulfillment: 'ship' },
    }));
    const placed = anOrder(brand, {
      ...{ items: lines, fulfillment: 'mixed', customer_email: 'ana@example.com' },
      ...{ customer_name: text(), notes: text().repeat(3), customer_address: text() },
      discount_lines: [{ label: 'Regular customers', amount_cents: 2_000_000 }],
      tax_lines: [{ label: 'Tax', amount_cents: 5_000_000 }],
    });
    const products = new Map(
      placed.items.map(({ product_id }) => [
        product_id,
        { name: text(), sku: text().slice(0, 64), unit: text().slice(0, 64), category: text() },
      ]),
    );
    const order = withNames(placed, undefined, { products });
    await insertOrder(table(), order);
    expect(await orders.load([{ brand_id: brand, id: order.id }])).toEqual(order);
    // A stored reply is one item too.
    expect(JSON.stringify({ data: order }).length).toBeLessThan(400_000);
    expect(order.items[0]?.sold?.name).toMatch(/^.{10,}…$/);
  });

  test('a usual order fits the kilobyte of a write unit', () => {
    const items = linesOf(2).map((line) => ({ ...line, price: 10 }));
    const order = anOrder(newBrandId(), {
      ...{ items, customer_email: 'olive.fern@example.com', customer_name: 'Olive Fern' },
    });
    const { Put } = orders.insert(order) as { readonly Put: { readonly Item: Record<string, unknown> } };
    expect(sizeOfItem(marshall(Put.Item, { removeUndefinedValues: true }))).toBeLessThan(1024);
  });

  test('of two concurrent changes of one order, one fails and counts nothing', async () => {
    const order = anOrder(newBrandId());
    await insertOrder(table(), order);
    const [confirmed, cancelled] = [
      changeOrderStatus(order, 'confirmed', new Date()),
      changeOrderStatus(order, 'cancelled', new Date()),
    ];
    const results = await Promise.allSettled([
      changeOrder(table(), order, confirmed),
      changeOrder(table(), order, cancelled),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const kept = results[0]?.status === 'fulfilled' ? confirmed : cancelled;
    expect(await orders.load([{ brand_id: order.brand_id, id: order.id }])).toEqual(kept);
    expect(await reportOf(order.brand_id, 'orders')).toMatchObject({
      order_count: 1,
      by_status: {
        pending: 0,
        confirmed: kept === confirmed ? 1 : 0,
        cancelled: kept === cancelled ? 1 : 0,
      },
    });
  });

  test('lists: newest first, of a status, of a time, and nothing from an impossible time', async () => {
    const brand = newBrandId();
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
    const orders = [0, 1, 2, 3, 4].map((minute) => anOrder(brand, {}, at(minute)));
    for (const order of orders) await insertOrder(table(), order);
    const [first, second, third] = orders;
    if (!first || !second || !third) throw new Error('No orders');
    const confirmed = changeOrderStatus(second, 'confirmed', new Date());
    await changeOrder(table(), second, confirmed);

    const list = (filter: object) => readOrders({ brand_id: brand, limit: 50, ...filter });
    const now = [first, confirmed, ...orders.slice(2)];
    expect(await list({})).toEqual({ data: now.toReversed(), nextCursor: null });
    expect((await list({ status: 'confirmed' })).data).toEqual([confirmed]);
    expect((await list({ status: 'ready' })).data).toEqual([]);
    const [from, to] = [at(1).toISOString(), at(3).toISOString()];
    expect((await list({ created_from: from, created_to: to })).data).toEqual(now.slice(1, 4).toReversed());
    expect((await list({ created_from: at(3).toISOString() })).data).toEqual(now.slice(3).toReversed());
    expect((await list({ status: 'pending', created_to: to })).data).toEqual([now[3], now[2], now[0]]);
    expect((await list({ created_from: to, created_to: from })).data).toEqual([]);
    expect((await list({ created_from: '0001-01-01T00:00:00.000Z' })).data).toHaveLength(5);
    expect((await list({ created_to: '9999-12-31T23:59:59.999Z' })).data).toHaveLength(5);
  });
}
