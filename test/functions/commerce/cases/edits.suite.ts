import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Farm, Farms } from './farm.ts';

const everyDay = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map(
  (weekday) => ({ weekday, opens: '08:00', closes: '18:00' }),
);

/** An edit checks what it changes. Numbers are those of the list of reported cases. */
export function editsSuite(farms: () => Farms): void {
  const line = (product_id: string, quantity = 1, price = 10) => ({ product_id, quantity, price });
  const edit = (farm: Farm, id: string, body: object) => farm.call(`PATCH /api/v1/orders/${id}`, body);

  describe('an edit of another line keeps a line', () => {
    test('of a product that was deleted since (case 8)', async () => {
      const farm = await farms().open();
      const [kale, beets] = [await farm.product(), await farm.product({ name: 'Beets' })];
      const { id } = await farm.order({ items: [line(kale.id), line(beets.id)] });
      await farm.call(`DELETE /api/v1/products/${kale.id}`);
      const edited = await edit(farm, id, { items: [line(kale.id), line(beets.id, 3)] });
      expect([edited.status, edited.body.data?.total]).toEqual([200, 40]);
    });

    test('of a product that is inactive since', async () => {
      const farm = await farms().open();
      const [kale, beets] = [await farm.product(), await farm.product({ name: 'Beets' })];
      const { id } = await farm.order({ items: [line(kale.id), line(beets.id)] });
      await farm.data(`PATCH /api/v1/products/${kale.id}`, { is_active: false });
      expect((await edit(farm, id, { items: [line(kale.id), line(beets.id, 3)] })).status).toBe(200);
      const raised = await edit(farm, id, { items: [line(kale.id, 2), line(beets.id, 3)] });
      expect([raised.status, raised.body.code]).toEqual([400, 'unknown_product']);
    });

    test('at the agreed price, which the catalog raised since (case 9)', async () => {
      const farm = await farms().open({ prices: 'match' });
      const [kale, beets] = [await farm.product(), await farm.product({ name: 'Beets' })];
      const { id } = await farm.order({ items: [line(kale.id), line(beets.id)] });
      await farm.data(`PATCH /api/v1/products/${kale.id}`, { price: 12 });
      const edited = await edit(farm, id, { items: [line(kale.id), line(beets.id, 3)] });
      expect([edited.status, edited.body.data?.total]).toEqual([200, 40]);
      const cheaper = await edit(farm, id, { items: [line(kale.id, 1, 5), line(beets.id, 3)] });
      expect(cheaper.body.code).toBe('price_mismatch');
    });
  });

  test('an edit repeats the unchanged pickup day after its cut-off (case 37)', async () => {
    const farm = await farms().open({ catalog: 'external', stops: 'managed' });
    const stop = { name: 'North', hours: everyDay };
    const { id: stop_id } = await farm.data('POST /api/v1/stops', { brand_id: farm.brand_id, ...stop });
    const [, day] = await farm.data(`GET /api/v1/stops/${stop_id}/pickup-days`);
    const pickup = { stop_id, pickup_date: day.date };
    const product = randomUUID();
    const { id } = await farm.order({ ...pickup, items: [line(product)] });
    await farm.data(`PUT /api/v1/stops/${stop_id}`, { ...stop, cut_off: { days_before: 30, time: '08:00' } });
    const body = { ...pickup, notes: 'Ring twice', items: [line(product, 2)] };
    expect((await edit(farm, id, body)).status).toBe(200);
  });

  test('an edit that changes no item keeps the amounts, whatever settings and promo code are now', async () => {
    const farm = await farms().open({ catalog: 'external' });
    const settings = (fee_cents: number, rate_percent: number) =>
      farm.settings({
        promotions: 'on',
        shipping: { fee_cents },
        tax_rates: [{ label: 'Sales tax', rate_percent }],
      });
    await settings(500, 10);
    const { id: code } = await farm.promoCode({ code: 'SPRING' });
    const items = [{ ...line(randomUUID()), fulfillment: 'ship' }];
    const ordered = { items, promo_code: 'SPRING', customer_email: 'olive@example.com' };
    const { id, amount_due_cents } = await farm.order(ordered);
    expect(amount_due_cents).toBe(900 + 500 + 90);
    await settings(900, 20);
    await farm.data(`PUT /api/v1/promo-codes/${code}`, {
      kind: 'percent',
      percent: 50,
      minimum_cents: 9900,
    });
    const same = { ...ordered, notes: 'Ring twice' };
    for (const body of [{ notes: 'Ring' }, same, { customer_email: 'fern@example.com' }])
      expect((await edit(farm, id, body)).body.data).toMatchObject({ amount_due_cents, discount_cents: 100 });
    expect((await edit(farm, id, { items: [line(randomUUID(), 10)] })).body.data).toMatchObject({
      amount_due_cents: 9000 + 1800,
    });
  });

  test('an edit that repeats two lines of one product leaves how each is delivered', async () => {
    const farm = await farms().open({ catalog: 'external' });
    const product = randomUUID();
    const silent = line(product);
    const pickup = { ...line(product, 2, 8), fulfillment: 'pickup' };
    for (const items of [
      [silent, pickup],
      [pickup, silent],
    ]) {
      const order = await farm.order({ fulfillment: 'ship', items });
      const shown = order.items.map((item: { fulfillment: string }, index: number) => ({
        ...items[index],
        fulfillment: item.fulfillment,
      }));
      const deliveries = (one: { items: { delivery: string }[] }) =>
        one.items.map(({ delivery }) => delivery);
      const edited = await edit(farm, order.id, { items: shown, notes: 'Ring twice' });
      expect(deliveries(edited.body.data)).toEqual(deliveries(order));
    }
  });

  test('an edit makes a shipped order no pickup after the cut-off', async () => {
    const farm = await farms().open({ catalog: 'external', stops: 'managed' });
    const stop = { name: 'North', hours: everyDay };
    const { id: stop_id } = await farm.data('POST /api/v1/stops', { brand_id: farm.brand_id, ...stop });
    const [, day] = await farm.data(`GET /api/v1/stops/${stop_id}/pickup-days`);
    const { id } = await farm.order({ stop_id, pickup_date: day.date, fulfillment: 'ship' });
    await farm.data(`PUT /api/v1/stops/${stop_id}`, { ...stop, cut_off: { days_before: 30, time: '08:00' } });
    expect((await edit(farm, id, { notes: 'Ring twice' })).status).toBe(200);
    expect((await edit(farm, id, { fulfillment: 'pickup' })).body.code).toBe('invalid_pickup');
  });

  describe('a promo code', () => {
    const open = async () => {
      const farm = await farms().open({ catalog: 'external' });
      await farm.settings({ promotions: 'on' });
      return farm;
    };
    const usesOf = async (farm: Farm, id: string) =>
      (await farm.data(`GET /api/v1/promo-codes/${id}`)).use_count;

    test('is added to a pending order (case 14)', async () => {
      const farm = await open();
      const code = await farm.promoCode({ code: 'SPRING' });
      const { id } = await farm.order({});
      const edited = await edit(farm, id, { promo_code: 'spring ' });
      expect(edited.body.data).toMatchObject({ discount_cents: 100, amount_due: 9 });
      expect(await usesOf(farm, code.id)).toBe(1);
    });

    test('is removed from a pending order, which gives its use back', async () => {
      const farm = await open();
      const code = await farm.promoCode({ code: 'SPRING', max_uses: 1 });
      const { id } = await farm.order({ promo_code: 'SPRING' });
      const edited = await edit(farm, id, { promo_code: null });
      expect(edited.body.data).toMatchObject({ discount_cents: 0, amount_due: 10 });
      expect(edited.body.data.promo_code).toBeUndefined();
      expect(await usesOf(farm, code.id)).toBe(0);
      expect(await farm.order({ promo_code: 'SPRING' })).toMatchObject({ discount_cents: 100 });
    });

    test('is replaced by another, and each has its uses', async () => {
      const farm = await open();
      const [spring, summer] = [
        await farm.promoCode({ code: 'SPRING' }),
        await farm.promoCode({ code: 'SUMMER', percent: 20 }),
      ];
      const { id } = await farm.order({ promo_code: 'SPRING' });
      expect((await edit(farm, id, { promo_code: 'SUMMER' })).body.data).toMatchObject({
        discount_cents: 200,
      });
      expect([await usesOf(farm, spring.id), await usesOf(farm, summer.id)]).toEqual([0, 1]);
      expect((await edit(farm, id, { promo_code: 'WINTER' })).body.code).toBe('promo_code_refused');
    });

    test('that is kept discounts new lines by its percentage, also after it has ended', async () => {
      const farm = await open();
      const { id: code } = await farm.promoCode({ code: 'SPRING' });
      const { id } = await farm.order({ promo_code: 'SPRING' });
      await farm.data(`PUT /api/v1/promo-codes/${code}`, { kind: 'percent', percent: 10, is_active: false });
      const edited = await edit(farm, id, { items: [line(randomUUID(), 3)] });
      expect(edited.body.data).toMatchObject({ discount_cents: 300, amount_due: 27 });
    });

    test.each([
      [{ kind: 'percent', percent: 20 }, 600],
      [{ kind: 'fixed', amount_cents: 1500, percent: undefined }, 1500],
    ])('that is kept has the value with which it was taken: %j', async (value, discount_cents) => {
      const farm = await open();
      const { id: code } = await farm.promoCode({ code: 'SPRING', ...value });
      const product = randomUUID();
      const { id } = await farm.order({ items: [line(product, 2)], promo_code: 'SPRING' });
      await farm.data(`PUT /api/v1/promo-codes/${code}`, { kind: 'percent', percent: 1 });
      const raised = await edit(farm, id, { items: [line(product, 3)] });
      expect(raised.body.data).toMatchObject({ discount_cents });
      expect(await farm.order({ promo_code: 'SPRING' })).toMatchObject({ discount_cents: 10 });
    });

    test('for first orders is kept by an edit of the first order', async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FIRST', first_order_only: true });
      const customer_email = 'olive@example.com';
      const { id } = await farm.order({ customer_email, promo_code: 'FIRST' });
      await farm.order({ customer_email });
      expect((await edit(farm, id, { notes: 'Ring twice' })).body.data).toMatchObject({
        discount_cents: 100,
      });
      // The address of another customer who has ordered before is a change that the code is judged by again.
      await farm.order({ customer_email: 'basil@example.com' });
      expect((await edit(farm, id, { customer_email: 'basil@example.com' })).body.code).toBe(
        'promo_code_refused',
      );
    });
  });

  describe('a confirmed order', () => {
    const confirmed = async () => {
      const farm = await farms().open({ catalog: 'external' });
      const product = randomUUID();
      const { id, contact_id } = await farm.order({
        customer_email: 'olive@example.com',
        items: [line(product, 3)],
      });
      await farm.pay(id, 3000);
      await farm.move(id, 'confirmed');
      return { farm, product, id, contact_id };
    };

    test('is lowered with a reason, and shows the amount to return (case 41)', async () => {
      const { farm, product, id, contact_id } = await confirmed();
      const lowered = await edit(farm, id, { items: [line(product, 2)], reason: 'One was bruised' });
      expect(lowered.body.data).toMatchObject({
        status: 'confirmed',
        total: 20,
        payment_state: 'overpaid',
        return_cents: 1000,
      });
      const [change] = await farm.data(`GET /api/v1/orders/${id}/history`);
      expect(change).toMatchObject({ kind: 'edited', reason: 'One was bruised' });
      expect((await farm.contact(contact_id)).total_spent).toBe(20);
    });

    test.each([
      ['new settings', { taxes_included: true, rate_percent: 50, fee_cents: 900 }],
      ['no settings', undefined],
    ])('keeps its shipping fee and its tax rates when it is lowered: %s', async (_, now) => {
      const farm = await farms().open();
      const [eggs, soap] = [
        await farm.product({ category: 'eggs' }),
        await farm.product({ category: 'soap' }),
      ];
      const settings = (taxes_included: boolean, rate_percent: number, fee_cents: number) =>
        farm.settings({
          taxes_included,
          tax_rates: [
            { label: 'Food', category: 'eggs', rate_percent: 0 },
            { label: 'VAT', rate_percent },
          ],
          shipping: { fee_cents },
        });
      await settings(false, 20, 500);
      const { id } = await farm.order({ items: [line(eggs.id, 2), line(soap.id, 2)], fulfillment: 'ship' });
      await farm.move(id, 'confirmed');
      await (now ? settings(now.taxes_included, now.rate_percent, now.fee_cents) : farm.settings({}));
      const items = [line(eggs.id, 1), line(soap.id, 1)];
      const lowered = await edit(farm, id, { items, reason: 'Short' });
      expect(lowered.body.data).toMatchObject({
        taxes_included: false,
        tax_lines: [{ label: 'VAT', amount_cents: 200, rate_percent: 20, source: 'brand' }],
        shipping_cents: 500,
        amount_due_cents: 2700,
      });
    });

    test('is not lowered without a reason, nor raised, nor changed otherwise', async () => {
      const { farm, product, id } = await confirmed();
      const reason = 'Wrong';
      for (const body of [
        { items: [line(product, 2)] },
        { items: [line(product, 4)], reason },
        { items: [line(product, 2), line(randomUUID())], reason },
        { items: [line(product, 2, 12)], reason },
        { customer_email: 'basil@example.com', reason },
      ])
        expect((await edit(farm, id, body)).status).toBeGreaterThanOrEqual(400);
      expect(await farm.data(`GET /api/v1/orders/${id}`)).toMatchObject({ total: 30, version: 3 });
    });
  });

  test('an order of 60 products with stock, promo code and contact is written, and changed', async () => {
    const farm = await farms().open();
    await farm.settings({ promotions: 'on' });
    await farm.promoCode({ code: 'SPRING', max_uses_per_customer: 5 });
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) {
      const { id } = await farm.product({ name: `Product ${n}` });
      await farm.data(`PUT /api/v1/products/${id}/stock`, { mode: 'tracked' });
      await farm.data(`POST /api/v1/products/${id}/stock/adjustments`, { kind: 'receive', quantity: 9 });
      ids.push(id);
    }
    const order = { customer_email: 'olive@example.com', promo_code: 'SPRING' };
    const { id } = await farm.order({ ...order, items: ids.map((product) => line(product, 2)) });
    const edited = await edit(farm, id, { items: ids.map((product) => line(product, 1)) });
    expect(edited.body.data).toMatchObject({ total: 600, discount_cents: 6000 });
    expect(await farm.data(`GET /api/v1/products/${ids[59]}/stock`)).toMatchObject([{ reserved: 1 }]);
  });
}
