import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toDecimalNumber } from '#commerce/money.ts';
import type { Order } from '#commerce/orders/order.ts';
import { expectedReports } from '../../commerce/order-book.ts';
import { type CommerceService, startCommerceService } from '../commerce-service.ts';
import { invoke } from '../invoke.ts';
import { openShop } from './order-shop.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

describe('edits, payments and history', () => {
  test('an order is edited, paid, moved and refunded, and its history shows each change', async () => {
    const { newProduct, order, edit, pay, move, refund, call, caller } = await openShop();
    const id = await newProduct({ price: 5 });
    const made = await order([[id, 2, { price: 5 }]], { notes: 'Gate', customer_name: 'Ana' });
    const edited = await edit(made.id, { notes: null, customer_name: 'Ana Lee' });
    expect(edited).toMatchObject({ customer_name: 'Ana Lee', total: 10, version: 2 });
    expect(edited.notes).toBeUndefined();
    const paid = await pay(made.id, 1000, { reference: '1042', note: 'At the stand' });
    expect(paid).toMatchObject({
      payment: { kind: 'payment', amount_cents: 1000, by: caller.subject, currency: 'USD' },
      order: { payment_state: 'paid', version: 3 },
    });
    await pay(made.id, 1, {}, 409);
    await move(made.id, 'confirmed');
    await edit(made.id, { notes: 'late' }, 409);
    const refunded = await refund(made.id, 1000);
    expect(refunded.order).toMatchObject({ payment_state: 'refunded', refunded_cents: 1000 });
    await refund(made.id, 1, {}, 409);
    const history = await call('list-order-changes', { parameters: { id: made.id }, query: {} });
    expect(history.body.data).toMatchObject([
      { kind: 'refunded', reason: 'bruised', version: 5 },
      { kind: 'status_changed', previous_status: 'pending', status: 'confirmed' },
      { kind: 'paid', members: ['collect_cents', 'paid_cents', 'payment_state'] },
      { kind: 'edited', members: ['customer_name', 'notes'], by: caller.subject },
    ]);
    const records = await call('list-order-payments', { parameters: { id: made.id }, query: {} });
    expect(records.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['refund', 'payment']);
  });

  test('of parallel refunds no more succeed than was paid', async () => {
    const { newProduct, order, pay, caller, call } = await openShop();
    const made = await order([[await newProduct(), 10]]);
    await pay(made.id, 1000);
    const body = { amount_cents: 300, method: 'cash', reason: 'r' };
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () =>
        invoke('create-order-refund', { caller, parameters: { id: made.id }, body }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(3);
    const { body: read } = await call('get-order', { parameters: { id: made.id } });
    expect(read.data).toMatchObject({ refunded_cents: 900, payment_state: 'partially_refunded' });
  });

  test('an edit changes no status, and a replay of a payment nothing', async () => {
    const { newProduct, order, caller, call } = await openShop();
    const { id } = await order([[await newProduct(), 1]]);
    const edit = (more: object) =>
      invoke('edit-order', { caller, parameters: { id }, body: { notes: 'n' }, ...more });
    expect((await edit({ body: {} })).status).toBe(400);
    expect((await edit({ body: { status: 'ready' } })).status).toBe(400);
    const headers = { 'idempotency-key': randomUUID() };
    const payment = { parameters: { id }, headers, body: { amount_cents: 60, method: 'card' } };
    const [first, again] = [
      await call('create-order-payment', payment, 201),
      await call('create-order-payment', payment, 201),
    ];
    expect(again.body).toEqual(first.body);
    const { body } = await call('get-order', { parameters: { id } });
    expect(body.data).toMatchObject({ paid_cents: 60, version: 2 });
  });
});

describe('numbers', () => {
  const numberOf = ({ body }: { readonly body: { readonly data: Order } }) => body.data.number;

  test('count the orders of each brand, however many arrive at once and whatever is refused or repeated', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const pear = await shop.newProduct();
    await shop.stock(pear, 12);
    // Orders of one customer conflict over the facts of the contact.
    const pears = (quantity: number) => ({
      brand_id: shop.brand_id,
      customer_email: 'ana@example.com',
      items: [{ product_id: pear, quantity, price: 1 }],
    });
    const keyed = Array.from({ length: 10 }, () => ({
      body: pears(1),
      headers: { 'idempotency-key': randomUUID() },
    }));
    const made = await Promise.all(keyed.map((request) => shop.call('create-order', request, 201)));
    const numbers = made.map(numberOf);
    expect(numbers.toSorted()).toEqual(Array.from({ length: 10 }, (_, n) => 1001 + n));
    const again = await Promise.all(keyed.map((request) => shop.call('create-order', request, 201)));
    expect(again.map(numberOf)).toEqual(numbers);
    await shop.call('create-order', { body: pears(3) }, 409);
    const next = await shop.call('create-order', { body: pears(2) }, 201);
    expect(numberOf(next)).toBe(1011);
    expect((await other.order([[await other.newProduct(), 1]])).number).toBe(1001);
    expect((await shop.edit(next.body.data.id, { notes: 'n' })).number).toBe(1011);
    for (const text of ['#1011', ' # 1011', '1011', '1011 ana']) {
      expect((await shop.search({ text })).data.map(({ number }: Order) => number)).toEqual([1011]);
    }
    expect((await shop.search({ text: '#101' })).data).toEqual([]);
  });
});

describe('promo codes and settings', () => {
  async function shopWithPromotions() {
    const shop = await openShop({ currency: 'EUR' });
    const { brand_id, call } = shop;
    const body = {
      promotions: 'on',
      tax_rates: [{ label: 'VAT', category: 'food', rate_percent: 10 }],
      shipping: { fee_cents: 500 },
    };
    await call('update-order-settings', { parameters: { brand_id }, body });
    const promo = async (code: string, rules: object) =>
      (await call('create-promo-code', { body: { brand_id, code, ...rules } }, 201)).body.data;
    const usesOf = async (id: string): Promise<number> =>
      (await call('get-promo-code', { parameters: { id } })).body.data.use_count;
    return { ...shop, promo, usesOf };
  }

  test('without promotions every code is accepted and has no effect', async () => {
    const { newProduct, order } = await openShop();
    const made = await order([[await newProduct(), 1]], { promo_code: 'No such code!' });
    expect(made).toMatchObject({ promo_code: 'No such code!', discount_cents: 0, amount_due: 1 });
  });

  test('discount, tax of the category and shipping follow from settings and code', async () => {
    const { newProduct, order, promo, edit } = await shopWithPromotions();
    const id = await newProduct({ category: 'food' });
    await promo('TEN', { kind: 'percent', percent: 10 });
    const made = await order([[id, 20]], { promo_code: 'ten', fulfillment: 'ship' });
    expect(made).toMatchObject({
      currency: 'EUR',
      total: 20,
      discount_cents: 200,
      tax_cents: 180,
      shipping_cents: 500,
      amount_due: 24.8,
    });
    const smaller = await edit(made.id, { items: [{ product_id: id, quantity: 10, price: 1 }] });
    expect(smaller).toMatchObject({ total: 10, discount_cents: 100, tax_cents: 90, amount_due_cents: 1490 });
  });

  test('limits hold exactly under parallel orders, and a cancelled order gives its use back', async () => {
    const { newProduct, tryOrder, order, move, promo, usesOf } = await shopWithPromotions();
    const items = [{ product_id: await newProduct(), quantity: 5, price: 1 }];
    const few = await promo('FEW', { kind: 'fixed', amount_cents: 100, max_uses: 5 });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => tryOrder({ items, promo_code: 'FEW' })),
    );
    const taken = outcomes.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(5);
    expect(outcomes.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'promo_code_refused',
      error: 'Promo code FEW has no uses left',
    });
    expect(await usesOf(few.id)).toBe(5);
    await move(taken[0]?.body.data.id, 'cancelled');
    expect(await usesOf(few.id)).toBe(4);

    const once = await promo('ONCE', { kind: 'free_shipping', max_uses_per_customer: 1 });
    const body = { items, promo_code: 'once', customer_email: 'ana@example.com', fulfillment: 'ship' };
    const ofAna = await Promise.all(Array.from({ length: 8 }, () => tryOrder(body)));
    const made = ofAna.filter(({ status }) => status === 201);
    expect(made.map(({ body: { data } }) => data.shipping_cents)).toEqual([0]);
    await move(made[0]?.body.data.id, 'cancelled');
    await order([[items[0]?.product_id ?? '', 1]], { ...body, items });
    expect(await usesOf(once.id)).toBe(1);
  });

  test('of parallel first orders one gets the code for the first order', async () => {
    const { newProduct, tryOrder, promo } = await shopWithPromotions();
    const items = [{ product_id: await newProduct(), quantity: 1, price: 1 }];
    await promo('WELCOME', { kind: 'percent', percent: 50, first_order_only: true });
    const body = { items, promo_code: 'WELCOME', customer_email: 'ben@example.com' };
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => tryOrder(body)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test('a code is unique in any letter case, is replaced and deleted, and orders keep their discount', async () => {
    const { newProduct, order, promo, call, brand_id, edit, move } = await shopWithPromotions();
    const made = await promo('Leaf', { kind: 'fixed', amount_cents: 50 });
    const again = { brand_id, code: 'LEAF', kind: 'percent', percent: 5 };
    expect((await call('create-promo-code', { body: again }, 409)).body.code).toBe('promo_code_exists');
    const placed = await order([[await newProduct(), 1]], { promo_code: 'leaf' });
    const parameters = { id: made.id };
    const replaced = await call('update-promo-code', { parameters, body: { kind: 'percent', percent: 5 } });
    expect(replaced.body.data).toMatchObject({ kind: 'percent', percent: 5, use_count: 1, version: 2 });
    expect(replaced.body.data.amount_cents).toBeUndefined();
    expect((await call('list-promo-codes', { query: { brand_id } })).body.data).toEqual([replaced.body.data]);
    await call('delete-promo-code', { parameters }, 204);
    await call('get-promo-code', { parameters }, 404);
    expect(await edit(placed.id, { notes: 'n' })).toMatchObject({ discount_cents: 50 });
    await move(placed.id, 'cancelled');
    expect((await promo('leaf', { kind: 'percent', percent: 5 })).use_count).toBe(0);
  });
});

test('reports equal a recount after random orders, edits, payments, refunds, cancels and completions', async () => {
  const shop = await openShop();
  const products = [await shop.newProduct(), await shop.newProduct(), await shop.newProduct()];
  let seed = 20261122;
  // mulberry32: the same sequence in every run.
  const random = (below: number) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const lines = () =>
    Array.from({ length: 1 + random(3) }, () => ({
      product_id: products[random(products.length)] ?? '',
      quantity: 1 + random(5),
      price: (1 + random(9999)) / 1000,
    }));
  const fulfillment = () => ['pickup', 'ship', 'mixed'][random(3)];
  const orders: Order[] = [];
  for (let step = 0; step < 80; step++) {
    const index = random(orders.length + 2);
    const order = orders[index];
    if (!order) {
      const customer = random(3) ? { customer_email: `c${random(4)}@example.com` } : {};
      const body = { items: lines(), fulfillment: fulfillment(), ...customer };
      orders.push((await shop.tryOrder(body)).body.data);
      continue;
    }
    const choice = random(5);
    const parameters = { id: order.id };
    const { caller } = shop;
    const unpaid = order.amount_due_cents - order.paid_cents + order.refunded_cents;
    const outcome =
      choice === 0
        ? await invoke('edit-order', {
            caller,
            parameters,
            body: { items: lines(), fulfillment: fulfillment() },
          })
        : choice === 1
          ? await invoke('update-order-status', {
              caller,
              parameters,
              body: { status: ['confirmed', 'ready', 'completed', 'cancelled'][random(4)] },
            })
          : choice === 2
            ? await invoke('create-order-payment', {
                caller,
                parameters,
                body: { amount_cents: Math.max(1, random(unpaid + 2)), method: 'cash' },
              })
            : await invoke('create-order-refund', {
                caller,
                parameters,
                body: { amount_cents: 1 + random(200), method: 'cash', reason: 'r' },
              });
    if (outcome.status < 300) orders[index] = outcome.body.data.order ?? outcome.body.data;
  }
  const today = new Date().toISOString().slice(0, 10);
  const { products: sold, ...expected } = expectedReports(orders, '2026-01-01', today);
  for (const [type, figures] of Object.entries(expected)) {
    expect(await shop.report(type)).toMatchObject(figures);
  }
  expect(await shop.report('products')).toMatchObject({
    product_count: sold.product_count,
    quantity: sold.quantity,
    revenue: sold.revenue,
  });
  const due = orders.reduce((sum, { amount_due_cents }) => sum + BigInt(amount_due_cents), 0n);
  expect(toDecimalNumber(due)).toBeGreaterThan(0);
});
