import { type Order, type OrderStatus, orderStatuses } from '#commerce/orders/contract.ts';
import { searchedWords } from '#commerce/orders/search-words.ts';
import { decodeCursor, encodeCursor } from '../../dynamodb/cursor.ts';
import { getItems, type Item, inRange, queryOnce } from '../../dynamodb/items.ts';
import type { ItemRange, StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { firstIdAt, orderKey } from '../commerce-keys.ts';
import { type OrderListQuery, orderFrom } from '../orders.ts';
import {
  orderCustomerPartition,
  orderRowsOf,
  orderStopPartition,
  orderTotalPartition,
} from './order-record-keys.ts';

/** Rows read in one request. A page ends there, with a cursor. */
const maxRows = 4000;
const rowsAtOnce = 500;

/** Orders read at once; their JSON bounds a page as in other lists. */
const ordersAtOnce = 25;
const maxPageBytes = 4 * 1024 * 1024;

interface Row {
  readonly id: string;
  /** Part of the list and sort key: where the next page begins. */
  readonly position: string;
}

/** Orders that match all filters, in the order that the query asks for. */
export async function searchOrders(table: Table, query: OrderListQuery): Promise<StoredPage<Order>> {
  const { limit, cursor, ...filters } = query;
  const list = ['order search', ...Object.entries(filters).flat().map(String)];
  const start = cursor === undefined ? undefined : startFrom(decodeCursor(list, cursor));
  if (asksForNoWord(query)) return { data: [], nextCursor: null };
  const { rows, end } = await readRows(table, query, start);
  const data: Order[] = [];
  let bytes = 0;
  let position: string | undefined;
  for (let first = 0; first < rows.length; first += ordersAtOnce) {
    const some = rows.slice(first, first + ordersAtOnce);
    const orders = await ordersById(table, query.brand_id, some);
    for (const row of some) {
      const order = orders.get(row.id);
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

/** Returns whether a search has only signs. Such a search finds nothing, because a search without words lists every order. */
const asksForNoWord = ({ customer, text }: OrderListQuery): boolean =>
  [customer, text].some((searched) => searched !== undefined && searchedWords(searched).length === 0);

interface Start {
  readonly part: number;
  readonly after: string;
}

const positionOf = (part: number, sortKey: string) => `${part} ${sortKey}`;

function startFrom(position: string): Start {
  const [part = '0', ...after] = position.split(' ');
  return { part: Number(part), after: after.join(' ') };
}

/**
 * Rows of one page. `end` is the position of the last row read if there may be more.
 */
async function readRows(
  table: Table,
  query: OrderListQuery,
  start: Start | undefined,
): Promise<{ readonly rows: readonly Row[]; readonly end: string | undefined }> {
  const statuses = statusesOf(query);
  const rows: Row[] = [];
  let read = 0;
  for (let part = start?.part ?? 0; part < statuses.length; part++) {
    const range = rangeOf(query);
    let after = part === start?.part ? start.after : undefined;
    for (;;) {
      const found = await queryRows(table, query, { range, status: statuses[part], after });
      if (!found) break;
      for (const item of found.items) {
        if (rows.length === query.limit) return { rows, end: rows.at(-1)?.position };
        rows.push({ id: String(item['id']), position: positionOf(part, sortKeyOf(item, range)) });
      }
      if (found.last === undefined) break;
      after = found.last;
      read += rowsAtOnce;
      if (read >= maxRows) return { rows, end: positionOf(part, after) };
    }
  }
  return { rows, end: undefined };
}

/** One part of the list for each status in a list by status; else one part with the status that is asked for, if any. */
function statusesOf({ sort, status }: OrderListQuery): readonly (OrderStatus | undefined)[] {
  if (status !== undefined || (sort !== 'status' && sort !== '-status')) return [status];
  return sort === 'status' ? orderStatuses : orderStatuses.toReversed();
}

/** The smallest range of rows that holds all matches in the order of the list. */
function rangeOf(query: OrderListQuery): ItemRange {
  const { brand_id, sort, customer, stop_id, created_from, created_to } = query;
  if (sort === 'total' || sort === '-total') {
    return { pk: orderTotalPartition(brand_id), index: 'gsi1', newestFirst: sort === '-total' };
  }
  const bounds = {
    from: created_from && firstIdAt(new Date(created_from)),
    to: created_to && `${firstIdAt(new Date(created_to))}~`,
    newestFirst: sort !== 'created',
  };
  if (customer?.includes('@')) {
    return { pk: orderCustomerPartition(brand_id, customer), index: 'gsi2', ...bounds };
  }
  if (stop_id !== undefined) return { pk: orderStopPartition(brand_id, stop_id), index: 'gsi2', ...bounds };
  return { ...orderRowsOf(brand_id), ...bounds };
}

const sortKeyOf = (item: Item, { index }: ItemRange) => String(item[`${index ?? ''}sk`]);

interface RowQuery {
  readonly range: ItemRange;
  readonly status: OrderStatus | undefined;
  readonly after: string | undefined;
}

/** Up to {@link rowsAtOnce} rows before the filters, and the sort key of the last one if more may follow. */
async function queryRows(table: Table, query: OrderListQuery, { range, status, after }: RowQuery) {
  const { pk, prefix = '', index, from = ' ', to = '~', newestFirst = false } = range;
  let [low, high] = [prefix + from, prefix + to];
  if (after !== undefined && newestFirst && after < high) high = after;
  if (after !== undefined && !newestFirst && after >= low) low = `${after} `;
  if (low > high) return undefined;
  const condition = inRange({ pk, prefix: '' }, { from: low, to: high }, index);
  const filter = filterOf(query, status);
  const { Items = [], LastEvaluatedKey } = await queryOnce(table, {
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

function filterOf(query: OrderListQuery, status: OrderStatus | undefined) {
  const { sort, fulfillment, stop_id, payment_state, product_id, customer, text, created_from, created_to } =
    query;
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const clauses: string[] = [];
  const add = (name: string, value: unknown, clause: (name: string, value: string) => string) => {
    const placeholder = `:f${clauses.length}`;
    names[`#${name}`] = name;
    values[placeholder] = value;
    clauses.push(clause(`#${name}`, placeholder));
  };
  const equals = (name: string, value: string) => `${name} = ${value}`;
  const contains = (name: string, value: string) => `contains(${name}, ${value})`;
  for (const [name, value] of Object.entries({ status, fulfillment, stop_id, payment_state })) {
    if (value !== undefined) add(name, value, equals);
  }
  if (product_id !== undefined) add('products', product_id, contains);
  if (customer?.includes('@')) for (const word of searchedWords(customer)) add('words', word, contains);
  else if (customer) for (const word of searchedWords(customer)) add('customer_words', word, contains);
  if (text) for (const word of searchedWords(text)) add('words', word, contains);
  // Other lists have the time in their keys.
  const byTotal = sort === 'total' || sort === '-total';
  if (byTotal && created_from !== undefined)
    add('created_at', created_from, (name, value) => `${name} >= ${value}`);
  if (byTotal && created_to !== undefined)
    add('created_at', created_to, (name, value) => `${name} <= ${value}`);
  const expressions =
    clauses.length === 0 ? {} : { FilterExpression: clauses.join(' AND '), ExpressionAttributeNames: names };
  return { expressions, values, isEmpty: clauses.length === 0 };
}

async function ordersById(
  table: Table,
  brandId: string,
  rows: readonly Row[],
): Promise<ReadonlyMap<string, Order>> {
  const items = await getItems(
    table,
    rows.map(({ id }) => orderKey(brandId, id)),
  );
  return new Map(items.map(orderFrom).map((order) => [order.id, order]));
}

/** False for an order that has changed since its row in an index was written. */
const isStillFound = (order: Order, query: OrderListQuery): boolean =>
  (['status', 'fulfillment', 'stop_id', 'payment_state'] as const).every(
    (member) => query[member] === undefined || query[member] === order[member],
  ) &&
  (!query.customer?.includes('@') || order.customer_email?.toLowerCase() === query.customer.toLowerCase());
