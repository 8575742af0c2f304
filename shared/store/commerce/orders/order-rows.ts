import { searchWords } from '#commerce/orders/search-words.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { type Item, type ItemKey, itemOf } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import {
  orderCustomerPartition,
  orderRowKey,
  orderStopPartition,
  orderStopRowKey,
  orderTotalPartition,
  orderTotalSort,
} from './order-record-keys.ts';

/**
 * The actions that store what an order is found by, for the transaction of its change: one row, and a second one for an
 * order with a stop. A row is small, so a search reads far less than the orders.
 */
export const orderRowActions = (before: Order | undefined, after: Order): readonly TransactAction[] =>
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
