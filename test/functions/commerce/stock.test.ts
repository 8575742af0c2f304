import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { orderAttempts } from '#commerce/orders/contract.ts';
import { orderInput } from '#commerce/orders/order.ts';
import { prepareOrder } from '#commerce/orders/preparing.ts';
import { takeOrderNumber } from '#commerce/orders/records.ts';
import { orderWrites } from '#commerce/orders/writing.ts';
import { maxTrackedLines } from '#commerce/stock/reserve.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import { openTable, type Table, transact } from '#store/dynamodb/table.ts';
import { type CommerceService, startCommerceService } from '../commerce-service.ts';
import { openShop } from './order-shop.ts';

let service: CommerceService;
/** The same table for hundreds of orders in one process: on a busy machine they wait longer than a function may. */
let patient: Table;
beforeAll(async () => {
  service = await startCommerceService();
  patient = openTable(service.table.name, { connectionTimeout: 30_000, requestTimeout: 60_000 });
});
afterAll(async () => {
  patient.client.destroy();
  await service.stop();
});

/** Recorded events of a type, from the outbox. */
async function eventsOf(brandId: string, type: string): Promise<readonly { readonly data: object }[]> {
  const { Items = [] } = await service.table.client.send(
    new ScanCommand({
      TableName: service.table.name,
      FilterExpression: 'begins_with(pk, :outbox)',
      ExpressionAttributeValues: { ':outbox': 'OUTBOX#' },
    }),
  );
  return Items.flatMap(({ events }) => JSON.parse(String(events))).filter(
    (event) => event.brand_id === brandId && event.type === type,
  );
}

/** Places an order as its function does. */
const place = (brand_id: string, lines: readonly (readonly [string, number])[]) =>
  retryOnConflict(async () => {
    const now = new Date();
    const items = lines.map(([product_id, quantity]) => ({ product_id, quantity, price: 1 }));
    const input = orderInput.parse({ brand_id, items });
    const takeNumber = () => takeOrderNumber(brand_id);
    const prepared = await prepareOrder(input, { id: newId(now), now, newId, takeNumber });
    await transact(patient, orderWrites(undefined, prepared.order, prepared.circumstances));
    return prepared;
  }, orderAttempts);

test('200 parallel orders sell exactly the 50 units of a stock, and the others name what is available', async () => {
  const { newProduct, stock, stockOf, brand_id } = await openShop();
  const id = await newProduct();
  await stock(id, 50, { low_stock_at: 10 });
  const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => place(brand_id, [[id, 1]])));
  const sold = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect([sold.length, refused.length]).toEqual([50, 150]);
  for (const error of refused) {
    expect(error).toMatchObject({ code: 'out_of_stock', message: `Product ${id} has 0 available` });
  }
  expect(await stockOf(id)).toMatchObject([{ on_hand: 50, reserved: 50, available: 0 }]);
  // Exactly one order passed the mark.
  expect(sold.flatMap(({ events }) => events)).toEqual([
    { type: 'product.low_stock', data: { id, name: 'Pear', available: 10, low_stock_at: 10 } },
  ]);
});

test('parallel orders of two products in either order take all stock or none', async () => {
  const { newProduct, stock, stockOf, brand_id } = await openShop();
  const [one, two] = [await newProduct(), await newProduct()];
  await stock(one, 30);
  await stock(two, 20);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, (_, index) =>
      place(
        brand_id,
        index % 2
          ? [
              [one, 2],
              [two, 1],
            ]
          : [
              [two, 1],
              [one, 1],
            ],
      ),
    ),
  );
  const sold = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value.order.items : [],
  );
  const quantityOf = (id: string) =>
    sold.reduce((sum, { product_id, quantity }) => sum + (product_id === id ? quantity : 0), 0);
  expect(await stockOf(one)).toMatchObject([{ reserved: quantityOf(one), available: 30 - quantityOf(one) }]);
  expect(await stockOf(two)).toMatchObject([{ reserved: quantityOf(two), available: 20 - quantityOf(two) }]);
  expect(quantityOf(one) >= 29 || quantityOf(two) === 20).toBe(true);
});

test('an order over the API is refused beyond the stock, and records the event of low stock', async () => {
  const { newProduct, stock, order, tryOrder, brand_id } = await openShop();
  const id = await newProduct();
  await stock(id, 3, { low_stock_at: 1 });
  await order([[id, 2]]);
  expect(await tryOrder({ items: [{ product_id: id, quantity: 2, price: 1 }] })).toMatchObject({
    status: 409,
    body: {
      code: 'out_of_stock',
      error: `Product ${id} has 1 available`,
      details: [{ path: ['body', 'items', 0, 'quantity'], code: 'out_of_stock' }],
    },
  });
  expect((await eventsOf(brand_id, 'product.low_stock')).map(({ data }) => data)).toEqual([
    { id, name: 'Pear', available: 1, low_stock_at: 1 },
  ]);
});

describe('the life of reserved stock', () => {
  test('a cancelled order releases, a completed one consumes, a restocked refund returns once', async () => {
    const { newProduct, stock, stockOf, order, move, pay, refund } = await openShop();
    const id = await newProduct();
    await stock(id, 10);
    const [cancelled, completed] = [await order([[id, 4]]), await order([[id, 3]])];
    expect(completed.stock).toEqual({ state: 'reserved', lines: [{ product_id: id, quantity: 3 }] });
    expect(await stockOf(id)).toMatchObject([{ on_hand: 10, reserved: 7, available: 3 }]);
    const gone = await move(cancelled.id, 'cancelled', { reason: 'Customer moved away' });
    expect(gone).toMatchObject({ cancel_reason: 'Customer moved away', stock: { state: 'released' } });
    await pay(completed.id, 300);
    expect(await refund(completed.id, 1, { restock: true }, 409)).toBeUndefined();
    for (const status of ['confirmed', 'ready', 'completed']) await move(completed.id, status);
    expect(await stockOf(id)).toMatchObject([{ on_hand: 7, reserved: 0, available: 7 }]);
    expect((await refund(completed.id, 100, { restock: true })).order.stock.state).toBe('restocked');
    await refund(completed.id, 100, { restock: true }, 409);
    expect(await stockOf(id)).toMatchObject([{ on_hand: 10, reserved: 0, available: 10 }]);
  });

  test('an edit takes and returns the difference, and is refused whole beyond the stock', async () => {
    const { newProduct, stock, stockOf, order, edit } = await openShop();
    const [one, two] = [await newProduct(), await newProduct()];
    await stock(one, 5);
    await stock(two, 1);
    const { id } = await order([[one, 5]]);
    const items = (lines: readonly (readonly [string, number])[]) => ({
      items: lines.map(([product_id, quantity]) => ({ product_id, quantity, price: 1 })),
    });
    await edit(
      id,
      items([
        [one, 2],
        [two, 2],
      ]),
      409,
    );
    expect(await stockOf(one)).toMatchObject([{ reserved: 5, available: 0 }]);
    await edit(
      id,
      items([
        [one, 2],
        [two, 1],
      ]),
    );
    expect(await stockOf(one)).toMatchObject([{ reserved: 2, available: 3 }]);
    expect(await stockOf(two)).toMatchObject([{ reserved: 1, available: 0 }]);
    await edit(id, { notes: 'Only the notes' });
    expect(await stockOf(one)).toMatchObject([{ reserved: 2, available: 3 }]);
  });

  test('variants have their own stock', async () => {
    const { newProduct, stock, stockOf, order } = await openShop();
    const id = await newProduct();
    await stock(id, 3, { variant_id: 'box' });
    const made = await order([
      [id, 2, { variant_id: 'box' }],
      [id, 9],
    ]);
    expect(made.items[0].variant_id).toBe('box');
    expect(await stockOf(id)).toMatchObject([{ variant_id: 'box', available: 1 }]);
  });

  test('an order takes the maximum of tracked lines, and is edited to other products', async () => {
    const { newProduct, stock, order, edit, tryOrder, report } = await openShop({ prices: 'match' });
    const ids: string[] = [];
    for (let index = 0; index <= maxTrackedLines; index++) ids.push(await newProduct());
    await Promise.all(ids.map((id) => stock(id, 2)));
    const lines = ids.map((product_id) => ({ product_id, quantity: 1, price: 1 }));
    expect((await tryOrder({ items: lines })).status).toBe(400);
    const fields = { customer_email: 'ana@example.com', stop_id: ids[0] };
    const made = await order(
      ids.slice(1).map((id) => [id, 1] as const),
      fields,
    );
    expect(made.stock.lines).toHaveLength(maxTrackedLines);
    expect((await edit(made.id, { items: lines.slice(0, 10) })).stock.lines).toHaveLength(10);
    expect(await report('products')).toMatchObject({ product_count: 10, quantity: 10 });
  });
});

describe('adjustments', () => {
  test('one that reaches the mark records an event with the names of product and variant', async () => {
    const { newProduct, stock, call, brand_id } = await openShop();
    const id = await newProduct({ variants: [{ name: 'Box', price: 1 }] });
    const product = await call('get-product', { parameters: { id } });
    const variant_id = product.body.data.variants[0].id;
    await stock(id, 3, { variant_id, low_stock_at: 2 });
    const body = { variant_id, kind: 'waste', quantity: 1, reason: 'Frost' };
    await call('create-stock-adjustment', { parameters: { id }, body }, 201);
    expect((await eventsOf(brand_id, 'product.low_stock')).map(({ data }) => data)).toEqual([
      { id, name: 'Pear', variant_id, variant_name: 'Box', available: 2, low_stock_at: 2 },
    ]);
  });

  test('receive, count and write off, with history; stock of orders cannot be written off', async () => {
    const { newProduct, stock, stockOf, order, call, caller } = await openShop();
    const id = await newProduct();
    await stock(id, 10);
    await order([[id, 4]]);
    const adjust = (body: object, status = 201) =>
      call('create-stock-adjustment', { parameters: { id }, body }, status);
    expect((await adjust({ kind: 'waste', quantity: 7 }, 409)).body.error).toBe(
      'Only 6 are available; orders hold 4',
    );
    await adjust({ kind: 'waste', quantity: 6, reason: 'Frost' });
    const { body } = await adjust({ kind: 'correct', quantity: 3, reason: 'Counted' });
    expect(body.data.stock).toMatchObject({ on_hand: 3, reserved: 4, available: -1 });
    expect(await stockOf(id)).toMatchObject([{ on_hand: 3, reserved: 4, available: -1 }]);
    const listed = await call('list-stock-adjustments', { parameters: { id }, query: {} });
    expect(listed.body.data).toMatchObject([
      { kind: 'correct', change: -1, reason: 'Counted', by: caller.subject },
      { kind: 'waste', change: -6 },
      { kind: 'receive', change: 10 },
    ]);
  });

  test('products without tracked stock have none, and tracking can be turned off', async () => {
    const { newProduct, stock, stockOf, order, call, brand_id } = await openShop();
    const id = await newProduct();
    expect(await stockOf(id)).toEqual([]);
    await call(
      'create-stock-adjustment',
      { parameters: { id }, body: { kind: 'receive', quantity: 1 } },
      404,
    );
    await stock(id, 1);
    await call('update-product-stock', { parameters: { id }, body: { mode: 'off' } });
    expect((await order([[id, 5]])).stock).toBeUndefined();
    const listed = await call('list-stock', { query: { brand_id } });
    expect(listed.body.data).toMatchObject([{ product_id: id, mode: 'off', available: 1, version: 2 }]);
  });
});

test('a brand without stock reads none', async () => {
  const { newProduct, order, brand_id } = await openShop();
  await order([[await newProduct(), 5]]);
  const { Items } = await service.table.client.send(
    new QueryCommand({
      TableName: service.table.name,
      KeyConditionExpression: 'pk = :stock',
      ExpressionAttributeValues: { ':stock': `STOCK#${brand_id}` },
    }),
  );
  expect(Items).toEqual([]);
});
