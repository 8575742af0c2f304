import { createHash } from 'node:crypto';
import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';
import { firstIdAt } from '#persistence/new-id.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { count, counter, pointer, record } from '#store/commerce/record.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import { type Item, inRange, queryOnce, updateItem } from '#store/dynamodb/items.ts';
import { type ItemRange, queryPages, type StoredPage } from '#store/dynamodb/query-page.ts';
import { readNumber, type StoredNumber, storeNumber } from '#store/dynamodb/stored-number.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { rangeIn } from '#store/records/place.ts';
import { orderedFields } from '#store/records/record.ts';
import { normalEmail } from '../contacts/addresses.ts';
import { soldAt } from './amounts.ts';
import { type OrderListQuery, orderChange, orderSettings, orderSettingsInput } from './contract.ts';
import { firstOrderNumber, noPayments, type Order, type OrderStatus, order, orderPayment } from './order.ts';
import {
  asksForNoWord,
  filterOf,
  isStillFound,
  type PageStart,
  partsOf,
  positionOf,
  searchWords,
  startFrom,
} from './rules.ts';

const ofOrders = { records: 'orders', pk: 'ORDERS#{brand_id}' } as const;

/** A cancelled order has no pickup day. */
export const orders = record({
  ...ofOrders,
  name: 'order',
  schema: order,
  sk: 'ORDER#{id}',
  indexes: {
    gsi1: ['ORDERS#{brand_id}#STATUS#{status}', '{id}'],
    gsi2: ['ORDERS#{brand_id}#DAY#{day}', '{stop}#{id}'],
  },
  facts: ({ status, pickup_date, stop_id = '-' }) => ({
    day: status === 'cancelled' ? undefined : pickup_date,
    stop: stop_id,
  }),
  stored: {
    write: (order) => ({
      ...withoutZeros(order),
      items: order.items.map((line) => ({ ...line, price: storeNumber(line.price) })),
    }),
    read: orderFrom,
  },
  exported: 'orders',
  person: 'orders',
});

/** Amounts that are zero in most orders are not stored, so that most orders fit the kilobyte of a write unit. */
const zeros = {
  discount_cents: 0,
  shipping_cents: 0,
  tax_cents: 0,
  credit_cents: 0,
  discount_lines: [],
  shipping_lines: [],
  tax_lines: [],
  ...noPayments,
} as const satisfies Partial<Order>;

const isZero = ([name, value]: [string, unknown]): boolean =>
  name in zeros && (value === 0 || (Array.isArray(value) && value.length === 0));

const withoutZeros = (order: Order): object =>
  Object.fromEntries(Object.entries(order).filter((entry) => !isZero(entry)));

type Line = Order['items'][number];
interface Stored extends Omit<Order, 'items'> {
  readonly items: readonly (Omit<Line, 'price'> & { readonly price: StoredNumber })[];
}

function orderFrom(item: Item): Order {
  // All orders are written by the record.
  const stored = orderedFields(order, { ...zeros, ...item }) as Stored;
  return { ...stored, items: stored.items.map((line) => ({ ...line, price: readNumber(line.price) })) };
}

/** What an order is found by: small, so that a search reads far less than the orders. */
const rowSchema = order
  .pick({
    id: true,
    number: true,
    brand_id: true,
    status: true,
    fulfillment: true,
    delivery: true,
    stop_id: true,
    payment_state: true,
    collect_cents: true,
    return_cents: true,
    created_at: true,
    total_cents: true,
  })
  .extend({
    customer_hash: z.string().optional(),
    products: z.set(z.string()),
    customer_words: z.string(),
    words: z.string(),
  });
type Row = z.output<typeof rowSchema>;

const ofRows = {
  ...ofOrders,
  schema: rowSchema,
  stored: {
    /** Without what is in keys only. */
    write: ({ brand_id, total_cents, customer_hash, ...row }: Row) => row,
    read: (item: Item) => orderedFields(rowSchema, item) as Row,
  },
  exported: pointer,
  person: 'orders',
} as const;

const rowIndexes = {
  gsi1: ['ORDERS#{brand_id}#TOTAL', '{total_cents:20}#{id}'],
  gsi2: ['ORDERS#{brand_id}#CUSTOMER#{customer_hash}', '{id}'],
} as const;

const stopRowIndexes = { gsi2: ['ORDERS#{brand_id}#STOP#{stop_id}', '{id}'] } as const;

const orderRows = record({
  ...ofRows,
  name: 'order, searched',
  sk: 'ROW#{id}',
  indexes: rowIndexes,
});

/** A second row of an order, only for orders with a stop. One that lost its stop keeps the row, which is then in no index. */
const orderStopRows = record({
  ...ofRows,
  name: 'order, by stop',
  sk: 'STOPROW#{id}',
  indexes: stopRowIndexes,
});

/** SHA-256 (hex) of the address by which lists find an order: its key must not show the address. */
const hashOf = (email: string): string => createHash('sha256').update(normalEmail(email)).digest('hex');

const pickedForSearch = (order: Order) => ({
  id: order.id,
  number: order.number,
  brand_id: order.brand_id,
  status: order.status,
  fulfillment: order.fulfillment,
  delivery: order.delivery,
  stop_id: order.stop_id,
  payment_state: order.payment_state,
  collect_cents: order.collect_cents,
  return_cents: order.return_cents,
  created_at: soldAt(order),
  total_cents: order.total_cents,
});

/** The actions that store what an order is found by, for the transaction of its change. */
export function rowWrites(before: Order | undefined, after: Order): readonly TransactAction[] {
  const words = searchWords(after);
  const row: Row = {
    ...pickedForSearch(after),
    customer_hash: after.customer_email === undefined ? undefined : hashOf(after.customer_email),
    products: new Set(after.items.map(({ product_id }) => product_id)),
    customer_words: words.customer,
    words: words.all,
  };
  const hasStop = after.stop_id !== undefined || before?.stop_id !== undefined;
  return [orderRows.put(row), ...(hasStop ? [orderStopRows.put(row)] : [])];
}

export const orderChanges = record({
  ...ofOrders,
  name: 'change of an order',
  schema: orderChange.extend({ brand_id: uuid }),
  sk: 'LOG#{order_id}#{version:10}',
  exported: 'order-changes',
  person: 'orders',
});

export const orderPayments = record({
  ...ofOrders,
  name: 'payment or refund',
  schema: orderPayment,
  sk: 'PAYMENT#{order_id}#{id}',
  exported: 'order-payments',
  person: 'orders',
});

export const settings = record(
  {
    ...ofOrders,
    name: 'settings of orders',
    schema: orderSettings,
    sk: 'SETTINGS',
    exported: 'order-settings',
    person: 'none',
  },
  ({ brand_id }) => ({ brand_id, ...orderSettingsInput.parse({}), version: 0 }),
);

/** Written when a brand sets a stock level: another writer, so another item than the settings. */
export const stockTracking = record({
  ...ofOrders,
  name: 'start of stock',
  schema: z.object({ brand_id: uuid, since: timestamp }),
  sk: 'STOCKTRACKED',
  exported: { not: 'shows only that stock is read' },
  person: 'none',
});

/** Apart from the orders, so that a brand's counter takes nothing from the throughput of their partition. */
const orderNumbers = counter({
  name: 'taken order numbers',
  counts: ['taken'],
  records: 'order-numbers',
  pk: 'ORDERNUMBERS#{brand_id}',
  sk: 'TAKEN',
  exported: count,
  person: 'none',
});

/**
 * Takes the next order number of a brand. No other call gets it. It is no part of a transaction, so concurrent orders do not conflict
 * over it. The number of an order that is not stored afterwards is lost.
 */
export async function takeOrderNumber(brand_id: string): Promise<number> {
  const { Attributes } = await updateItem(commerceTable, orderNumbers.key({ brand_id }), {
    UpdateExpression: 'ADD taken :one',
    ExpressionAttributeValues: { ':one': 1 },
    ReturnValues: 'UPDATED_NEW',
  });
  return firstOrderNumber - 1 + orderNumbers.read(Attributes).taken;
}

/** All that the capability stores. */
export const orderPlaces = [
  orderNumbers,
  orders,
  orderRows,
  orderStopRows,
  orderChanges,
  orderPayments,
  settings,
  stockTracking,
];

/** Ids are UUIDs of version 7, so a range of time is a range of ids. */
const idsBetween = ({ created_from, created_to }: Pick<OrderListQuery, 'created_from' | 'created_to'>) => ({
  ...(created_from !== undefined && { from: firstIdAt(new Date(created_from)) }),
  ...(created_to !== undefined && { to: `${firstIdAt(new Date(created_to))}~` }),
});

type PlainQuery = Pick<
  OrderListQuery,
  'brand_id' | 'status' | 'created_from' | 'created_to' | 'limit' | 'cursor'
>;

/** Orders, newest first, of a status and a time. Orders of one status come from the index, which may lag by a moment. */
export function readOrders({ brand_id, status, limit, cursor, ...times }: PlainQuery) {
  const page = { limit, cursor, ...idsBetween(times), newestFirst: true };
  return status === undefined
    ? orders.page({ brand_id }, page)
    : orders.pageBy('gsi1', { brand_id, status }, page);
}

/** Orders of a brand by id, page after page, strongly consistent. Both ends are included. */
export async function* ordersBetween(
  brand_id: string,
  ids: { readonly from?: string; readonly to?: string },
): AsyncGenerator<readonly Order[]> {
  const range = { ...rangeIn(orders.name, [orders.pk, orders.sk], { brand_id }), ...ids };
  for await (const items of queryPages(commerceTable, range, {})) yield items.map(orders.read);
}

/** Whether the brand has an order, strongly consistent. */
export const hasOrders = async (brand_id: string): Promise<boolean> =>
  (await orders.page({ brand_id }, { limit: 1 })).data.length > 0;

/** The orders of a pickup day, or of a stop on it, by stop, from an index that may lag by a moment. */
export const pickupOrders = ({
  brand_id,
  date,
  stop_id,
}: {
  readonly brand_id: string;
  readonly date: string;
  readonly stop_id?: string | undefined;
}): AsyncGenerator<Order> =>
  orders.allBy('gsi2', { brand_id, day: date, ...(stop_id !== undefined && { stop: stop_id }) });

/** Rows read in one request. A page ends there, with a cursor. */
const maxRows = 4000;
const rowsAtOnce = 500;

/** Orders read at once; their JSON bounds a page as in other lists. */
const ordersAtOnce = 25;
const maxPageBytes = 4 * 1024 * 1024;

interface FoundRow {
  readonly id: string;
  /** Where the next page begins. */
  readonly position: string;
}

/** Orders that match all filters, in the order that the query asks for. */
export async function searchOrders(query: OrderListQuery): Promise<StoredPage<Order>> {
  const { limit, cursor, ...filters } = query;
  const list = ['order search', ...Object.entries(filters).flat().map(String)];
  const start = cursor === undefined ? undefined : startFrom(decodeCursor(list, cursor));
  if (asksForNoWord(query)) return { data: [], nextCursor: null };
  const { rows, end } = await readRows(query, start);
  const data: Order[] = [];
  let bytes = 0;
  let position: string | undefined;
  for (let first = 0; first < rows.length; first += ordersAtOnce) {
    const some = rows.slice(first, first + ordersAtOnce);
    const found = await orders.findMany(some.map(({ id }) => ({ brand_id: query.brand_id, id })));
    const byId = new Map(found.map((order) => [order.id, order]));
    for (const row of some) {
      const order = byId.get(row.id);
      if (order && isStillFound(order, query)) {
        bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(order)));
        if (data.length > 0 && bytes > maxPageBytes) {
          return { data, nextCursor: encodeCursor(list, position ?? row.position) };
        }
        data.push(order);
      }
      position = row.position;
    }
  }
  return { data, nextCursor: end === undefined ? null : encodeCursor(list, end) };
}

/** Rows of one page. `end` is the position of the last row read if there may be more. */
async function readRows(
  query: OrderListQuery,
  start: PageStart | undefined,
): Promise<{ readonly rows: readonly FoundRow[]; readonly end: string | undefined }> {
  const parts = partsOf(query);
  const range = rowsOf(query);
  const rows: FoundRow[] = [];
  let read = 0;
  for (let part = start?.part ?? 0; part < parts.length; part++) {
    let after = part === start?.part ? start.after : undefined;
    for (;;) {
      const found = await queryRows(query, { range, status: parts[part], after });
      if (!found) break;
      for (const item of found.items) {
        if (rows.length === query.limit) return { rows, end: rows.at(-1)?.position };
        const position = positionOf({ part, after: sortKeyOf(item, range) });
        rows.push({ id: String(item['id']), position });
      }
      if (found.last === undefined) break;
      after = found.last;
      read += rowsAtOnce;
      if (read >= maxRows) return { rows, end: positionOf({ part, after }) };
    }
  }
  return { rows, end: undefined };
}

/** The smallest range of rows that holds all matches in the order of the list. */
function rowsOf({ brand_id, sort, customer, stop_id, ...times }: OrderListQuery): ItemRange {
  if (sort === 'total' || sort === '-total') {
    const range = rangeIn(orderRows.name, rowIndexes.gsi1, { brand_id });
    return { ...range, index: 'gsi1', newestFirst: sort === '-total' };
  }
  const bounds = { ...idsBetween(times), newestFirst: sort !== 'created' };
  if (customer?.includes('@')) {
    const facts = { brand_id, customer_hash: hashOf(customer) };
    return { ...rangeIn(orderRows.name, rowIndexes.gsi2, facts), index: 'gsi2', ...bounds };
  }
  if (stop_id !== undefined) {
    const range = rangeIn(orderStopRows.name, stopRowIndexes.gsi2, { brand_id, stop_id });
    return { ...range, index: 'gsi2', ...bounds };
  }
  return { ...rangeIn(orderRows.name, [orderRows.pk, orderRows.sk], { brand_id }), ...bounds };
}

const sortKeyOf = (item: Item, { index }: ItemRange) => String(item[`${index ?? ''}sk`]);

interface RowQuery {
  readonly range: ItemRange;
  readonly status: OrderStatus | undefined;
  readonly after: string | undefined;
}

/** Up to {@link rowsAtOnce} rows before the filters, and the sort key of the last one if more may follow. */
async function queryRows(query: OrderListQuery, { range, status, after }: RowQuery) {
  const { pk, prefix = '', index, from = ' ', to = '~', newestFirst = false } = range;
  let [low, high] = [prefix + from, prefix + to];
  if (after !== undefined && newestFirst && after < high) high = after;
  if (after !== undefined && !newestFirst && after >= low) low = `${after} `;
  if (low > high) return undefined;
  const condition = inRange({ pk, prefix: '' }, { from: low, to: high }, index);
  const filter = filterOf(query, status);
  const { Items = [], LastEvaluatedKey } = await queryOnce(commerceTable, {
    ...condition,
    ...filter.expressions,
    ExpressionAttributeValues: { ...condition.ExpressionAttributeValues, ...filter.values },
    ...(index !== undefined && { IndexName: index }),
    ScanIndexForward: !newestFirst,
    // Without filters every row is an order of the page.
    Limit: filter.isEmpty ? query.limit + 2 : rowsAtOnce,
  });
  return {
    items: Items.filter((item) => sortKeyOf(item, range) !== after),
    last: LastEvaluatedKey && sortKeyOf(LastEvaluatedKey, range),
  };
}
