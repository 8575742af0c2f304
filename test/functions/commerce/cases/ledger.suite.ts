import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Farm, Farms } from './farm.ts';

/** Customers of a month, and what they ordered in it and later. */
interface Cohort {
  readonly customers: number;
  readonly months: readonly { readonly order_count: number; readonly revenue: number }[];
}

/** Facts of a contact follow from its orders. Numbers are those of the list of reported cases. */
export function ledgerSuite(farms: () => Farms): void {
  const open = () => farms().open({ catalog: 'external' });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const of = (product_id: string, fields: object = {}) => [{ product_id, quantity: 1, price: 10, ...fields }];
  const customer_email = 'olive@example.com';

  describe('an edit', () => {
    test('of a mistyped address gives the order to its person (case 4)', async () => {
      const farm = await open();
      const { id } = await farm.data('POST /api/v1/contacts', {
        brand_id: farm.brand_id,
        email: customer_email,
      });
      const order = await farm.order({ customer_email: 'olive@exmaple.com' });
      expect(order.contact_id).not.toBe(id);
      const edited = await farm.data(`PATCH /api/v1/orders/${order.id}`, { customer_email });
      expect(edited.contact_id).toBe(id);
      expect(await farm.contact(id)).toMatchObject({ order_count: 1, total_spent: 10 });
      const typo = await farm.contact(order.contact_id);
      expect(typo).toMatchObject({ order_count: 0, total_spent: 0 });
      expect(typo.last_order_at).toBeUndefined();
      const ordersIn = async (contact: string) =>
        (await farm.data(`GET /api/v1/contacts/${contact}/history?kind=order`)).map(
          ({ reference }: { reference: string }) => reference,
        );
      expect(await ordersIn(id)).toEqual([order.id]);
      expect(await ordersIn(order.contact_id)).toEqual([]);
      const exported = await farm.data(`GET /api/v1/contacts/${id}/export`);
      expect(JSON.stringify(exported)).toContain(order.id);
      expect(
        JSON.stringify(await farm.data(`GET /api/v1/contacts/${order.contact_id}/export`)),
      ).not.toContain(order.id);
    });

    test('from one product to another moves the customer between their segments (case 5)', async () => {
      const farm = await open();
      const [kale, beets] = [randomUUID(), randomUUID()];
      const { id } = await farm.order({ customer_email, items: of(kale) });
      await farm.data(`PATCH /api/v1/orders/${id}`, { items: of(beets) });
      expect(await farm.selected({ match: 'product', product_id: kale })).toBe(0);
      expect(await farm.selected({ match: 'product', product_id: beets })).toBe(1);
    });

    test('from one stop to another moves the customer between their segments (case 31)', async () => {
      const farm = await open();
      const [north, south] = [randomUUID(), randomUUID()];
      const { id } = await farm.order({ customer_email, stop_id: north });
      await farm.data(`PATCH /api/v1/orders/${id}`, { stop_id: south });
      expect(await farm.selected({ match: 'stop', stop_id: north })).toBe(0);
      expect(await farm.selected({ match: 'stop', stop_id: south })).toBe(1);
    });

    test('keeps a product and a stop that another order has', async () => {
      const farm = await open();
      const [kale, beets, stop_id] = [randomUUID(), randomUUID(), randomUUID()];
      const { id } = await farm.order({ customer_email, items: of(kale), stop_id });
      await farm.order({ customer_email, items: of(kale), stop_id });
      await farm.data(`PATCH /api/v1/orders/${id}`, { items: of(beets), stop_id: null });
      for (const product_id of [kale, beets])
        expect(await farm.selected({ match: 'product', product_id })).toBe(1);
      expect(await farm.selected({ match: 'stop', stop_id })).toBe(1);
      const [other] = (await farm.call(`GET /api/v1/orders?brand_id=${farm.brand_id}&product_id=${kale}`))
        .body.data;
      await farm.move(other.id, 'cancelled');
      expect(await farm.selected({ match: 'product', product_id: kale })).toBe(0);
      expect(await farm.selected({ match: 'stop', stop_id })).toBe(0);
    });

    test('of prices changes what was spent', async () => {
      const farm = await open();
      const { id, contact_id } = await farm.order({ customer_email });
      await farm.data(`PATCH /api/v1/orders/${id}`, { items: of(randomUUID(), { price: 25 }) });
      expect(await farm.contact(contact_id)).toMatchObject({ order_count: 1, total_spent: 25 });
    });
  });

  describe('a cancellation', () => {
    test('of the only order leaves no facts of orders (case 6)', async () => {
      const farm = await open();
      const [product_id, stop_id] = [randomUUID(), randomUUID()];
      const { id, contact_id } = await farm.order({ customer_email, items: of(product_id), stop_id });
      await farm.move(id, 'cancelled');
      const contact = await farm.contact(contact_id);
      expect(contact).toMatchObject({ order_count: 0, total_spent: 0 });
      expect([contact.first_order_at, contact.last_order_at]).toEqual([undefined, undefined]);
      const soon = new Date(Date.now() + 3_600_000).toISOString();
      for (const filter of [
        { match: 'product', product_id },
        { match: 'stop', stop_id },
        { match: 'last_order', before: soon },
        { match: 'first_order', before: soon },
      ])
        expect([filter.match, await farm.selected(filter)]).toEqual([filter.match, 0]);
    });

    test('of the first or last order leaves the times of the others', async () => {
      const farm = await open();
      const sold = (days: number) => farm.order({ customer_email, sold_at: daysAgo(days) });
      const orders = [await sold(6), await sold(4), await sold(2)];
      const times = async () => {
        const { first_order_at, last_order_at } = await farm.contact(orders[0].contact_id);
        return [first_order_at, last_order_at];
      };
      const [first, second, third] = orders.map(({ sold_at }) => sold_at);
      expect(await times()).toEqual([first, third]);
      await farm.move(orders[0].id, 'cancelled');
      expect(await times()).toEqual([second, third]);
      await farm.move(orders[2].id, 'cancelled');
      expect(await times()).toEqual([second, second]);
    });

    test('of the first order moves the new customer to the day of the next', async () => {
      const farm = await open();
      const [monday, wednesday] = [daysAgo(5), daysAgo(3)];
      const first = await farm.order({ customer_email, sold_at: monday });
      await farm.order({ customer_email, sold_at: wednesday });
      const newOn = async (time: string) => {
        const { days } = await farm.report('customers');
        return days.find(({ date }: { date: string }) => date === time.slice(0, 10))?.new_customers ?? 0;
      };
      expect([await newOn(monday), await newOn(wednesday)]).toEqual([1, 0]);
      await farm.move(first.id, 'cancelled');
      expect([await newOn(monday), await newOn(wednesday)]).toEqual([0, 1]);
    });
  });

  describe('the time of sale', () => {
    test('decides about the first and last order and the day of the report', async () => {
      const farm = await open();
      const sold_at = daysAgo(3);
      const late = await farm.order({ customer_email });
      const early = await farm.order({ customer_email, sold_at });
      expect(new Date(early.sold_at)).toEqual(new Date(sold_at));
      const contact = await farm.contact(late.contact_id);
      expect(new Date(contact.first_order_at)).toEqual(new Date(sold_at));
      expect(contact.last_order_at).toBe(late.created_at);
      const { days } = await farm.report('revenue');
      expect(days.map(({ date }: { date: string }) => date)).toContain(sold_at.slice(0, 10));
    });

    test.each([
      ['8 days ago', -8 * 24],
      ['in an hour', 1],
    ])('%s is refused', async (_name, hours) => {
      const farm = await open();
      const sold_at = new Date(Date.now() + hours * 3_600_000).toISOString();
      const body = { brand_id: farm.brand_id, sold_at, items: of(randomUUID()) };
      expect((await farm.call('POST /api/v1/orders', body)).status).toBe(400);
    });
  });

  describe('the version of a contact', () => {
    test('is that of its members: an order between reading and changing refuses no change', async () => {
      const farm = await open();
      const { contact_id } = await farm.order({ customer_email });
      const { headers } = await farm.call(`GET /api/v1/contacts/${contact_id}`);
      await farm.order({ customer_email });
      const changed = await farm.call(
        `PATCH /api/v1/contacts/${contact_id}`,
        { name: 'Olive Fern' },
        { 'if-match': String(headers['ETag']) },
      );
      expect(changed.status).toBe(200);
      expect(changed.body.data).toMatchObject({ name: 'Olive Fern', order_count: 2, total_spent: 20 });
    });

    test('changes with its figures for a reader with If-None-Match', async () => {
      const farm = await open();
      const { contact_id } = await farm.order({ customer_email });
      const route = `GET /api/v1/contacts/${contact_id}`;
      const { headers } = await farm.call(route);
      const known = { 'if-none-match': String(headers['ETag']) };
      expect((await farm.call(route, undefined, known)).status).toBe(304);
      await farm.order({ customer_email });
      const read = await farm.call(route, undefined, known);
      expect([read.status, read.body?.data.order_count]).toEqual([200, 2]);
    });
  });

  describe('cohorts', () => {
    const cohorts = async (farm: Farm) => {
      const today = new Date().toISOString().slice(0, 10);
      const query = `brand_id=${farm.brand_id}&from=${today}&to=${today}`;
      const { cohorts: months } = await farm.data(`GET /api/v1/analytics/cohorts?${query}`);
      return months.map(({ customers, months: [first] }: Cohort) => [
        customers,
        first?.order_count,
        first?.revenue,
      ]);
    };

    test('count a merged customer once', async () => {
      const farm = await open();
      const mine = await farm.order({ customer_email });
      const theirs = await farm.order({ customer_email: 'fern@example.com' });
      expect(await cohorts(farm)).toEqual([[2, 2, 20]]);
      await farm.data(`POST /api/v1/contacts/${mine.contact_id}/merge`, { duplicate_id: theirs.contact_id });
      expect(await cohorts(farm)).toEqual([[1, 2, 20]]);
    });

    test('follow the correction of an address, a refund and a cancellation', async () => {
      const farm = await open();
      await farm.order({ customer_email });
      const { id } = await farm.order({ customer_email: 'olive@exmaple.com' });
      await farm.data(`PATCH /api/v1/orders/${id}`, { customer_email });
      expect(await cohorts(farm)).toEqual([[1, 2, 20]]);
      await farm.pay(id, 1000);
      await farm.refund(id, 400);
      expect(await cohorts(farm)).toEqual([[1, 2, 16]]);
      await farm.move(id, 'cancelled');
      expect(await cohorts(farm)).toEqual([[1, 1, 10]]);
    });
  });

  describe('a merge', () => {
    test('adds the facts of both contacts, and a later cancellation takes those of its order', async () => {
      const farm = await open();
      const [kale, beets] = [randomUUID(), randomUUID()];
      const mine = await farm.order({ customer_email, items: of(kale) });
      const theirs = await farm.order({ customer_email: 'fern@example.com', items: of(beets) });
      await farm.data(`POST /api/v1/contacts/${mine.contact_id}/merge`, { duplicate_id: theirs.contact_id });
      expect(await farm.contact(mine.contact_id)).toMatchObject({ order_count: 2, total_spent: 20 });
      await farm.move(theirs.id, 'cancelled');
      expect(await farm.contact(mine.contact_id)).toMatchObject({ order_count: 1, total_spent: 10 });
    });

    test('is followed by the removal of products that only a cancelled order of the duplicate had', async () => {
      const farm = await open();
      const beets = randomUUID();
      const mine = await farm.order({ customer_email });
      const theirs = await farm.order({ customer_email: 'fern@example.com', items: of(beets) });
      await farm.data(`POST /api/v1/contacts/${mine.contact_id}/merge`, { duplicate_id: theirs.contact_id });
      expect(await farm.selected({ match: 'product', product_id: beets })).toBe(1);
      await farm.move(theirs.id, 'cancelled');
      expect(await farm.selected({ match: 'product', product_id: beets })).toBe(0);
    });
  });
}
