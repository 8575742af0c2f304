import { addDays, monthAfter, monthOf, monthsBetween } from '#calendar/days.ts';
import { contacts as contactRecords, mergedContacts } from '#commerce/contacts/records.ts';
import type { Order } from '#commerce/orders/order.ts';
import { orders as orderRecords, ordersBetween } from '#commerce/orders/records.ts';
import { meteredUses } from '#commerce/water/meter-records.ts';
import { waterLogs } from '#commerce/water-logs/records.ts';
import { Conflict, isWritten } from '#persistence/conflict.ts';
import { firstIdAt } from '#persistence/new-id.ts';
import { type Item, type ItemKey, nameOfKey, putItem } from '#store/dynamodb/items.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { rangeIn } from '#store/records/place.ts';
import { soldAt } from '../orders/amounts.ts';
import {
  cohortChange,
  cohortPartitions,
  dayFigures,
  dayFiguresChange,
  type FigureChange,
  fieldFigures,
  figuresPartition,
  newCustomerChange,
  productDayFigures,
  productFiguresOf,
} from './figure-records.ts';
import { customerOf, customerShare, figuresOfOrder } from './order-figures.ts';
import { meteredChanges, waterChanges } from './water-figure-records.ts';

/** Repaired items by kind. */
export interface Rebuilt {
  readonly orders: number;
  readonly customers: number;
  readonly water: number;
}

/**
 * Recounts the figures of a brand from its orders, water logs and meter readings, and repairs differences. Idempotent, and safe
 * while the brand is in use. Figures of visits have no other record and stay.
 */
export async function rebuildFigures(table: Table, brandId: string): Promise<Rebuilt> {
  let known = firstTimes(brandId);
  const firstAt = (isRepeated: boolean) => {
    // All orders are read again only if their figures seem wrong.
    if (isRepeated) known = firstTimes(brandId);
    return known;
  };
  const orders = await rebuildMonths(table, await orderMonths(table, brandId), (month, isRepeated) =>
    orderFigures(table, { brandId, month, firstAt: () => firstAt(isRepeated) }),
  );
  const customers = await repairFigures(table, () => customerFigures(table, brandId));
  const water = await rebuildMonths(table, await waterMonths(brandId), (month) =>
    waterFigures(table, brandId, month),
  );
  return { orders, customers, water };
}

interface Figures {
  readonly stored: readonly Item[];
  readonly expected: ExpectedFigures;
}

async function rebuildMonths(
  table: Table,
  months: readonly string[],
  read: (month: string, isRepeated: boolean) => Promise<Figures>,
): Promise<number> {
  let repaired = 0;
  for (const month of months) repaired += await repairFigures(table, (isRepeated) => read(month, isRepeated));
  return repaired;
}

interface OrderMonth {
  readonly brandId: string;
  readonly month: string;
  /** When each customer placed the first order. */
  firstAt(): Promise<ReadonlyMap<string, string>>;
}

/** Figures of the orders of a UTC month. */
async function orderFigures(table: Table, { brandId, month, firstAt }: OrderMonth): Promise<Figures> {
  const days = { from: `${month}-01#`, to: `${lastDay(month)}#~` };
  const stored = [
    ...(await all(table, { pk: figuresPartition(dayFigures, brandId), ...days })),
    ...(await all(table, { pk: figuresPartition(productDayFigures, brandId, month) })),
  ];
  const expected = new ExpectedFigures();
  for await (const orders of ordersBetween(brandId, idsOf(month))) {
    for (const order of orders.filter((one) => monthOf(soldAt(one)) === month)) {
      expected.apply(dayFiguresChange(order, figuresOfOrder(order)));
      if (order.status === 'cancelled') continue;
      const products = productFiguresOf(order);
      if ('changes' in products) for (const change of products.changes) expected.apply(change);
      else expected.put(products.key, { products: products.products, quarter: products.quarter });
    }
  }
  for (const at of (await firstAt()).values()) {
    if (monthOf(at) === month) expected.apply(newCustomerChange(brandId, at, 1));
  }
  return { stored, expected };
}

/** Figures of all customers. */
async function customerFigures(table: Table, brandId: string): Promise<Figures> {
  const stored: Item[] = [];
  for (const pk of cohortPartitions(brandId)) stored.push(...(await all(table, { pk })));
  const expected = new ExpectedFigures();
  for await (const orders of ordersBetween(brandId, {})) {
    for (const order of orders) {
      const share = customerShare(order);
      if (share) expected.apply(cohortChange(brandId, share, 1n));
    }
  }
  return { stored, expected };
}

/** Figures of the water logs and metered uses of a UTC month. */
async function waterFigures(table: Table, brandId: string, month: string): Promise<Figures> {
  const stored = await all(table, { pk: figuresPartition(fieldFigures, brandId, month) });
  const expected = new ExpectedFigures();
  const range = { from: `${month}-01`, to: `${lastDay(month)}~` };
  for await (const log of waterLogs.all({ brand_id: brandId }, range)) {
    for (const change of waterChanges(log, 1n)) expected.apply(change);
  }
  for await (const use of meteredUses.all({ brand_id: brandId }, range)) {
    for (const change of meteredChanges(use, 1n)) expected.apply(change);
  }
  return { stored, expected };
}

/** The contacts into which others were merged, by the id of the duplicate, strongly consistent. */
export async function contactsByDuplicate(brandId: string): Promise<ReadonlyMap<string, string>> {
  const merged = new Map<string, string>();
  for await (const { id, merged_into } of mergedContacts.all({ brand_id: brandId }))
    merged.set(id, merged_into);
  return merged;
}

/** When each customer placed the first order that is not cancelled, from all orders of the brand. */
async function firstTimes(brandId: string): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  for await (const orders of ordersBetween(brandId, {})) {
    for (const order of orders) {
      const customer = customerOf(order);
      if (customer === undefined || order.status === 'cancelled') continue;
      const [known, at] = [times.get(customer), soldAt(order)];
      if (known === undefined || at < known) times.set(customer, at);
    }
  }
  const ofPersons = new Map<string, string>();
  const merged = await contactsByDuplicate(brandId);
  for (const [customer, at] of times) {
    const person = merged.get(customer) ?? customer;
    const known = ofPersons.get(person);
    if (known === undefined || at < known) ofPersons.set(person, at);
  }
  return ofPersons;
}

/** When the customers of these orders placed their first order. Of an erased person only the orders know it. */
export async function firstTimesOf(brandId: string, orders: readonly Order[]): Promise<readonly string[]> {
  if (orders.every((order) => customerOf(order) === undefined)) return [];
  const merged = await contactsByDuplicate(brandId);
  const contacts = new Set(
    orders.flatMap(({ contact_id: id }) => (id === undefined ? [] : [merged.get(id) ?? id])),
  );
  const found = await contactRecords.findMany([...contacts].map((id) => ({ brand_id: brandId, id })));
  const known = found.flatMap(({ first_order_at }) => first_order_at ?? []);
  const erased = new Set(orders.flatMap(({ erased_customer_id: id }) => id ?? []));
  if (erased.size === 0) return known;
  const all = await firstTimes(brandId);
  return [...known, ...[...erased].flatMap((id) => all.get(id) ?? [])];
}

/** UTC months from the first to the last order, or to the last figures. */
async function orderMonths(table: Table, brandId: string): Promise<readonly string[]> {
  const dayOf = (item: Item | undefined) => item && String(item['sk']).slice(0, 'YYYY-MM-DD'.length);
  const allOrders = rangeIn('orders', [orderRecords.pk, orderRecords.sk], { brand_id: brandId });
  const dayRange = { pk: figuresPartition(dayFigures, brandId) };
  const createdIn = (item: Item | undefined) => item && String(item['sold_at'] ?? item['created_at']);
  const days = [
    createdIn(await one(table, allOrders)),
    createdIn(await one(table, { ...allOrders, newestFirst: true })),
    dayOf(await one(table, dayRange)),
    dayOf(await one(table, { ...dayRange, newestFirst: true })),
  ];
  return monthsAmong(days);
}

async function waterMonths(brandId: string): Promise<readonly string[]> {
  const months = new Set<string>();
  for await (const { logged_at } of waterLogs.all({ brand_id: brandId })) months.add(monthOf(logged_at));
  for await (const { to } of meteredUses.all({ brand_id: brandId })) months.add(monthOf(to));
  return [...months];
}

function monthsAmong(times: readonly (string | undefined)[]): readonly string[] {
  const known = times.flatMap((time) => (time === undefined ? [] : [monthOf(time)])).sort();
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined) return [];
  return monthsBetween(first, last);
}

const lastDay = (month: string): string => addDays(`${monthAfter(month, 1)}-01`, -1);

/** Ids of the orders sold in the month: they begin with the time of creation, up to seven days after the sale. */
const idsOf = (month: string) => ({
  from: firstIdAt(new Date(`${month}-01T00:00:00Z`)),
  to: firstIdAt(new Date(`${monthAfter(month, 1)}-09T00:00:00Z`)),
});

type Range = Parameters<typeof queryItems>[1];

async function all(table: Table, range: Range): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of queryItems(table, range)) items.push(item);
  return items;
}

async function one(table: Table, range: Range): Promise<Item | undefined> {
  for await (const item of queryItems(table, range, { pageSize: 1 })) return item;
  return undefined;
}

/** Items of figures as they must be, by the name of their key. */
class ExpectedFigures {
  private readonly items = new Map<
    string,
    { readonly key: ItemKey; readonly content: Record<string, unknown> }
  >();

  apply({ key, subject, add }: FigureChange): void {
    const name = nameOfKey(key);
    const content: Record<string, unknown> = this.items.get(name)?.content ?? {};
    for (const [attribute, by] of Object.entries(add)) {
      content[attribute] = whole(content[attribute]) + BigInt(by);
    }
    this.items.set(name, { key, content: Object.assign(content, subject) });
  }

  put(key: ItemKey, content: Readonly<Record<string, unknown>>): void {
    this.items.set(nameOfKey(key), { key, content: { ...content } });
  }

  /** The items that differ from the stored ones. A stored item without facts becomes empty. */
  differences(stored: readonly Item[]): readonly Repair[] {
    const byName = new Map(stored.map((item) => [nameOfKey(item), item]));
    const wrong = [...this.items].flatMap(([name, { key, content }]): Repair[] => {
      const item = byName.get(name);
      return textOf(item ?? {}) === textOf(content) ? [] : [{ key, content, stored: item }];
    });
    const unexpected = [...byName].flatMap(([name, item]): Repair[] => {
      if (this.items.has(name) || textOf(item) === textOf({})) return [];
      const key = { pk: String(item['pk']), sk: String(item['sk']) };
      return [{ key, content: Array.isArray(item['products']) ? { products: [] } : {}, stored: item }];
    });
    return [...wrong, ...unexpected];
  }
}

interface Repair {
  readonly key: ItemKey;
  readonly content: Readonly<Record<string, unknown>>;
  readonly stored: Item | undefined;
}

/** The numbers of an item as text, without zeroes, and the products of a large order. */
function textOf(item: Item): string {
  const counted = Object.entries(item).flatMap(([name, value]): [string, string][] => {
    if (name === 'revision') return [];
    if (name === 'products') {
      return Array.isArray(value) && value.length > 0 ? [[name, JSON.stringify(value.map(productText))]] : [];
    }
    const isZero = typeof value !== 'number' && typeof value !== 'bigint' ? true : BigInt(value) === 0n;
    return isZero ? [] : [[name, String(value)]];
  });
  return JSON.stringify(counted.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const productText = ({ product_id, quantity, cents }: Item) => [product_id, String(quantity), String(cents)];

const whole = (value: unknown): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n;

const attempts = 6;

/**
 * Compares stored figures with the facts and repairs differences, while others write. `read` must read the figures before the
 * facts: a fact that is stored later changes the revision of its figures, which fails the repair, and all is read again.
 *
 * @returns the number of repaired items
 * @throws Conflict when the figures kept changing
 */
async function repairFigures(
  table: Table,
  read: (isRepeated: boolean) => Promise<Figures>,
  settle: () => Promise<void> = () => pause(500),
): Promise<number> {
  let repaired = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { stored, expected } = await read(attempt > 0);
    const repairs = expected.differences(stored);
    if (repairs.length === 0) return repaired;
    // A query may see one half of a transaction in progress. The second look sees all of it.
    if (attempt === 0) {
      await settle();
      continue;
    }
    for (const repair of repairs) if (await write(table, repair)) repaired += 1;
  }
  throw new Conflict('The figures changed during the rebuild');
}

function write(table: Table, { key, content, stored }: Repair): Promise<boolean> {
  const revision = stored?.['revision'];
  const next = (typeof revision === 'number' ? revision : 0) + 1;
  return isWritten(
    putItem(table, {
      Item: { ...key, ...content, revision: next },
      ...(stored === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : revision === undefined
          ? { ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revision)' }
          : {
              ConditionExpression: 'revision = :revision',
              ExpressionAttributeValues: { ':revision': revision },
            }),
    }),
  );
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
