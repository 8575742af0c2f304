import { restockChanges } from '#commerce/stock/reserve.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { type StockAdjustment, stockAdjustment as stockAdjustmentSchema } from '#contract/commerce/stock.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { stockAdjustmentKey, stockAdjustmentsOf } from './stock-keys.ts';
import { stockActions } from './stock-levels.ts';

/** The action that stores an adjustment, in the transaction of the level. */
export const stockAdjustmentAction = (adjustment: StockAdjustment): TransactAction =>
  insertion(
    itemOf(stockAdjustmentKey(adjustment.brand_id, adjustment.product_id, adjustment.id), adjustment),
  );

/**
 * The actions that return the stock of an order after a refund. The levels alone record it, and the refund names the order,
 * because an adjustment for each product does not fit the transaction of a large order.
 */
export const restockActions = ({ brand_id, stock }: Order): readonly TransactAction[] =>
  stock === undefined ? [] : stockActions(brand_id, restockChanges(stock));

/** Adjustments of a product and its variants, newest first, strongly consistent. */
export const readStockAdjustments = (
  table: Table,
  { brand_id, id }: { readonly brand_id: string; readonly id: string },
  { limit, cursor }: PageRequest,
): Promise<StoredPage<StockAdjustment>> =>
  queryPage(
    table,
    {
      list: ['stock adjustments', brand_id, id],
      limit,
      cursor,
      range: { ...stockAdjustmentsOf(brand_id, id), newestFirst: true },
    },
    adjustmentFrom,
  );

const adjustmentFields = fieldsOf(stockAdjustmentSchema);
const adjustmentFrom = (item: Item) => resourceOf<StockAdjustment>(item, adjustmentFields);
