import * as z from 'zod';
import { customerHash, emailHash } from '#commerce/customer.ts';
import { type CustomerKind, figuresOfChange, figuresOfOrder } from '#commerce/order-figures.ts';
import {
  type listOrders,
  type Order,
  orderAmounts,
  order as orderSchema,
} from '#commerce/orders/contract.ts';
import { searchWords } from '#commerce/orders/search-words.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { fieldsOf, type Item, type ItemKey, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { queryItems, queryPage, queryPages, type StoredPage } from '../dynamodb/query-page.ts';
import { readNumber, type StoredNumber, storeNumber } from '../dynamodb/stored-number.ts';
import { maxActions, type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { cohortActions } from './analytics/cohorts.ts';
import { finder } from './brand-items.ts';
import {
  customerKey,
  firstIdAt,
  orderKey,
  orderStatusKeys,
  orderStatusPartition,
  ordersOf,
} from './commerce-keys.ts';
import { contactChangeActions } from './contacts/order-contact.ts';
import { dayFiguresAction, productFiguresActions } from './order-figures.ts';
import {
  orderCustomerPartition,
  orderRowKey,
  orderStopPartition,
  orderStopRowKey,
  orderTotalPartition,
  orderTotalSort,
} from './orders/order-record-keys.ts';

/**
 * Stores a new order, its figures, its rows for searches and `others` in one transaction. Of two concurrent first orders of
 * a customer, one is stored as the order of a returning customer.
 *
 * @param isFirstOnly fails instead, because the order is valid only as the first one
 * @throws ConditionFailed when a condition of `others` does not hold; ApiError pickup_day_full
 */
export async function insertOrder(
  table: Table,
  order: Order,
  customer: CustomerKind,
  others: readonly TransactAction[],
  isFirstOnly = false,
): Promise<void> {
  const customerActions = customer === 'new' ? newCustomer(order) : [];
  try {
    await transact(table, [
      ...customerActions,
      insertion(orderItem(order)),
      dayFiguresAction(order, figuresOfOrder(order, customer)),
      ...productFiguresActions(undefined, order),
      ...cohortActions(undefined, order),
      ...orderRowActions(undefined, order),
      ...others,
    ]);
  } catch (error) {
    const lostRace = error instanceof ConditionFailed && error.failures.every(({ index }) => index === 0);
    if (!lostRace || customerActions.length === 0 || isFirstOnly) throw error;
    await insertOrder(table, order, 'returning', others);
  }
}

/**
 * Stores the next version of an order, moves its figures and rows, and stores `others`, in one transaction.
 *
 * @param customer kind of an order that gets its first e-mail address
 * @throws ConditionFailed when the stored order is no longer `before`; ApiError edit_too_large, pickup_day_full
 */
export async function changeOrder(
  table: Table,
  before: Order,
  after: Order,
  others: readonly TransactAction[] = [],
  customer?: CustomerKind,
): Promise<void> {
  const figures = figuresOfChange(before, after, customer);
  const actions = [
    {
      Put: {
        Item: orderItem(after),
        ConditionExpression: 'version = :before',
        ExpressionAttributeValues: { ':before': before.version },
      },
    },
    // An order that counts for another person already is not the first one of its new customer.
    ...(customer === 'new' && customerHash(before) === undefined ? newCustomer(after) : []),
    ...(Object.keys(figures).length > 0 ? [dayFiguresAction(after, figures)] : []),
    ...productFiguresActions(before, after),
    ...(await contactChangeActions(table, before, after)),
    ...cohortActions(before, after),
    ...orderRowActions(before, after),
    ...others,
  ];
  if (actions.length > maxActions) throw new ApiError('edit_too_large');
  await transact(table, actions);
}

/** Filters and page of the orders of a brand. Times are RFC 3339 UTC, both ends included. */
export type OrderListQuery = ValidInput<typeof listOrders>['query'];

/** True for a list that needs no search: all orders, or those of one status, newest first. */
export const isPlainList = ({
  brand_id,
  status,
  created_from,
  created_to,
  limit,
  cursor,
  sort,
  ...filters
}: OrderListQuery): boolean =>
  sort === '-created' && Object.values(filters).every((value) => value === undefined);

/** Orders, newest first, of a status and a time. Orders of one status come from the index, which may lag by a moment. */
export function readOrders(
  table: Table,
  query: Pick<OrderListQuery, 'brand_id' | 'status' | 'created_from' | 'created_to' | 'limit' | 'cursor'>,
): Promise<StoredPage<Order>> {
  const { brand_id, status, created_from, created_to, limit, cursor } = query;
  const bounds = {
    from: created_from && firstIdAt(new Date(created_from)),
    to: created_to && `${firstIdAt(new Date(created_to))}~`,
  };
  const list = ['orders', brand_id, status, created_from, created_to];
  const page = { list, limit, cursor };
  const part =
    status === undefined
      ? ordersOf(brand_id)
      : { pk: orderStatusPartition(brand_id, status), index: 'gsi1' as const };
  return queryPage(table, { ...page, range: { ...part, ...bounds, newestFirst: true } }, orderFrom);
}

/** Orders of a brand by id, page after page, strongly consistent. Both ends are included. */
export async function* ordersBetween(
  table: Table,
  brandId: string,
  ids: { readonly from?: string; readonly to?: string },
): AsyncGenerator<readonly Order[]> {
  for await (const items of queryPages(table, { ...ordersOf(brandId), ...ids }, {}))
    yield items.map(orderFrom);
}

/** Whether the brand has an order, strongly consistent. */
export async function hasOrders(table: Table, brandId: string): Promise<boolean> {
  for await (const _ of queryItems(table, ordersOf(brandId), { pageSize: 1 })) return true;
  return false;
}

interface StoredLine extends Omit<Order['items'][number], 'price'> {
  readonly price: StoredNumber;
}

const orderItem = (order: Order) =>
  itemOf(
    {
      ...orderKey(order.brand_id, order.id),
      ...orderStatusKeys(order.brand_id, order.status, order.id),
      ...pickupKeys(order),
    },
    { ...order, items: order.items.map((line): StoredLine => ({ ...line, price: storeNumber(line.price) })) },
  );

/** Finds the order by its pickup day, unless it is cancelled. */
const pickupKeys = ({ brand_id, pickup_date, stop_id, status, id }: Order) =>
  pickup_date === undefined || status === 'cancelled'
    ? {}
    : {
        gsi2pk: pickupDayPartition(brand_id, pickup_date),
        gsi2sk: `${stop_id ?? noStop}#${id}`,
      };

const pickupDayPartition = (brandId: string, date: string) => `ORDERS#${brandId}#PICKUP#${date}`;

/** Orders without a stop. */
const noStop = '-';

/** The orders of a pickup day, or of a stop on it, by stop, from an index that may lag by a moment. */
export async function* pickupOrders(
  table: Table,
  {
    brand_id,
    date,
    stop_id,
  }: { readonly brand_id: string; readonly date: string; readonly stop_id?: string | undefined },
): AsyncGenerator<Order> {
  const prefix = stop_id === undefined ? '' : `${stop_id}#`;
  const range = { pk: pickupDayPartition(brand_id, date), prefix, index: 'gsi2' } as const;
  for await (const item of queryItems(table, range, { pageSize: 200 })) yield orderFrom(item);
}

export function orderFrom(item: Item): Order {
  // DynamoDB does not keep the order of members.
  const amounts = storedAmounts.parse(item);
  const stored = resourceOf<Omit<Order, 'items'> & { items: readonly StoredLine[] }>(
    { ...item, ...amounts },
    orderFields,
  );
  return { ...stored, items: stored.items.map(lineFrom) };
}

const orderFields = fieldsOf(orderSchema);
const storedAmounts = z.object(orderAmounts);

const lineFrom = ({
  product_id,
  variant_id,
  quantity,
  price,
  fulfillment,
  discount_cents,
  tax_cents,
}: StoredLine): Order['items'][number] => ({
  product_id,
  ...(variant_id !== undefined && { variant_id }),
  quantity,
  price: readNumber(price),
  fulfillment,
  ...(discount_cents !== undefined && { discount_cents }),
  ...(tax_cents !== undefined && { tax_cents }),
});

const newCustomer = (order: Order): readonly TransactAction[] =>
  order.customer_email === undefined
    ? []
    : [
        insertion({
          ...customerKey(order.brand_id, emailHash(order.customer_email)),
          first_order_id: order.id,
          first_order_at: order.created_at,
        }),
      ];

export const findOrder = finder(orderKey, orderFrom);

/**
 * The actions that store what an order is found by, for the transaction of its change: one row, and a second one for an
 * order with a stop. A row is small, so a search reads far less than the orders.
 */
const orderRowActions = (before: Order | undefined, after: Order): readonly TransactAction[] =>
  orderRows(before, after).map((Item) => ({ Put: { Item } }));

/** The rows of an order: one, and a second one if it has a stop or had one before. */
function orderRows(before: Order | undefined, after: Order): readonly (Item & ItemKey)[] {
  const { brand_id, id, customer_email, stop_id } = after;
  const fields: Readonly<Record<string, unknown>> = rowFields(after);
  const byCustomer =
    customer_email === undefined
      ? {}
      : { gsi2pk: orderCustomerPartition(brand_id, customer_email), gsi2sk: id };
  const row = itemOf(
    {
      ...orderRowKey(brand_id, id),
      gsi1pk: orderTotalPartition(brand_id),
      gsi1sk: orderTotalSort(after.total_cents, id),
      ...byCustomer,
    },
    fields,
  );
  if (stop_id === undefined && before?.stop_id === undefined) return [row];
  // An order that lost its stop keeps the second row, which is then in no index.
  const byStop = stop_id === undefined ? {} : { gsi2pk: orderStopPartition(brand_id, stop_id), gsi2sk: id };
  const stopRow = itemOf({ ...orderStopRowKey(brand_id, id), ...byStop }, fields);
  return [row, stopRow];
}

function rowFields(order: Order) {
  const { id, status, fulfillment, stop_id, payment_state, created_at } = order;
  const words = searchWords(order);
  return {
    id,
    status,
    fulfillment,
    stop_id,
    payment_state,
    created_at,
    products: new Set(order.items.map(({ product_id }) => product_id)),
    customer_words: words.customer,
    words: words.all,
  };
}
