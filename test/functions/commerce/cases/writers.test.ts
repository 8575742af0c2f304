import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { watchCommands } from '../../table-commands.ts';
import { type Farm, type Farms, startFarms } from './farm.ts';
import { checkFacts, type Reply } from './recount.ts';

let farms: Farms;
let worthOf: (order: Reply) => number;
beforeAll(async () => {
  farms = await startFarms();
  ({ worthOf } = await import('#commerce/orders/amounts.ts'));
});
afterAll(() => farms?.stop());

/** Marks the commands of the first of two writers. */
const first = new AsyncLocalStorage<{ commands: number }>();

/** The two requests of a scenario, and what must hold after both. */
interface Scenario {
  readonly one: () => Promise<unknown>;
  readonly other: () => Promise<unknown>;
  readonly check: (results: readonly [Reply, Reply]) => Promise<void>;
}

/** Runs a scenario once for each command of the first writer: the second one runs as a whole just before this command. */
async function atEveryCommand(prepare: () => Promise<Scenario>): Promise<void> {
  for (let place = 1; ; place++) {
    const { one, other, check } = await prepare();
    const writer = { commands: 0 };
    let between: unknown;
    const unwatch = watchCommands(farms.service.table, async () => {
      const running = first.getStore();
      if (running === undefined || ++running.commands !== place) return;
      between = await first.exit(other);
    });
    const result = await first.run(writer, one);
    unwatch();
    if (writer.commands < place) return;
    try {
      await check([result, between]);
    } catch (error) {
      throw new Error(`The second writer ran before command ${place} of the first`, { cause: error });
    }
  }
}

const kale = randomUUID();
const goods = (quantity = 1) => [{ product_id: kale, quantity, price: 10 }];
const open = async () => {
  const farm = await farms.open({ catalog: 'external' });
  await farm.settings({ promotions: 'on' });
  return farm;
};
const placing = (farm: Farm, fields: object) => () =>
  farm.call('POST /api/v1/orders', { brand_id: farm.brand_id, items: goods(), ...fields });
const checked = (farm: Farm) => checkFacts(farm, worthOf, { products: [kale], stops: [] });
const statuses = (results: readonly Reply[]) => results.map(({ status }) => status).sort();
const customer_email = 'olive@example.com';

describe('of two writers, whatever comes between', () => {
  test('two orders of a new person make one contact with both', async () => {
    await atEveryCommand(async () => {
      const farm = await open();
      return {
        one: placing(farm, { customer_email }),
        other: placing(farm, { customer_email, customer_name: 'Olive Fern' }),
        async check(results) {
          expect(statuses(results)).toEqual([201, 201]);
          const [one, other] = results.map(({ body }) => body.data.contact_id);
          expect(one).toBe(other);
          expect((await farm.contact(one)).order_count).toBe(2);
          await checked(farm);
        },
      };
    });
  });

  test.each([
    ['the earlier one first', 3, 2],
    ['the later one first', 2, 3],
    ['one of now and one of earlier', 0, 2],
  ])('two orders of a person with an order, %s, are both in its facts', async (_name, one, other) => {
    const ago = (days: number) =>
      days === 0 ? {} : { sold_at: new Date(Date.now() - days * 86_400_000).toISOString() };
    await atEveryCommand(async () => {
      const farm = await open();
      const { contact_id } = await farm.order({ customer_email, ...ago(1) });
      return {
        one: placing(farm, { customer_email, ...ago(one) }),
        other: placing(farm, { customer_email, ...ago(other) }),
        async check(results) {
          expect(statuses(results)).toEqual([201, 201]);
          expect((await farm.contact(contact_id)).order_count).toBe(3);
          expect(await farm.report('customers')).toMatchObject({ order_count: 3, new_customers: 1 });
          await checked(farm);
        },
      };
    });
  });

  const spellings = [
    { customer_email: 'olive.fern@gmail.com' },
    { customer_email: 'olivefern+farm@googlemail.com' },
  ];
  test.each([
    ['one address', [{ customer_email }, { customer_email }], []],
    ['one number', [{ customer_phone: '+44 (0)20 7946 0018' }, { customer_phone: '+44 20 7946 0018' }], []],
    ['two spellings of one mailbox', spellings, []],
    ['two contacts of one mailbox', spellings, ['olive.fern@gmail.com', 'olivefern+farm@googlemail.com']],
  ])('two first orders with a code from %s have one discount', async (_name, [one, other], known) => {
    await atEveryCommand(async () => {
      const farm = await open();
      await farm.promoCode({ code: 'FIRST', first_order_only: true });
      for (const email of known) await farm.data('POST /api/v1/contacts', { brand_id: farm.brand_id, email });
      return {
        one: placing(farm, { ...one, promo_code: 'FIRST' }),
        other: placing(farm, { ...other, promo_code: 'FIRST' }),
        async check(results) {
          expect(statuses(results)).toEqual([201, 409]);
          await checked(farm);
        },
      };
    });
  });

  test('two edits that add a code of one use give it to one order', async () => {
    await atEveryCommand(async () => {
      const farm = await open();
      await farm.promoCode({ code: 'ONCE', max_uses_per_customer: 1 });
      const ids = [await farm.order({ customer_email }), await farm.order({ customer_email })];
      const [one, other] = ids.map(
        ({ id }) =>
          () =>
            farm.call(`PATCH /api/v1/orders/${id}`, { promo_code: 'ONCE' }),
      );
      if (one === undefined || other === undefined) throw new Error('Two orders');
      return {
        one,
        other,
        async check(results) {
          expect(statuses(results)).toEqual([200, 409]);
          await checked(farm);
        },
      };
    });
  });

  test('an order and a change of its contact by a member are both kept', async () => {
    for (const isOrderFirst of [true, false])
      await atEveryCommand(async () => {
        const farm = await open();
        const { contact_id } = await farm.order({ customer_email });
        const order = placing(farm, { customer_email, customer_phone: '+1 303 555 0142' });
        const edit = () =>
          farm.call(`PATCH /api/v1/contacts/${contact_id}`, { name: 'Olive Fern', tags: ['egg'] });
        return {
          one: isOrderFirst ? order : edit,
          other: isOrderFirst ? edit : order,
          async check(results) {
            expect(statuses(results)).toEqual([200, 201]);
            expect(await farm.contact(contact_id)).toMatchObject({
              name: 'Olive Fern',
              tags: ['egg'],
              order_count: 2,
            });
            await checked(farm);
          },
        };
      });
  });

  test('an order of a duplicate and its merge end with one contact that has the order', async () => {
    for (const isOrderFirst of [true, false])
      await atEveryCommand(async () => {
        const farm = await open();
        const kept = await farm.order({ customer_email: 'fern@example.com' });
        const { contact_id: duplicate_id } = await farm.order({ customer_email });
        const order = placing(farm, { customer_email });
        const merge = () => farm.call(`POST /api/v1/contacts/${kept.contact_id}/merge`, { duplicate_id });
        return {
          one: isOrderFirst ? order : merge,
          other: isOrderFirst ? merge : order,
          async check(results) {
            expect(statuses(results)).toEqual([201, 201]);
            expect((await farm.contact(duplicate_id)).id).toBe(kept.contact_id);
            expect((await farm.contact(kept.contact_id)).order_count).toBe(3);
            await checked(farm);
          },
        };
      });
  });

  test('an order and the erasure of its person: it is erased too, or belongs to a new contact', async () => {
    for (const isOrderFirst of [true, false])
      await atEveryCommand(async () => {
        const farm = await open();
        const { contact_id } = await farm.order({ customer_email, customer_name: 'Olive Fern' });
        const order = placing(farm, { customer_email, customer_name: 'Olive Fern', notes: 'Ring twice' });
        const erase = async () => {
          const begun = await farm.call(`POST /api/v1/contacts/${contact_id}/erasure`);
          await farm.settled();
          return begun;
        };
        return {
          one: isOrderFirst ? order : erase,
          other: isOrderFirst ? erase : order,
          async check(results) {
            const [placed, begun] = isOrderFirst ? results : [results[1], results[0]];
            expect([placed.status, begun.status]).toEqual([201, 202]);
            await farm.settled();
            expect(await farm.data(`GET /api/v1/erasures/${begun.body.data.id}`)).toMatchObject({
              status: 'finished',
            });
            const orders: Reply[] = await farm.data(`GET /api/v1/orders?brand_id=${farm.brand_id}`);
            expect(orders).toHaveLength(2);
            for (const one of orders.filter((one) => /olive|Ring/i.test(JSON.stringify(one)))) {
              expect(one.contact_id).not.toBe(contact_id);
              expect((await farm.contact(one.contact_id)).order_count).toBe(1);
            }
            await checked(farm);
          },
        };
      });
  }, 300_000);

  test('an edit and a refund of an order leave its amounts right', async () => {
    for (const isEditFirst of [true, false])
      await atEveryCommand(async () => {
        const farm = await open();
        const { id, contact_id } = await farm.order({ customer_email, items: goods(3) });
        await farm.pay(id, 3000);
        const edit = () => farm.call(`PATCH /api/v1/orders/${id}`, { items: goods(2) });
        const refund = () =>
          farm.call(`POST /api/v1/orders/${id}/refunds`, {
            amount_cents: 500,
            method: 'cash',
            reason: 'bruised',
          });
        return {
          one: isEditFirst ? edit : refund,
          other: isEditFirst ? refund : edit,
          async check(results) {
            expect(statuses(results)).toEqual([200, 201]);
            // Edited to 20.00, of which 25.00 are kept: the 5.00 gave back a part of what was paid too much.
            expect(await farm.data(`GET /api/v1/orders/${id}`)).toMatchObject({
              payment_state: 'overpaid',
              return_cents: 500,
              allowed_cents: 0,
            });
            expect((await farm.contact(contact_id)).total_spent).toBe(20);
            await checked(farm);
          },
        };
      });
  });

  test.each([
    ['of a chain', [0, 1], [1, 2]],
    ['into one contact', [0, 1], [0, 2]],
    ['of one contact into two', [0, 2], [1, 2]],
    ['of two contacts into each other', [0, 1], [1, 0]],
  ])('two merges %s lose no order and leave every contact reachable', async (_name, one, other) => {
    await atEveryCommand(async () => {
      const farm = await open();
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c'])
        ids.push((await farm.order({ customer_email: `${name}@example.com`, items: goods() })).contact_id);
      const merge =
        ([into = 0, from = 0]: readonly number[]) =>
        () =>
          farm.call(`POST /api/v1/contacts/${ids[into]}/merge`, { duplicate_id: ids[from] });
      return {
        one: merge(one),
        other: merge(other),
        async check(results) {
          for (const { status } of results) expect([201, 404, 409]).toContain(status);
          const survivors = new Map<string, number>();
          for (const id of ids) {
            const { id: survivor, order_count } = await farm.contact(id);
            survivors.set(survivor, order_count);
          }
          expect([...survivors.values()].reduce((sum, count) => sum + count, 0)).toBe(3);
          const merged = results.filter(({ status }) => status === 201).length;
          expect(survivors.size).toBeGreaterThanOrEqual(3 - merged);
          await checked(farm);
        },
      };
    });
  });
});
