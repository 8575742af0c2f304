import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Principal } from '#auth/principal.ts';
import { addDays } from '#calendar/days.ts';
import { withNames } from '#commerce/orders/items.ts';
import { type Order, orderInput } from '#commerce/orders/order.ts';
import { placeOrder } from '#commerce/orders/rules.ts';
import { productInput } from '#commerce/products/product-fields.ts';
import { newProduct } from '#commerce/products/rules.ts';
import * as declared from '#commerce/stops/contract.ts';
import { stopExamples } from '#commerce/stops/examples.ts';
import { makePickList, pickListCsv } from '#commerce/stops/pick-list.ts';
import { checkPickup, newStop, nextPickupDays, replaceStop } from '#commerce/stops/rules.ts';
import { ids } from '#contract/commerce/examples/records.ts';
import { endpointsIn } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { newId } from '#persistence/new-id.ts';
import {
  anOrder,
  type CommerceService,
  newBrand,
  startCommerceService,
} from '../functions/commerce-service.ts';
import { invoke, playExamples, withoutTimes } from '../functions/invoke.ts';
import { watchCommands } from '../functions/table-commands.ts';

const { stopInput, stopReplacement } = declared;
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

const products = new Map([eggs, melon, herbs].map((one) => [one.id, one]));
const order = (fields: object, change: Partial<Order> = {}): Order => {
  const input = orderInput.parse({ brand_id: brand.id, pickup_date: date, ...fields });
  const placed = { ...placeOrder(input, { id: newId(), now }), number: 1001 };
  return { ...withNames(placed, undefined, { products }), ...change };
};
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

test('CSV has one line for each line of the list, and each amount once', () => {
  const of = { stop_id: south.id };
  const picked = list([
    order({ ...of, customer_name: '=cmd', items: [line(melon.id, 3), line(eggs.id, 2)] }, { number: 1042 }),
    order({ ...of, customer_name: 'Zoe', items: [line(eggs.id, 1)] }, { number: 1043, collect_cents: 0 }),
  ]);
  expect(picked.stops.map(({ collect_cents }) => collect_cents)).toEqual([500]);
  const rows = pickListCsv(picked).split('\r\n');
  expect(rows.slice(1).map((row) => row.replace(/[0-9a-f-]{36}/, 'id'))).toEqual([
    "South,1042,id,'=cmd,pending,Melon,,,,,3,,unpaid,5,0,5",
    "South,1042,id,'=cmd,pending,Eggs,,EGG,each,,2,,unpaid,,,",
    'South,1043,id,Zoe,pending,Eggs,,EGG,each,,1,,unpaid,0,0,',
    '',
  ]);
});

const brand_id = '0199a1c0-5d2e-7b10-8c3a-2f6d1e9b4a70';
const stop_id = '3d5c9f12-6a4e-4b87-a0d1-7e2f8c9b5a46';
const saturdays = { name: 'Market', hours: [{ weekday: 'saturday', opens: '08:30', closes: '12:00' }] };

const aStop = (fields: object = {}, now = new Date('2026-01-01T00:00:00Z')) =>
  newStop(stopInput.parse({ brand_id, ...saturdays, ...fields }), { id: stop_id, now });

describe('pickup days', () => {
  const next = (stop: ReturnType<typeof aStop>, now: string, limit = 2, timeZone = 'America/Denver') =>
    nextPickupDays(stop, { now: new Date(now), timeZone, limit }).map(({ date, opens_at, cut_off }) => [
      date,
      opens_at,
      cut_off,
    ]);

  test('keep their wall-clock times over a change of daylight saving', () => {
    const stop = aStop({ cut_off: { days_before: 1, time: '18:00' } });
    expect(next(stop, '2026-03-06T12:00:00Z')).toEqual([
      ['2026-03-07', '2026-03-07T15:30:00.000Z', '2026-03-07T01:00:00.000Z'],
      ['2026-03-14', '2026-03-14T14:30:00.000Z', '2026-03-14T00:00:00.000Z'],
    ]);
  });

  test('end at their cut-off, to the millisecond; without one, at the first opening', () => {
    const stop = aStop({ cut_off: { days_before: 2, time: '12:00' } });
    expect(next(stop, '2026-06-11T17:59:59.999Z', 1)[0]?.[0]).toBe('2026-06-13');
    expect(next(stop, '2026-06-11T18:00:00.000Z', 1)[0]?.[0]).toBe('2026-06-20');
    expect(next(aStop(), '2026-06-13T14:29:59.999Z', 1)[0]?.[0]).toBe('2026-06-13');
    expect(next(aStop(), '2026-06-13T14:30:00.000Z', 1)[0]?.[0]).toBe('2026-06-20');
  });

  test('leave out closed dates, other weekdays and inactive stops', () => {
    const stop = aStop({ closed_dates: ['2026-06-13'] });
    expect(next(stop, '2026-06-10T00:00:00Z', 2).map(([date]) => date)).toEqual(['2026-06-20', '2026-06-27']);
    expect(next(aStop({ is_active: false }), '2026-06-10T00:00:00Z')).toEqual([]);
    const closed = aStop({
      closed_dates: Array.from({ length: 60 }, (_, n) => addDays('2026-01-03', 7 * n)),
    });
    expect(next(closed, '2026-01-01T00:00:00Z')).toEqual([]);
  });

  test('have the times of the day in their order', () => {
    const hours = [
      { weekday: 'saturday', opens: '15:00', closes: '18:00' },
      { weekday: 'saturday', opens: '08:00', closes: '11:00' },
    ];
    const [day] = nextPickupDays(aStop({ hours }), {
      now: new Date('2026-06-10T00:00:00Z'),
      timeZone: 'UTC',
      limit: 1,
    });
    expect(day?.hours.map(({ opens }) => opens)).toEqual(['08:00', '15:00']);
  });
});

describe('an order', () => {
  const now = new Date('2026-06-10T12:00:00Z');
  const stop = aStop({ cut_off: { days_before: 1, time: '12:00' } });
  const rules = { stops: 'managed', time_zone: 'UTC', stop } as const;
  const code = (pickup: object, other: object = {}) => {
    try {
      checkPickup({ stop_id, ...pickup }, { ...rules, ...other }, now);
      return 'accepted';
    } catch (error) {
      return error instanceof ApiError ? error.details?.[0]?.code : error;
    }
  };

  test.each<[object, object, string]>([
    [{}, {}, 'accepted'],
    [{ pickup_date: '2026-06-13' }, {}, 'accepted'],
    [{ pickup_date: '2026-06-12' }, {}, 'no_pickup_day'],
    [{ pickup_date: '2026-06-06' }, {}, 'cut_off_passed'],
    [{ pickup_date: '2027-06-12' }, {}, 'no_pickup_day'],
    [{}, { stop: undefined }, 'unknown_stop'],
    [{}, { stop: { ...stop, is_active: false } }, 'inactive_stop'],
    [{ stop_id: undefined }, { stop: undefined }, 'accepted'],
    [{ stop_id: undefined, pickup_date: '2026-06-13' }, { stop: undefined }, 'stop_required'],
    [{ pickup_date: '2026-06-12' }, { stop: undefined, stops: 'external' }, 'accepted'],
  ])('with %j under %j is %s', (pickup, other, outcome) => {
    expect(code(pickup, other)).toBe(outcome);
  });
});

test('a replacement of a stop removes omitted members', () => {
  const stop = aStop({ capacity: 5, notes: 'x' });
  const replaced = replaceStop(stop, stopReplacement.parse(saturdays), new Date('2026-02-01T00:00:00Z'));
  expect(replaced).toEqual({ ...aStop(), updated_at: '2026-02-01T00:00:00.000Z', version: 2 });
});

test.each([
  [{ hours: [] }],
  [{ hours: [{ weekday: 'saturday', opens: '12:00', closes: '08:30' }] }],
  [{ hours: [{ weekday: 'saturday', opens: '24:00', closes: '24:30' }] }],
  [{ hours: [{ weekday: 'sat', opens: '08:00', closes: '09:00' }] }],
  [{ closed_dates: ['2026-02-30'] }],
  [{ capacity: 0 }],
  [{ cut_off: { days_before: 31, time: '12:00' } }],
])('a stop with %j is not valid', (fields) => {
  expect(stopInput.safeParse({ brand_id, ...saturdays, ...fields }).success).toBe(false);
});

describe('endpoints', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  const made = async (caller: Principal, brand_id: string, fields: object = {}) => {
    const { body } = await invoke('create-stop', { caller, body: { brand_id, ...saturdays, ...fields } });
    return body.data;
  };
  const everyDay = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(
    (weekday) => ({ weekday, opens: '08:00', closes: '12:00' }),
  );

  test('list stops oldest first, page by page', async () => {
    const { brand_id, caller } = await newBrand();
    const stops = [await made(caller, brand_id), await made(caller, brand_id), await made(caller, brand_id)];
    const query = { brand_id, limit: '2' };
    const first = await invoke('list-stops', { caller, query });
    expect(first.body.data).toEqual(stops.slice(0, 2));
    const cursor = first.body.pagination.next_cursor;
    const second = await invoke('list-stops', { caller, query: { ...query, cursor } });
    expect(second.body).toEqual({ data: stops.slice(2), pagination: { next_cursor: null, has_more: false } });
  });

  test('reply as the examples of the documentation show', async () => {
    const { brand_id, caller } = await newBrand({ stops: 'managed' });
    const replies = await playExamples(stopExamples, caller, { [ids.brand]: brand_id });
    for (const { name, responses } of endpointsIn(declared)) {
      const [success] = Object.keys(responses);
      expect([name, replies[name]?.status]).toEqual([name, Number(success)]);
      // Their replies depend on orders and on the day of the test.
      if (name === 'list-pickup-days' || name === 'get-pick-list') continue;
      expect([name, replies[name]?.body]).toEqual([name, withoutTimes(stopExamples[name]?.response)]);
    }
  });

  test('a replacement is repeated on the version of another change, and a deletion too', async () => {
    const { brand_id, caller } = await newBrand();
    const stop = await made(caller, brand_id);
    const parameters = { id: stop.id };
    let conflicts = 1;
    const stopWatching = watchCommands(service.table, async ({ name }) => {
      if (name !== 'TransactWriteItemsCommand' || conflicts === 0) return;
      conflicts -= 1;
      const other = await invoke('update-stop', {
        caller,
        parameters,
        body: { ...saturdays, name: 'Other' },
      });
      expect(other.status).toBe(200);
    });
    const mine = await invoke('update-stop', { caller, parameters, body: { ...saturdays, name: 'Mine' } });
    expect(mine.body.data).toMatchObject({ name: 'Mine', version: 3 });
    expect(mine.headers['ETag']).toBe('"v3"');
    conflicts = 1;
    expect((await invoke('delete-stop', { caller, parameters })).status).toBe(204);
    stopWatching();
    expect((await invoke('get-stop', { caller, parameters })).status).toBe(404);
  });

  test('pickup days count orders, and a pick list has those of its day, stop and status', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external', stops: 'managed' });
    const stop = await made(caller, brand_id, { hours: everyDay, capacity: 2 });
    const daysOf = async () =>
      (await invoke('list-pickup-days', { caller, parameters: { id: stop.id }, query: { limit: '2' } })).body
        .data;
    const [, { date: pickup_date }] = await daysOf();
    const place = async (fields: object = {}) =>
      invoke('create-order', {
        caller,
        body: anOrder(brand_id, { stop_id: stop.id, pickup_date, ...fields }),
      });
    const first = await place();
    await place();
    expect((await daysOf())[1]).toMatchObject({ orders: 2, capacity: 2, is_full: true });
    expect(await place()).toMatchObject({ status: 409, body: { code: 'pickup_day_full' } });
    const cancelled = { caller, parameters: { id: first.body.data.id }, body: { status: 'cancelled' } };
    expect((await invoke('update-order-status', cancelled)).status).toBe(200);
    expect((await daysOf())[1]).toMatchObject({ orders: 1, is_full: false });
    const pickList = async (more: object = {}) => {
      const query = { brand_id, date: pickup_date, ...more };
      return (await invoke('get-pick-list', { caller, query })).body.data;
    };
    expect(await pickList()).toMatchObject({ order_count: 1, stops: [{ stop_id: stop.id, name: 'Market' }] });
    expect((await pickList({ stop_id: stop.id })).order_count).toBe(1);
    expect((await pickList({ stop_id: newId() })).order_count).toBe(0);
    expect((await pickList({ status: 'ready' })).order_count).toBe(0);
  });
});
