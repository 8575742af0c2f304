import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { brands } from '#commerce/brands/records.ts';
import { newAddressKey } from '#commerce/contacts/address-records.ts';
import { type Order, orderInput, orderStatuses } from '#commerce/orders/order.ts';
import { recordPayment, recordRefund } from '#commerce/orders/payment.ts';
import { prepareEdit, prepareOrder, prepareStatus } from '#commerce/orders/preparing.ts';
import { takeOrderNumber } from '#commerce/orders/records.ts';
import { changeOrderStatus } from '#commerce/orders/rules.ts';
import { changeWrites, orderWrites } from '#commerce/orders/writing.ts';
import { meters, readingsById, readingWrites } from '#commerce/water/meter-records.ts';
import { correctReading, newMeter, newReading } from '#commerce/water/rules.ts';
import { meterInput, readingInput, type StoredReading } from '#commerce/water/water-fields.ts';
import { type WaterLog, waterLogInput } from '#commerce/water-logs/contract.ts';
import {
  insertLog,
  newWaterLog,
  removeLog,
  replaceLog,
  replaceWaterLog,
} from '#commerce/water-logs/records.ts';
import { ApiError } from '#contract/errors.ts';
import { newId } from '#persistence/new-id.ts';
import { putItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { productIds } from '../../commerce/arbitrary-orders.ts';
import { newBrandId } from './samples.ts';

/** Near a change of the clocks (2026-03-08 in Denver) and of the month. */
const at = fc.integer({ min: Date.UTC(2026, 1, 26), max: Date.UTC(2026, 2, 12) });
const index = fc.nat(50);
const fields = [randomUUID(), randomUUID()] as const;

/** Lines in dollars and odd cents. */
const items = fc.array(
  fc.record({
    product_id: fc.constantFrom(...productIds),
    price: fc.integer({ min: 1, max: 99_999 }).map((units) => units / 1000),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 3 },
);
const email = fc.constantFrom('ana@example.com', 'ANA@example.com', 'ben@example.com', 'cleo@example.com');
const fulfillment = fc.constantFrom('pickup', 'ship', 'mixed');
const log = fc.record({
  gallons: fc.integer({ min: 1, max: 9_999_999 }).map((units) => units / 1000),
  field: fc.constantFrom({}, { field_id: fields[0] }, { field_name: 'Orchard' }, { field_name: 'orchard ' }),
  at,
});

const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('place'), at, items, email: fc.option(email) }), weight: 3 },
  fc.record({ do: fc.constant('edit items'), index, items }),
  fc.record({ do: fc.constant('edit customer'), index, email }),
  fc.record({ do: fc.constant('edit stop'), index, fulfillment, stop: fc.constantFrom(...fields) }),
  {
    arbitrary: fc.record({ do: fc.constant('move'), index, status: fc.constantFrom(...orderStatuses) }),
    weight: 3,
  },
  fc.record({ do: fc.constant('pay'), index, cents: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('refund'), index, cents: fc.integer({ min: 1, max: 300 }) }),
  fc.record({ do: fc.constant('log'), log }),
  fc.record({ do: fc.constant('edit log'), index, log }),
  fc.record({ do: fc.constant('remove log'), index }),
  fc.record({ do: fc.constant('read meter'), at }),
  fc.record({ do: fc.constant('correct reading'), index, at }),
);

/** What happens to a brand, in this order. Steps without an order, entry or reading to change do nothing. */
export const life = fc.array(step, { minLength: 5, maxLength: 40 });
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The records of a brand by the acknowledged operations, without the table. */
export class ShopLife {
  readonly brandId = newBrandId();
  readonly orders: Order[] = [];
  readonly logs: WaterLog[] = [];
  readonly readings: StoredReading[] = [];
  private readonly meterId = newId();
  private readonly table: Table;

  private constructor(table: Table) {
    this.table = table;
  }

  static async play(table: Table, steps: readonly Step[]): Promise<ShopLife> {
    const played = new ShopLife(table);
    await putItem(table, {
      Item: { ...brands.key({ brand_id: played.brandId }), id: played.brandId, catalog: 'external' },
    });
    await transact(table, [newAddressKey(played.brandId)]);
    const meter = meterInput.parse({
      brand_id: played.brandId,
      name: 'm',
      unit: 'gallons',
      field_id: fields[0],
    });
    await transact(table, [meters.insert(newMeter(meter, { id: played.meterId, now: new Date() }))]);
    for (const one of steps) await ifAllowed(() => played.take(one));
    return played;
  }

  private async take(one: Step): Promise<void> {
    switch (one.do) {
      case 'place':
        return this.place(one);
      case 'edit items':
        return this.edit(one.index, { items: one.items });
      case 'edit customer':
        return this.edit(one.index, { customer_email: one.email });
      case 'edit stop':
        return this.edit(one.index, { fulfillment: one.fulfillment, stop_id: one.stop });
      case 'move':
        return this.move(one.index, one.status);
      case 'pay':
      case 'refund':
        return this.money(one.index, one.do, one.cents);
      case 'log':
        return this.addLog(one.log);
      case 'edit log':
        return this.editLog(one.index, one.log);
      case 'remove log':
        return this.removeLog(one.index);
      case 'read meter':
        return this.read(one.at);
      case 'correct reading':
        return this.correct(one.index, one.at);
    }
  }

  private async place({ at: time, items: lines, email: customer_email }: Extract<Step, { do: 'place' }>) {
    const now = new Date(time);
    const input = orderInput.parse({
      brand_id: this.brandId,
      items: lines,
      ...(customer_email !== null && { customer_email }),
    });
    const takeNumber = () => takeOrderNumber(this.brandId);
    const prepared = await prepareOrder(input, { id: newId(now), now, newId, takeNumber });
    const { order, circumstances } = prepared;
    await transact(this.table, orderWrites(undefined, order, circumstances));
    this.orders.push(order);
  }

  private async edit(position: number, edit: object): Promise<void> {
    const before = this.orderAt(position);
    if (before === undefined) return;
    const { order, circumstances } = await prepareEdit(before, edit, {
      now: new Date(),
      newId,
    });
    await transact(this.table, orderWrites(before, order, circumstances));
    this.replace(order);
  }

  private async move(position: number, status: Order['status']): Promise<void> {
    const before = this.orderAt(position);
    if (before === undefined) return;
    const moved = changeOrderStatus(before, status, new Date());
    if (moved === before) return;
    const { order, circumstances } = await prepareStatus(before, moved, { now: new Date(), newId });
    await transact(this.table, await changeWrites(before, order, circumstances));
    this.replace(order);
  }

  private async money(position: number, kind: 'pay' | 'refund', amount_cents: number): Promise<void> {
    const before = this.orderAt(position);
    if (before === undefined) return;
    const recording = { id: newId(), now: new Date(), by: 'key:1' };
    const record = { amount_cents, method: 'cash' } as const;
    const refund = { ...record, reason: 'r', restock: false, return_credit: false };
    const { order } =
      kind === 'pay'
        ? recordPayment(before, { ...record, kind: 'payment' }, recording)
        : recordRefund(before, refund, recording);
    await transact(this.table, await changeWrites(before, order));
    this.replace(order);
  }

  private orderAt(position: number): Order | undefined {
    return this.orders[position % Math.max(1, this.orders.length)];
  }

  private replace(order: Order): void {
    this.orders.splice(
      this.orders.findIndex(({ id }) => id === order.id),
      1,
      order,
    );
  }

  private async addLog({ gallons, field, at: time }: LogFields): Promise<void> {
    const logged_at = new Date(time).toISOString();
    const input = waterLogInput.parse({ brand_id: this.brandId, gallons, ...field, logged_at });
    const added = newWaterLog(input, { id: newId(), now: new Date() });
    await transact(this.table, insertLog(added));
    this.logs.push(added);
  }

  private async editLog(position: number, { gallons, field, at: time }: LogFields): Promise<void> {
    const place = position % Math.max(1, this.logs.length);
    const before = this.logs[place];
    if (before === undefined) return;
    const replacement = { gallons, ...field, logged_at: new Date(time).toISOString() };
    const after = replaceWaterLog(before, replacement, new Date());
    await transact(this.table, replaceLog(before, after, { now: new Date() }));
    this.logs[place] = after;
  }

  private async removeLog(position: number): Promise<void> {
    const place = position % Math.max(1, this.logs.length);
    const [before] = this.logs.slice(place, place + 1);
    if (before === undefined) return;
    await transact(this.table, removeLog(before, { now: new Date() }));
    this.logs.splice(place, 1);
  }

  private async read(time: number): Promise<void> {
    const meter = await this.meter();
    const reading = newReading(meter, readingInput.parse(valueAt(time)), { id: newId(), now: new Date() });
    const { writes } = await readingWrites({ meter, reading });
    await transact(this.table, writes);
    this.readings.push(reading);
  }

  private async correct(position: number, time: number): Promise<void> {
    const place = position % Math.max(1, this.readings.length);
    const reading_id = this.readings[place]?.id ?? '';
    const [meter, earlier] = [await this.meter(), await this.reading(reading_id)];
    if (earlier === undefined) return;
    const reading = correctReading(earlier, { ...valueAt(time), kind: 'reading', reason: 'r' }, new Date());
    const { writes } = await readingWrites({ meter, earlier, reading });
    await transact(this.table, writes);
    this.readings[place] = reading;
  }

  private async reading(reading_id: string) {
    if (reading_id === '') return undefined;
    return readingsById.load([{ brand_id: this.brandId, id: this.meterId, reading_id }]);
  }

  private async meter() {
    const found = await meters.find({ brand_id: this.brandId, id: this.meterId });
    if (found === undefined) throw new Error('There is no meter');
    return found;
  }
}

type LogFields = Extract<Step, { do: 'log' }>['log'];

/** A reading that fits at any time: the counter shows the seconds of the time. */
const valueAt = (time: number) => ({
  value: Math.floor(time / 1000) % 100_000_000,
  read_at: new Date(time).toISOString(),
});

/** Runs a step, which may be one that the rules refuse. */
async function ifAllowed(operation: () => Promise<void>): Promise<void> {
  try {
    await operation();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}
