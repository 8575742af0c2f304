import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '#persistence/new-id.ts';
import { type CommerceService, startCommerceService } from '../commerce-service.ts';
import { invoke } from '../invoke.ts';
import { watchCommands } from '../table-commands.ts';
import { openShop, type Shop } from './order-shop.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

const reward = 500;

/** A shop with a customer who has credit of `rewards` rewards of 500 cents. */
async function shopWithCredit(rewards: number, fields: object = {}) {
  const shop = await openShop(fields);
  const { brand_id, call, newProduct, order, move } = shop;
  await call('update-referral-settings', {
    parameters: { brand_id },
    body: { reward: { kind: 'amount', amount_cents: reward }, expires_days: 90 },
  });
  const email = `ana-${randomUUID()}@example.com`;
  const code = await call('create-customer-code', { body: { brand_id, customer_email: email } }, 201);
  const { customer_id, code: referral_code } = code.body.data;
  const product = await newProduct({ name: 'Credit pears' });
  const { settleReward } = await import('#commerce/referrals/work.ts');
  for (let n = 0; n < rewards; n++) {
    const friend = `friend-${randomUUID()}@example.com`;
    await call('redeem-referral', { body: { brand_id, referral_code, referred_email: friend } }, 201);
    const made = await order([[product, 1]], { customer_email: friend });
    for (const status of ['confirmed', 'ready', 'completed']) await move(made.id, status);
    await settleReward(brand_id, made.id, { now: new Date(), newId });
  }
  const credit = async () => {
    const { body } = await call('get-credit', { query: { brand_id, customer_id } });
    const { balance_cents, lots, entries } = body.data;
    const sum = (some: readonly { cents: number }[]) => some.reduce((total, { cents }) => total + cents, 0);
    expect([sum(lots), sum(entries)]).toEqual([balance_cents, balance_cents]);
    return balance_cents as number;
  };
  return { ...shop, email, product, credit };
}

const kindsOf = async ({ call }: Shop, id: string) =>
  (await call('list-order-changes', { parameters: { id }, query: {} })).body.data.map(
    ({ kind }: { kind: string }) => kind,
  );

describe('credit on a new order', () => {
  test('lowers the amount due, and a replay takes nothing more', async () => {
    const { email: customer_email, product, credit, caller, brand_id } = await shopWithCredit(1);
    const items = [{ product_id: product, quantity: 8, price: 1 }];
    const body = { brand_id, customer_email, items, credit_cents: 300 };
    const headers = { 'idempotency-key': randomUUID() };
    const made = await invoke('create-order', { caller, body, headers });
    expect(made.body.data).toMatchObject({
      total: 8,
      credit_cents: 300,
      amount_due_cents: 500,
      amount_due: 5,
    });
    expect((await invoke('create-order', { caller, body, headers })).body).toEqual(made.body);
    expect(await credit()).toBe(200);
  });

  test('is refused beyond the amount due, without enough credit and without a customer', async () => {
    const { email: customer_email, product, credit, order, search } = await shopWithCredit(1);
    await order([[product, 3]], { customer_email, credit_cents: 301 }, 400);
    for (const customer of [{ customer_email }, { customer_email: 'nobody@example.com' }, {}]) {
      await order([[product, 9]], { ...customer, credit_cents: 501 }, 409);
    }
    expect((await search({ customer: customer_email })).data).toEqual([]);
    expect(await credit()).toBe(reward);
  });

  test('of parallel orders, no more is used than there is', async () => {
    const { email: customer_email, product, credit, tryOrder } = await shopWithCredit(2);
    const body = {
      customer_email,
      items: [{ product_id: product, quantity: 5, price: 1 }],
      credit_cents: reward,
    };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => tryOrder(body)));
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = outcomes.filter(({ status }) => status !== 201).map(({ body: { code } }) => code);
    expect(new Set(refused)).toEqual(new Set(['credit_insufficient']));
    expect(await credit()).toBe(0);
  });
});

describe('credit of an order goes back once', () => {
  test('by a cancellation, also of an order that used it later', async () => {
    const shop = await shopWithCredit(1);
    const { email: customer_email, product, credit, order, move, call, brand_id } = shop;
    const first = await order([[product, 5]], { customer_email, credit_cents: reward });
    expect(first.payment_state).toBe('paid');
    const cancelled = await move(first.id, 'cancelled');
    expect(cancelled).toMatchObject({ credit_returned_cents: reward, payment_state: 'refunded' });
    expect(await credit()).toBe(reward);

    const second = await order([[product, 6]], { customer_email });
    const use = { brand_id, order_id: second.id, cents: reward };
    await call('redeem-credit', { body: use }, 201);
    const used = await call('get-order', { parameters: { id: second.id } });
    expect(used.body.data).toMatchObject({ credit_cents: reward, amount_due_cents: 100, version: 2 });
    expect((await call('redeem-credit', { body: use }, 409)).body.code).toBe('credit_already_used');
    await move(second.id, 'cancelled');
    expect(await credit()).toBe(reward);
    expect(await kindsOf(shop, second.id)).toEqual(['status_changed', 'credited']);
  });

  test('by a refund of everything paid, not by a smaller one', async () => {
    const { email: customer_email, product, credit, order, pay, refund } = await shopWithCredit(1);
    const made = await order([[product, 8]], { customer_email, credit_cents: reward });
    await pay(made.id, 300);
    const part = await refund(made.id, 100);
    expect(part).toMatchObject({ order: { payment_state: 'partially_refunded' } });
    expect(await credit()).toBe(0);
    const whole = await refund(made.id, 200);
    expect(whole.payment).toMatchObject({ amount_cents: 200, credit_cents: reward });
    expect(whole.order).toMatchObject({ payment_state: 'refunded', credit_returned_cents: reward });
    expect(await credit()).toBe(reward);
    await refund(made.id, 0, { return_credit: true }, 409);
    expect(await credit()).toBe(reward);
  });

  test('by a refund without money, for an order that only credit has paid', async () => {
    const { email: customer_email, product, credit, order, move, refund } = await shopWithCredit(1);
    const made = await order([[product, 5]], { customer_email, credit_cents: reward });
    for (const status of ['confirmed', 'ready', 'completed']) await move(made.id, status);
    await refund(made.id, 0, {}, 400);
    const { order: refunded } = await refund(made.id, 0, { return_credit: true });
    expect(refunded).toMatchObject({ payment_state: 'refunded', credit_returned_cents: reward });
    expect(await credit()).toBe(reward);
  });

  test('by an edit, as far as the order no longer needs it', async () => {
    const { email: customer_email, product, credit, order, edit, move } = await shopWithCredit(2);
    const made = await order([[product, 9]], { customer_email, credit_cents: 800 });
    expect(await credit()).toBe(200);
    const edited = await edit(made.id, { items: [{ product_id: product, quantity: 3, price: 1 }] });
    expect(edited).toMatchObject({ credit_cents: 300, amount_due_cents: 0, payment_state: 'paid' });
    expect(await credit()).toBe(700);
    await move(made.id, 'cancelled');
    expect(await credit()).toBe(1000);
  });
});

test.each([
  // Products and stock 60, prices 20, person 4 (ledger, contact, number, mailbox), credit 3, rows 2, and one each of order, day, cohort,
  // pickup day, promo code, activity, events and idempotency.
  ['20 products of two variants, the largest one', 20, 2, 97],
  // Products and prices 1 each, stock 60, the rest as above.
  ['60 products', 60, 0, 79],
])(
  'a new order of %s is written in one transaction of at most 100 actions',
  async (_name, count, kinds, expected) => {
    const shop = await shopWithCredit(1, { prices: 'match', stops: 'managed' });
    const { brand_id, call, newProduct, stock, email: customer_email, credit, caller } = shop;
    const variants = ['Small', 'Large'].slice(0, kinds).map((name) => ({ id: randomUUID(), name }));
    const levels = kinds === 0 ? [{}] : variants.map(({ id: variant_id }) => ({ variant_id }));
    const lines: object[] = [];
    for (let n = 0; n < count; n++) {
      const product_id = await newProduct({ name: `Pear ${n}`, variants });
      for (const level of levels) {
        await stock(product_id, 9, { ...level, low_stock_at: 8 });
        lines.push({ product_id, ...level, quantity: 2, price: 1 });
      }
    }
    const hours = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(
      (weekday) => ({ weekday, opens: '00:00', closes: '23:59' }),
    );
    const stop = await call('create-stop', { body: { brand_id, name: 'Gate', hours, capacity: 5 } }, 201);
    const settings = { promotions: 'on', tax_rates: [{ label: 'Tax', rate_percent: 5 }] };
    await call('update-order-settings', { parameters: { brand_id }, body: settings });
    const limits = { max_uses: 9, max_uses_per_customer: 1, first_order_only: true };
    const promoCode = { brand_id, code: 'WELCOME', kind: 'percent', percent: 10, ...limits };
    await call('create-promo-code', { body: promoCode }, 201);
    const body = {
      brand_id,
      customer_email,
      customer_name: 'Ana',
      customer_phone: '+1 303 555 0142',
      stop_id: stop.body.data.id,
      pickup_date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
      promo_code: 'WELCOME',
      credit_cents: reward,
      items: lines,
    };
    const sizes: number[] = [];
    const end = watchCommands(service.table, ({ input }) => {
      if (Array.isArray(input.TransactItems)) sizes.push(input.TransactItems.length);
    });
    const made = await invoke('create-order', { caller, body, headers: { 'idempotency-key': randomUUID() } });
    end();
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    const total = 2 * lines.length;
    expect(made.body.data).toMatchObject({ total, discount_cents: 10 * total, credit_cents: reward });
    expect(made.body.data.stock.lines).toHaveLength(lines.length);
    expect(await credit()).toBe(0);
    const largest = Math.max(...sizes);
    expect(largest).toBe(expected);
  },
  60_000,
);
