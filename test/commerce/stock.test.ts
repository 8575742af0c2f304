import { expect, test } from '@jest/globals';
import { orderInput } from '#commerce/orders/order.ts';
import { placeOrder } from '#commerce/orders/rules.ts';
import type { StockLevel } from '#commerce/stock/contract.ts';
import { maxTrackedLines, planStock, settleStock, stockName } from '#commerce/stock/reserve.ts';
import { brandId, productIds } from './arbitrary-orders.ts';

const [apple = '', bread = ''] = productIds;
const level = (product_id: string, available: number, fields: Partial<StockLevel> = {}): StockLevel => ({
  brand_id: brandId,
  product_id,
  mode: 'tracked',
  on_hand: available,
  reserved: 0,
  available,
  updated_at: '2026-11-21T10:00:00.000Z',
  version: 1,
  ...fields,
});
const levels = (...some: StockLevel[]) => new Map(some.map((each) => [stockName(each), each]));
const items = (...lines: readonly (readonly [string, number, string?])[]) =>
  orderInput.parse({
    brand_id: brandId,
    items: lines.map(([product_id, quantity, variant_id]) => ({
      product_id,
      quantity,
      variant_id,
      price: 1,
    })),
  }).items;

test('lines of a product add up; products without tracked stock take none', () => {
  const plan = planStock(items([apple, 2], [bread, 1], [apple, 3]), levels(level(apple, 5)), undefined);
  expect(plan.held).toEqual({ state: 'reserved', lines: [{ product_id: apple, quantity: 5 }] });
  expect(plan.changes).toEqual([
    { product_id: apple, variant_id: undefined, available: -5, reserved: 5, when: { from: 5 } },
  ]);
  expect(
    planStock(items([apple, 9]), levels(level(apple, 1, { mode: 'off' })), undefined).held,
  ).toBeUndefined();
});

test('a variant takes its own tracked stock, else that of the product', () => {
  const known = levels(level(apple, 5), level(apple, 2, { variant_id: 'box' }));
  const plan = planStock(items([apple, 1, 'box'], [apple, 4, 'bag']), known, undefined);
  expect(plan.held?.lines).toEqual([
    { product_id: apple, variant_id: 'box', quantity: 1 },
    { product_id: apple, quantity: 4 },
  ]);
});

test('a shortage names every product, its line and the available quantity', () => {
  const known = levels(level(apple, 2), level(bread, 0));
  let error: unknown;
  try {
    planStock(items([apple, 3], [bread, 1]), known, undefined);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toMatchObject({
    code: 'out_of_stock',
    details: [
      { path: ['body', 'items', 0, 'quantity'], message: `Product ${apple} has 2 available` },
      { path: ['body', 'items', 1, 'quantity'], message: `Product ${bread} has 0 available` },
    ],
  });
});

test.each([
  [20, { from: 9 }, 0],
  [6, { from: 6, to: 6 }, 1],
  [5, { from: 3, to: 5 }, 0],
  [4, { from: 3, to: 5 }, 0],
])('of %i with a mark at 5, three need %j and send %i events', (available, when, events) => {
  const plan = planStock(items([apple, 3]), levels(level(apple, available, { low_stock_at: 5 })), undefined);
  expect(plan.changes[0]?.when).toEqual({ ...when, low_stock_at: 5 });
  expect(plan.events).toHaveLength(events);
});

test('the event of low stock names the product, and its variant', () => {
  const variant = { variant_id: 'box', low_stock_at: 5 };
  const known = levels(level(apple, 6, variant), level(bread, 6, { low_stock_at: 5 }));
  const products = new Map([
    [apple, { name: 'Apples', variants: [{ id: 'box', name: '5 kg box' }] }],
    [bread, { name: 'Rye' }],
  ]);
  const order = items([apple, 2, 'box'], [bread, 2]);
  expect(planStock(order, known, undefined, products).events.map(({ data }) => data)).toEqual([
    { id: apple, name: 'Apples', variant_id: 'box', variant_name: '5 kg box', available: 4, low_stock_at: 5 },
    { id: bread, name: 'Rye', available: 4, low_stock_at: 5 },
  ]);
  expect(planStock(order, known, undefined).events.map(({ data }) => data)).toEqual([
    { id: apple, variant_id: 'box', available: 4, low_stock_at: 5 },
    { id: bread, available: 4, low_stock_at: 5 },
  ]);
});

test('an edit takes and returns the difference only', () => {
  const held = { state: 'reserved' as const, lines: [{ product_id: apple, quantity: 4 }] };
  const plan = planStock(items([apple, 1], [bread, 2]), levels(level(apple, 0), level(bread, 2)), held);
  expect(
    plan.changes.map(({ product_id, available, reserved }) => [product_id, available, reserved]),
  ).toEqual([
    [apple, 3, -3],
    [bread, -2, 2],
  ]);
  expect(plan.changes[0]?.when).toBeUndefined();
});

test('a completed order consumes, a cancelled one releases, once', () => {
  const input = orderInput.parse({ brand_id: brandId, items: items([apple, 2]) });
  const order = {
    ...placeOrder(input, { id: apple, now: new Date() }),
    number: 1001,
    stock: { state: 'reserved' as const, lines: [{ product_id: apple, quantity: 2 }] },
  };
  const settled = (status: 'completed' | 'cancelled') => settleStock({ ...order, status });
  expect(settled('completed')).toMatchObject({
    changes: [{ available: 0, reserved: -2 }],
    held: { state: 'consumed' },
  });
  expect(settled('cancelled')).toMatchObject({
    changes: [{ available: 2, reserved: -2 }],
    held: { state: 'released' },
  });
  expect(settleStock({ ...order, status: 'ready' }).changes).toEqual([]);
});

test('refuses more tracked lines than a transaction holds', () => {
  const ids = Array.from(
    { length: maxTrackedLines + 1 },
    (_, index) => `${apple.slice(0, -3)}${100 + index}`,
  );
  const known = levels(...ids.map((id) => level(id, 9)));
  const lines = (count: number) => items(...ids.slice(0, count).map((id) => [id, 1] as const));
  expect(planStock(lines(maxTrackedLines), known, undefined).changes).toHaveLength(maxTrackedLines);
  expect(() => planStock(lines(maxTrackedLines + 1), known, undefined)).toThrow('Validation failed');
});
