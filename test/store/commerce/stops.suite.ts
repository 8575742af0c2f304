import { expect, test } from '@jest/globals';
import { changeOrderStatus } from '#commerce/order-status.ts';
import { newStop } from '#commerce/stops/stop.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { stopInput } from '#contract/commerce/stop-fields.ts';
import { newId } from '#persistence/new-id.ts';
import { prepareStatus } from '#store/commerce/orders/prepare-order.ts';
import { changeOrder, findOrder, insertOrder } from '#store/commerce/orders.ts';
import { insertProduct } from '#store/commerce/products.ts';
import { readPickups } from '#store/commerce/stops/pick-lists.ts';
import { pickupCountActions, pickupCounts, pickupRefusal } from '#store/commerce/stops/pickups.ts';
import { changeStop, findStop, insertStop, readStops, removeStop } from '#store/commerce/stops/stops.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { anOrder, aProduct, newBrandId } from './samples.ts';

export function stopsSuite(table: () => Table): void {
  const date = '2026-06-13';
  const aStop = (brand_id: string, fields: object = {}, now = new Date()) =>
    newStop(
      stopInput.parse({
        brand_id,
        name: 'Market',
        hours: [{ weekday: 'saturday', opens: '08:00', closes: '12:00' }],
        ...fields,
      }),
      { id: newId(now), now },
    );
  const place = async (order: Order, capacity?: number) => {
    const counted = pickupCountActions({ after: order }, capacity);
    await insertOrder(table(), order, 'without-email', [...counted]).catch((error: unknown) => {
      throw pickupRefusal(error);
    });
    return order;
  };
  const cancel = async (before: Order) => {
    const { order, actions } = await prepareStatus(
      table(),
      before,
      changeOrderStatus(before, 'cancelled', new Date()),
      { now: new Date(), newId },
    );
    await changeOrder(table(), before, order, actions);
  };
  const count = async (brand: string, stopId: string) =>
    (await pickupCounts(table(), brand, stopId, [date])).get(date) ?? 0;

  test('a stop is stored, listed, replaced and removed', async () => {
    const brand = newBrandId();
    const earlier = new Date(Date.now() - 1000);
    const [first, second] = [aStop(brand, {}, earlier), aStop(brand, { name: 'Barn', capacity: 3 })];
    for (const stop of [first, second]) await insertStop(table(), stop, []);
    expect(await findStop(table(), [newBrandId(), brand], second.id)).toEqual(second);
    expect((await readStops(table(), brand, { limit: 1 })).data).toEqual([first]);
    const renamed = { ...first, name: 'Square', version: 2 };
    await changeStop(table(), first, renamed);
    await expect(changeStop(table(), first, renamed)).rejects.toThrow();
    await removeStop(table(), renamed);
    expect((await readStops(table(), brand, { limit: 9 })).data).toEqual([second]);
  });

  test('parallel orders never exceed the capacity of a day, and a cancelled order frees its place', async () => {
    const brand = newBrandId();
    const stop = aStop(brand, { capacity: 5 });
    const orders = Array.from({ length: 12 }, () => anOrder(brand, { stop_id: stop.id, pickup_date: date }));
    const results = await Promise.allSettled(orders.map((order) => place(order, 5)));
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'pickup_day_full'));
    expect(await count(brand, stop.id)).toBe(5);
    const placed = orders.find((_, index) => results[index]?.status === 'fulfilled');
    if (placed === undefined) throw new Error('No order was placed');
    await cancel(placed);
    expect(await count(brand, stop.id)).toBe(4);
    await place(anOrder(brand, { stop_id: stop.id, pickup_date: date }), 5);
    expect(await count(brand, stop.id)).toBe(5);
  });

  test('a pick list has the orders of its day and stop, with their products and stops', async () => {
    const brand = newBrandId();
    const stop = aStop(brand);
    await insertStop(table(), stop, []);
    const product = aProduct(brand, 'Eggs');
    await insertProduct(table(), product, []);
    const items = [{ product_id: product.id, variant_id: 'dozen', quantity: 2, price: 3 }];
    const wanted = await place(anOrder(brand, { stop_id: stop.id, pickup_date: date, items }));
    const unplaced = await place(anOrder(brand, { pickup_date: date }));
    await place(anOrder(brand, { stop_id: stop.id, pickup_date: '2026-06-20' }));
    await place(anOrder(brand, { stop_id: stop.id }));
    const gone = await place(anOrder(brand, { stop_id: stop.id, pickup_date: date }));
    await cancel(gone);
    expect(await findOrder(table(), [brand], wanted.id)).toEqual(wanted);

    const all = await readPickups(table(), { brand_id: brand, date });
    expect(new Set(all.orders.map(({ id }) => id))).toEqual(new Set([wanted.id, unplaced.id]));
    expect([...all.stops.values()]).toEqual([stop]);
    expect([...all.products.values()]).toEqual([product]);
    const ofStop = await readPickups(table(), { brand_id: brand, date, stop_id: stop.id });
    expect(ofStop.orders).toEqual([wanted]);
    const ready = await readPickups(table(), { brand_id: brand, date, status: 'ready' });
    expect(ready.orders).toEqual([]);
  });
}
