import {
  type Order,
  type OrderPayment,
  orderPayment as orderPaymentSchema,
} from '#commerce/orders/contract.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { orderPaymentKey, orderPaymentsOf } from './order-record-keys.ts';

/** The action that stores a payment or refund, in the transaction of the order. */
export const orderPaymentAction = (payment: OrderPayment): TransactAction =>
  insertion(itemOf(orderPaymentKey(payment.brand_id, payment.order_id, payment.id), payment));

/** Payments and refunds of an order, newest first, strongly consistent. */
export const readOrderPayments = (
  table: Table,
  { brand_id, id }: Order,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<OrderPayment>> =>
  queryPage(
    table,
    {
      list: ['order payments', brand_id, id],
      limit,
      cursor,
      range: { ...orderPaymentsOf(brand_id, id), newestFirst: true },
    },
    paymentFrom,
  );

const paymentFields = fieldsOf(orderPaymentSchema);
const paymentFrom = (item: Item) => resourceOf<OrderPayment>(item, paymentFields);
