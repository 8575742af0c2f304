import { expect, test } from '@jest/globals';
import type { Order } from '#commerce/orders/order.ts';
import { prepareStatus } from '#commerce/orders/preparing.ts';
import { changeOrderStatus } from '#commerce/orders/rules.ts';
import { orderWrites } from '#commerce/orders/writing.ts';
import { pickupCounts } from '#commerce/stops/records.ts';
import { newId } from '#persistence/new-id.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { anOrder, changeOrder, newBrandId } from './samples.ts';

export function stopsSuite(table: () => Table): void {
  const date = '2026-06-13';
  const place = async (order: Order, capacity?: number) => {
    await transact(table(), orderWrites(undefined, order, { capacity }));
    return order;
  };
  const cancel = async (before: Order) => {
    const cancelled = changeOrderStatus(before, 'cancelled', new Date());
    const { order, circumstances } = await prepareStatus(before, cancelled, { now: new Date(), newId });
    await changeOrder(table(), before, order, circumstances);
  };
  const count = async (brand_id: string, stop_id: string) =>
    pickupCounts.read(await getItem(table(), pickupCounts.key({ brand_id, stop_id, date }))).orders;

  test('parallel orders never exceed the capacity of a day, and a cancelled order frees its place', async () => {
    const brand = newBrandId();
    const stop = newId();
    const orders = Array.from({ length: 12 }, () => anOrder(brand, { stop_id: stop, pickup_date: date }));
    const results = await Promise.allSettled(orders.map((order) => place(order, 5)));
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 7 }, () => 'pickup_day_full'));
    expect(await count(brand, stop)).toBe(5);
    const placed = orders.find((_, index) => results[index]?.status === 'fulfilled');
    if (placed === undefined) throw new Error('No order was placed');
    await cancel(placed);
    expect(await count(brand, stop)).toBe(4);
    await place(anOrder(brand, { stop_id: stop, pickup_date: date }), 5);
    expect(await count(brand, stop)).toBe(5);
  });
}
