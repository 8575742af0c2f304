import { expect, test } from '@jest/globals';
import { placeOrder } from '#commerce/place-order.ts';
import { newProduct } from '#commerce/product.ts';
import { makePickList, pickListCsv } from '#commerce/stops/pick-list.ts';
import { newStop } from '#commerce/stops/stop.ts';
import { type Order, orderInput } from '#contract/commerce/orders.ts';
import { productInput } from '#contract/commerce/product-fields.ts';
import { stopInput } from '#contract/commerce/stop-fields.ts';
import { newId } from '#persistence/new-id.ts';

const now = new Date('2026-06-10T12:00:00Z');
const brand = { id: newId(), name: 'Meadow Farm' };
const date = '2026-06-13';

const product = (name: string, fields: object = {}) =>
  newProduct(productInput.parse({ brand_id: brand.id, name, ...fields }), { id: newId(), now, newId });
const eggs = product('Eggs', {
  sku: 'EGG',
  unit: 'each',
  variants: [{ name: 'Dozen', sku: 'EGG-12', unit: 'dozen', weight_grams: 700 }],
});
const melon = product('Melon', { weight_grams: 2000 });
const herbs = product('Herbs');
const dozen = eggs.variants?.[0]?.id;

const stopOf = (name: string) =>
  newStop(
    stopInput.parse({
      brand_id: brand.id,
      name,
      hours: [{ weekday: 'saturday', opens: '08:00', closes: '12:00' }],
    }),
    { id: newId(), now },
  );
const [north, south] = [stopOf('north'), stopOf('South')];

const order = (fields: object, change: Partial<Order> = {}): Order => ({
  ...placeOrder(orderInput.parse({ brand_id: brand.id, pickup_date: date, ...fields }), { id: newId(), now }),
  ...change,
});
const line = (product_id: string, quantity: number, more: object = {}) => ({
  product_id,
  quantity,
  price: 1,
  ...more,
});

const list = (orders: readonly Order[]) =>
  makePickList({
    brand,
    date,
    now,
    orders,
    products: new Map([eggs, melon, herbs].map((one) => [one.id, one])),
    stops: new Map([north, south].map((one) => [one.id, one])),
  });

const orders = [
  order({
    stop_id: south.id,
    customer_name: 'Zoe',
    items: [line(herbs.id, 1), line(eggs.id, 2), line(eggs.id, 1, { variant_id: dozen }), line(melon.id, 1)],
  }),
  order(
    { stop_id: south.id, customer_name: 'amy', items: [line(eggs.id, 3), line(eggs.id, 4)] },
    { status: 'ready' },
  ),
  order({ stop_id: north.id, items: [line(melon.id, 5), line(herbs.id, 9, { fulfillment: 'ship' })] }),
  order({ stop_id: north.id, items: [line(melon.id, 50)] }, { status: 'cancelled' }),
  order({ stop_id: north.id, items: [line(melon.id, 7, { fulfillment: 'ship' })] }),
  order({ items: [line(newId(), 1)] }),
];

test('orders are grouped by stop and customer, without cancelled orders and shipped lines', () => {
  const { stops, ...head } = list(orders);
  expect(head).toMatchObject({ brand_name: 'Meadow Farm', date, order_count: 4, packed_count: 1 });
  expect(stops.map(({ name, order_count, packed_count }) => [name, order_count, packed_count])).toEqual([
    ['north', 1, 0],
    ['South', 2, 1],
    [null, 1, 0],
  ]);
  expect(stops[1]?.orders.map(({ customer_name, is_packed }) => [customer_name, is_packed])).toEqual([
    ['amy', true],
    ['Zoe', false],
  ]);
});

test('lines are packed heaviest first; totals add up by product and variant', () => {
  const { stops, totals } = list(orders);
  const shown = (lines: typeof totals) =>
    lines.map((one) => [one.name, one.variant_name, one.sku, one.unit, one.quantity]);
  expect(shown(stops[1]?.orders[1]?.lines ?? [])).toEqual([
    ['Melon', undefined, undefined, undefined, 1],
    ['Eggs', 'Dozen', 'EGG-12', 'dozen', 1],
    ['Eggs', undefined, 'EGG', 'each', 2],
    ['Herbs', undefined, undefined, undefined, 1],
  ]);
  const sums = Object.fromEntries(
    totals.map(({ name, variant_name, quantity }) => [`${name} ${variant_name ?? ''}`, quantity]),
  );
  expect(sums).toMatchObject({ 'Melon ': 6, 'Eggs Dozen': 1, 'Eggs ': 9, 'Herbs ': 1 });
  expect(totals.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(18);
});

test('CSV has one line for each line of the list', () => {
  const rows = pickListCsv(
    list([order({ stop_id: south.id, customer_name: '=cmd', items: [line(eggs.id, 2)] })]),
  ).split('\r\n');
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(/^South,[0-9a-f-]{36},'=cmd,pending,Eggs,,EGG,each,,2,$/);
});
