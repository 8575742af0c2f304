import { type Order, type OrderChange, orderChange as orderChangeSchema } from '#commerce/orders/contract.ts';
import { changedMembers } from '#commerce/orders/edit-order.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { orderChangeKey, orderChangesOf } from './order-record-keys.ts';

/** The action that records a change of an order, in the transaction of the change. */
export function orderChangeAction(
  before: Order,
  after: Order,
  { by, kind, reason }: Pick<OrderChange, 'by' | 'kind'> & { readonly reason?: string | undefined },
): TransactAction {
  const change: OrderChange = {
    order_id: after.id,
    version: after.version,
    at: after.updated_at,
    by,
    kind,
    members: [...changedMembers(before, after)],
    status: after.status,
    ...(before.status !== after.status && { previous_status: before.status }),
    ...(reason !== undefined && { reason }),
    total_cents: after.total_cents,
    amount_due_cents: after.amount_due_cents,
  };
  return insertion(itemOf(orderChangeKey(after.brand_id, after.id, after.version), change));
}

/** Changes of an order, newest first, strongly consistent. */
export const readOrderChanges = (
  table: Table,
  { brand_id, id }: Order,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<OrderChange>> =>
  queryPage(
    table,
    {
      list: ['order changes', brand_id, id],
      limit,
      cursor,
      range: { ...orderChangesOf(brand_id, id), newestFirst: true },
    },
    changeFrom,
  );

const changeFields = fieldsOf(orderChangeSchema);
const changeFrom = (item: Item) => resourceOf<OrderChange>(item, changeFields);
