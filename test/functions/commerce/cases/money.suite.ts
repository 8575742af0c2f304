import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Farms } from './farm.ts';

/** Taxes, payment states, worth and fulfilment. Numbers are those of the list of reported cases. */
export function moneySuite(farms: () => Farms): void {
  const open = async (settings: object = {}) => {
    const farm = await farms().open({ catalog: 'external' });
    await farm.settings({ promotions: 'on', ...settings });
    return farm;
  };
  const goods = (price: number) => [{ product_id: randomUUID(), quantity: 1, price }];
  const state = (payment_state: string, collect_cents = 0, return_cents = 0) => ({
    payment_state,
    collect_cents,
    return_cents,
  });
  const customer_email = 'olive@example.com';

  describe('taxes', () => {
    test('are those of what was paid for each item (case 10)', async () => {
      const farm = await farms().open();
      const eggs = await farm.product({ name: 'Eggs', tax_category: 'food' });
      const soap = await farm.product({ name: 'Soap', tax_category: 'goods' });
      await farm.settings({
        promotions: 'on',
        tax_rates: [
          { label: 'Food', category: 'food', rate_percent: 5 },
          { label: 'Goods', category: 'goods', rate_percent: 20 },
        ],
      });
      await farm.promoCode({ code: 'EGGS', percent: 50, product_ids: [eggs.id] });
      const items = [eggs, soap].map(({ id }) => ({ product_id: id, quantity: 1, price: 10 }));
      const order = await farm.order({ items, promo_code: 'EGGS' });
      expect(order.tax_lines.map((line: { amount_cents: number }) => line.amount_cents)).toEqual([25, 200]);
      expect(order.amount_due).toBe(17.25);
    });

    test.each([
      ['vegetables', 'Vegetables'],
      ['Fruit ', 'fruit'],
      ['Jalape\u00f1os', 'jalapen\u0303os'],
    ])('the rate of the category %j applies to a product in %j (case 39)', async (rate, category) => {
      const farm = await farms().open();
      const { id } = await farm.product({ category });
      await farm.settings({
        tax_rates: [
          { label: 'None', category: rate, rate_percent: 0 },
          { label: 'Sales tax', rate_percent: 10 },
        ],
      });
      const order = await farm.order({ items: [{ product_id: id, quantity: 1, price: 10 }] });
      expect(order.tax_cents).toBe(0);
    });
  });

  describe('the state of payment', () => {
    test('of a part is partially_paid, with the rest to collect (case 12)', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      expect(await farm.pay(id, 500)).toMatchObject(state('partially_paid', 1500));
      const found = await farm.call(
        `GET /api/v1/orders?brand_id=${farm.brand_id}&payment_state=partially_paid`,
      );
      expect(found.body.data).toMatchObject([{ id, ...state('partially_paid', 1500) }]);
    });

    test('of an unpaid order has all to collect', async () => {
      const farm = await open();
      expect(await farm.order({ items: goods(20) })).toMatchObject(state('unpaid', 2000));
    });

    test('after a full refund and a second payment is paid (case 13)', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      await farm.pay(id, 2000);
      expect(await farm.refund(id, 2000)).toMatchObject(state('refunded'));
      expect(await farm.pay(id, 2000, { method: 'card' })).toMatchObject(state('paid'));
      const found = await farm.call(`GET /api/v1/orders?brand_id=${farm.brand_id}&payment_state=paid`);
      expect(found.body.data).toMatchObject([{ id, payment_state: 'paid' }]);
    });

    test('after a refund that keeps what is due is unpaid until it is paid again', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      await farm.pay(id, 2000);
      expect(await farm.refund(id, 2000, { keeps_due: true })).toMatchObject(state('unpaid', 2000));
      expect(await farm.pay(id, 2000, { method: 'card' })).toMatchObject(state('paid'));
    });

    test('of an order that is half paid and returned has all to collect', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(100) });
      await farm.pay(id, 5000);
      expect(await farm.refund(id, 5000)).toMatchObject({ ...state('unpaid', 10_000), allowed_cents: 0 });
    });

    test('after goodwill is partially_refunded, and an edit takes the goodwill back first', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(30) });
      await farm.pay(id, 3000);
      expect(await farm.refund(id, 1000)).toMatchObject({
        ...state('partially_refunded'),
        allowed_cents: 1000,
      });
      const edited = await farm.data(`PATCH /api/v1/orders/${id}`, { items: goods(20) });
      expect(edited).toMatchObject({ ...state('paid'), allowed_cents: 0 });
    });

    test('after an edit downwards is overpaid until the difference is returned', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      await farm.pay(id, 2000);
      const edited = await farm.data(`PATCH /api/v1/orders/${id}`, { items: goods(15) });
      expect(edited).toMatchObject(state('overpaid', 0, 500));
      const found = await farm.call(`GET /api/v1/orders?brand_id=${farm.brand_id}&payment_state=overpaid`);
      expect(found.body.data).toMatchObject([{ id, return_cents: 500 }]);
      expect(await farm.refund(id, 500)).toMatchObject({ ...state('paid'), allowed_cents: 0 });
    });

    test('after an edit upwards is partially_paid', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      await farm.pay(id, 2000);
      const edited = await farm.data(`PATCH /api/v1/orders/${id}`, { items: goods(25) });
      expect(edited).toMatchObject(state('partially_paid', 500));
      expect(await farm.pay(id, 500)).toMatchObject(state('paid'));
    });

    test('of a refund beyond the overpayment allows only the rest', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      await farm.pay(id, 2000);
      await farm.data(`PATCH /api/v1/orders/${id}`, { items: goods(15) });
      expect(await farm.refund(id, 700)).toMatchObject({
        ...state('partially_refunded'),
        allowed_cents: 200,
      });
    });

    test('of a cancelled order that was paid is overpaid, then refunded', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      await farm.pay(id, 2000);
      expect(await farm.move(id, 'cancelled')).toMatchObject(state('overpaid', 0, 2000));
      expect(await farm.refund(id, 2000)).toMatchObject(state('refunded'));
    });

    test('of a cancelled order that was never paid is unpaid, with nothing to collect', async () => {
      const farm = await open();
      const { id } = await farm.order({ items: goods(20) });
      expect(await farm.move(id, 'cancelled')).toMatchObject(state('unpaid'));
    });

    test('has no refund of items or shipping beyond what they cost, whatever is paid', async () => {
      const farm = await open({ shipping: { fee_cents: 500 } });
      const [kale, beets] = [randomUUID(), randomUUID()];
      const items = [kale, beets].map((product_id) => ({ product_id, quantity: 2, price: 5 }));
      const paid = async () => {
        const { id } = await farm.order({ items, fulfillment: 'ship' });
        await farm.pay(id, 2500);
        return id;
      };
      const refusal = (id: string, amount_cents: number, fields: object) =>
        farm.refusal(`POST /api/v1/orders/${id}/refunds`, {
          ...{ amount_cents, method: 'cash', reason: 'bruised' },
          ...fields,
        });
      const of = (quantity: number, product_id = kale) => ({ items: [{ product_id, quantity }] });
      const refused = [409, 'refund_refused'];
      const first = await paid();
      await farm.refund(first, 500, of(1));
      await farm.refund(first, 400, of(1));
      expect(await refusal(first, 101, of(2))).toEqual(refused);
      expect(await farm.refund(first, 100, of(2))).toMatchObject({ allowed_goods_cents: 1000 });
      expect(await refusal(first, 1, of(1))).toEqual(refused);
      const again = await paid();
      const keeps = { keeps_due: true };
      expect(await refusal(again, 501, { ...keeps, of: 'shipping' })).toEqual(refused);
      expect(await refusal(again, 100, { ...keeps, ...of(3) })).toEqual(refused);
      await farm.move(again, 'cancelled');
      expect(await refusal(again, 100, of(1, randomUUID()))).toEqual(refused);
      expect(await farm.refund(again, 1000, of(2))).toMatchObject(state('overpaid', 0, 1500));
    });

    test('is on the pick list with the amount to collect', async () => {
      const farm = await open();
      const [pickup_date, stop_id] = ['2030-05-01', randomUUID()];
      const { id } = await farm.order({ items: goods(20), stop_id, pickup_date });
      await farm.pay(id, 500);
      const route = `GET /api/v1/pick-lists?brand_id=${farm.brand_id}&date=${pickup_date}`;
      const { stops } = await farm.data(route);
      expect(stops[0].orders).toMatchObject([{ id, ...state('partially_paid', 1500) }]);
    });
  });

  describe('what an order is worth', () => {
    test('is nothing after a code of 100 % and after a full refund (case 30)', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FREE', percent: 100 });
      const { contact_id } = await farm.order({ customer_email, items: goods(50), promo_code: 'FREE' });
      const { id } = await farm.order({ customer_email, items: goods(50) });
      await farm.pay(id, 5000);
      await farm.refund(id, 5000);
      expect(await farm.report('revenue')).toMatchObject({ gross: 100, net: 0 });
      const today = new Date().toISOString().slice(0, 10);
      const route = `GET /api/v1/analytics/revenue?brand_id=${farm.brand_id}&from=${today}&to=${today}`;
      expect(await farm.data(route)).toMatchObject({ gross: 100, net: 0 });
      expect(await farm.contact(contact_id)).toMatchObject({ order_count: 2, total_spent: 0 });
      expect(await farm.report('products')).toMatchObject({ revenue: 0 });
    });

    test('is the net of the report, beside list prices and refunds of goods', async () => {
      const farm = await open({ shipping: { fee_cents: 500 } });
      await farm.promoCode({ code: 'SPRING' });
      const order = { items: goods(50), fulfillment: 'ship', promo_code: 'SPRING' };
      const { id } = await farm.order(order);
      await farm.pay(id, 5000);
      await farm.refund(id, 500, { of: 'shipping' });
      await farm.refund(id, 900, { items: [{ product_id: order.items[0]?.product_id, quantity: 1 }] });
      const { id: cancelled } = await farm.order({ items: goods(7) });
      await farm.move(cancelled, 'cancelled');
      const figures = { gross: 57, cancelled: 7, refunded: 9, net: 36 };
      expect(await farm.report('revenue')).toMatchObject({ ...figures, days: [figures] });
    });

    test('leaves out taxes that prices include', async () => {
      const farm = await open({ taxes_included: true, tax_rates: [{ label: 'VAT', rate_percent: 20 }] });
      const { contact_id, tax_cents } = await farm.order({ customer_email, items: goods(12) });
      expect(tax_cents).toBe(200);
      expect((await farm.contact(contact_id)).total_spent).toBe(10);
      expect(await farm.report('revenue')).toMatchObject({ gross: 12, net: 10 });
    });

    test('leaves out taxes and shipping that are added', async () => {
      const farm = await open({
        tax_rates: [{ label: 'Sales tax', rate_percent: 10 }],
        shipping: { fee_cents: 500 },
      });
      const { contact_id, amount_due } = await farm.order({
        customer_email,
        items: goods(10),
        fulfillment: 'ship',
      });
      expect(amount_due).toBe(16);
      expect((await farm.contact(contact_id)).total_spent).toBe(10);
    });

    test('keeps its goods when only the shipping is refunded', async () => {
      const farm = await open({ shipping: { fee_cents: 500 } });
      const { id, contact_id } = await farm.order({ customer_email, items: goods(20), fulfillment: 'ship' });
      await farm.pay(id, 2500);
      expect(await farm.refund(id, 500, { of: 'shipping' })).toMatchObject({
        ...state('partially_refunded'),
        allowed_cents: 500,
        allowed_goods_cents: 0,
      });
      expect((await farm.contact(contact_id)).total_spent).toBe(20);
      expect((await farm.report('revenue')).net).toBe(20);
    });

    test('loses a refund of lines at the product of these lines', async () => {
      const farm = await open();
      const [kale, beets] = [randomUUID(), randomUUID()];
      const items = [kale, beets].map((product_id) => ({ product_id, quantity: 1, price: 10 }));
      const { id, contact_id } = await farm.order({ customer_email, items });
      await farm.pay(id, 2000);
      await farm.refund(id, 400, { items: [{ product_id: kale, quantity: 1 }] });
      expect((await farm.contact(contact_id)).total_spent).toBe(16);
      const { products } = await farm.report('products');
      const revenueOf = (id: string) =>
        products.find(({ product_id }: { product_id: string }) => product_id === id).revenue;
      expect([revenueOf(kale), revenueOf(beets)]).toEqual([6, 10]);
    });

    test('is apportioned when a refund names nothing', async () => {
      const farm = await open({ shipping: { fee_cents: 1000 } });
      const { id, contact_id } = await farm.order({ customer_email, items: goods(30), fulfillment: 'ship' });
      await farm.pay(id, 4000);
      await farm.refund(id, 1000);
      expect((await farm.contact(contact_id)).total_spent).toBe(22.5);
    });
  });

  describe('fulfilment', () => {
    const ship = { fulfillment: 'ship' };
    const shipping = { fee_cents: 500 };

    test('of shipped items with a silent order costs the shipping fee (case 11)', async () => {
      const farm = await open({ shipping });
      const items = goods(10).map((item) => ({ ...item, ...ship }));
      expect(await farm.order({ items })).toMatchObject({
        fulfillment: 'pickup',
        delivery: 'ship',
        shipping_cents: 500,
        amount_due: 15,
        items: [{ fulfillment: 'ship', delivery: 'ship' }],
      });
    });

    test('of a silent item in a shipped order is shipped, and shown by its default', async () => {
      const farm = await open({ shipping });
      expect(await farm.order({ ...ship })).toMatchObject({
        delivery: 'ship',
        shipping_cents: 500,
        items: [{ fulfillment: 'pickup', delivery: 'ship' }],
      });
    });

    test('that says nothing is a pickup', async () => {
      const farm = await open({ shipping });
      expect(await farm.order({})).toMatchObject({
        fulfillment: 'pickup',
        delivery: 'pickup',
        shipping_cents: 0,
        items: [{ fulfillment: 'pickup', delivery: 'pickup' }],
      });
    });

    test('of a silent item in a mixed order is a pickup', async () => {
      const farm = await open({ shipping });
      const items = [...goods(10), ...goods(10).map((item) => ({ ...item, ...ship }))];
      expect(await farm.order({ fulfillment: 'mixed', items })).toMatchObject({
        delivery: 'mixed',
        shipping_cents: 500,
        items: [{ delivery: 'pickup' }, { delivery: 'ship' }],
      });
    });

    test('that contradicts itself counts as mixed', async () => {
      const farm = await open({ shipping });
      const items = goods(10).map((item) => ({ ...item, ...ship }));
      expect(await farm.order({ fulfillment: 'pickup', items })).toMatchObject({
        delivery: 'mixed',
        shipping_cents: 500,
      });
    });

    test('of its own filters lists', async () => {
      const farm = await open();
      const items = goods(10).map((item) => ({ ...item, ...ship }));
      const shipped = await farm.order({ items });
      const picked = await farm.order({});
      const idsOf = async (ships: boolean) =>
        (await farm.data(`GET /api/v1/orders?brand_id=${farm.brand_id}&ships=${ships}`)).map(
          ({ id }: { id: string }) => id,
        );
      expect([await idsOf(true), await idsOf(false)]).toEqual([[shipped.id], [picked.id]]);
    });

    test('by shipping takes no pickup place and no line of the pick list', async () => {
      const farm = await farms().open({ catalog: 'external', stops: 'managed' });
      const hours = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(
        (weekday) => ({ weekday, opens: '08:00', closes: '18:00' }),
      );
      const stop = { brand_id: farm.brand_id, name: 'North', hours, capacity: 1 };
      const { id: stop_id } = await farm.data('POST /api/v1/stops', stop);
      const [, day] = await farm.data(`GET /api/v1/stops/${stop_id}/pickup-days`);
      const pickup = { stop_id, pickup_date: day.date };
      await farm.order({ ...pickup, items: goods(10).map((item) => ({ ...item, ...ship })) });
      const { id } = await farm.order(pickup);
      const list = await farm.data(`GET /api/v1/pick-lists?brand_id=${farm.brand_id}&date=${day.date}`);
      expect(list.stops[0].orders).toMatchObject([{ id }]);
      const full = { brand_id: farm.brand_id, items: goods(10), ...pickup };
      expect(await farm.refusal('POST /api/v1/orders', full)).toEqual([409, 'pickup_day_full']);
    });
  });
}
