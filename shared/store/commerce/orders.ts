import { emailHash } from '#commerce/customer.ts';
import { type CustomerKind, figuresOfNewOrder, figuresOfStatusChange } from '#commerce/order-figures.ts';
import { type listOrders, type Order, order as orderSchema } from '#contract/commerce/orders.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { readNumber, type StoredNumber, storeNumber } from '../dynamodb/stored-number.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { finder } from './brand-items.ts';
import {
  customerKey,
  firstIdAt,
  orderKey,
  orderStatusKeys,
  orderStatusPartition,
  ordersOf,
} from './commerce-keys.ts';
import { dayFiguresAction, productFiguresActions } from './order-figures.ts';

/**
 * Stores a new order, its figures and `others` in one transaction. Of two concurrent first orders of a customer, one is
 * stored as the order of a returning customer.
 */
export async function insertOrder(
  table: Table,
  order: Order,
  customer: CustomerKind,
  others: readonly TransactAction[],
): Promise<void> {
  const customerActions = customer === 'new' ? newCustomer(order) : [];
  try {
    await transact(table, [
      ...customerActions,
      insertion(orderItem(order)),
      dayFiguresAction(order, figuresOfNewOrder(order, customer)),
      ...productFiguresActions(order, 'add'),
      ...others,
    ]);
  } catch (error) {
    const lostRace = error instanceof ConditionFailed && error.failures.every(({ index }) => index === 0);
    if (!lostRace || customerActions.length === 0) throw error;
    await insertOrder(table, order, 'returning', others);
  }
}

/**
 * Stores the order in its next status and moves its figures, in one transaction.
 *
 * @throws ConditionFailed when the stored order is no longer `before`
 */
export const changeOrder = (table: Table, before: Order, after: Order): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: orderItem(after),
        ConditionExpression: 'version = :before',
        ExpressionAttributeValues: { ':before': before.version },
      },
    },
    dayFiguresAction(after, figuresOfStatusChange(before, after)),
    ...(after.status === 'cancelled' ? productFiguresActions(after, 'subtract') : []),
  ]);

/** Filters and page of the orders of a brand. Times are RFC 3339 UTC, both ends included. */
export type OrderListQuery = ValidInput<typeof listOrders>['query'];

/** Orders, newest first. Orders of one status come from the index, which may lag by a moment. */
export function readOrders(table: Table, query: OrderListQuery): Promise<StoredPage<Order>> {
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

interface StoredLine extends Omit<Order['items'][number], 'price'> {
  readonly price: StoredNumber;
}

const orderItem = (order: Order) =>
  itemOf(
    { ...orderKey(order.brand_id, order.id), ...orderStatusKeys(order.brand_id, order.status, order.id) },
    { ...order, items: order.items.map((line): StoredLine => ({ ...line, price: storeNumber(line.price) })) },
  );

function orderFrom(item: Item): Order {
  const stored = resourceOf<Omit<Order, 'items'> & { items: readonly StoredLine[] }>(item, orderFields);
  return { ...stored, items: stored.items.map(lineFrom) };
}

const orderFields = fieldsOf(orderSchema);

const lineFrom = ({ product_id, quantity, price, fulfillment }: StoredLine): Order['items'][number] => ({
  product_id,
  quantity,
  price: readNumber(price),
  fulfillment,
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
