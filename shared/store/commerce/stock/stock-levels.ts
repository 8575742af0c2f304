import { stockTracking } from '#commerce/orders/records.ts';
import { type StockChange, stockName } from '#commerce/stock/reserve.ts';
import {
  type StockAdjustment,
  type StockLevel,
  stockAdjustment as stockAdjustmentSchema,
} from '#contract/commerce/stock.ts';
import {
  allItems,
  fieldsOf,
  getItem,
  getItems,
  type Item,
  insertion,
  itemOf,
  resourceOf,
} from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { stockAdjustmentKey, stockAdjustmentsOf, stockKey, stockOf, stockOfProduct } from './stock-keys.ts';

/** A product, or one of its variants. */
interface Stocked {
  readonly product_id: string;
  readonly variant_id?: string | undefined;
}

/** Levels of these products and variants by name, strongly consistent. A line with a variant also needs its product's. */
export async function readStockLevels(
  table: Table,
  brandId: string,
  lines: readonly Stocked[],
): Promise<ReadonlyMap<string, StockLevel>> {
  const keys = lines.flatMap(({ product_id, variant_id }) => [
    stockKey(brandId, product_id, undefined),
    ...(variant_id === undefined ? [] : [stockKey(brandId, product_id, variant_id)]),
  ]);
  const distinct = [...new Map(keys.map((key) => [key.sk, key])).values()];
  const levels = (await getItems(table, distinct)).map(stockLevelFrom);
  return new Map(levels.map((level) => [stockName(level), level]));
}

/** The actions of an order on the levels. A level always exists before an order holds any of it. */
export const stockActions = (brandId: string, changes: readonly StockChange[]): readonly TransactAction[] =>
  changes.map(({ product_id, variant_id, available, reserved, when }) => ({
    Update: {
      Key: { ...stockKey(brandId, product_id, variant_id) },
      UpdateExpression: 'ADD available :available, reserved :reserved',
      ...(when && {
        ConditionExpression: [
          'stock_mode = :tracked AND available >= :from',
          ...(when.to === undefined ? [] : ['available <= :to']),
          when.low_stock_at === undefined ? 'attribute_not_exists(low_stock_at)' : 'low_stock_at = :mark',
        ].join(' AND '),
      }),
      ExpressionAttributeValues: {
        ':available': available,
        ':reserved': reserved,
        ...(when && {
          ':tracked': 'tracked',
          ':from': when.from,
          ...(when.to !== undefined && { ':to': when.to }),
          ...(when.low_stock_at !== undefined && { ':mark': when.low_stock_at }),
        }),
      },
    },
  }));

export async function findStockLevel(
  table: Table,
  brandId: string,
  { product_id, variant_id }: Stocked,
): Promise<StockLevel | undefined> {
  const item = await getItem(table, stockKey(brandId, product_id, variant_id));
  return item && stockLevelFrom(item);
}

/** Levels of a product and of its variants. A product has few variants. */
export async function stockLevelsOfProduct(table: Table, brandId: string, productId: string) {
  return (await allItems(table, stockOfProduct(brandId, productId))).map(stockLevelFrom);
}

/** Levels of a brand by product and variant, strongly consistent. */
export const listStockLevels = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<StockLevel>> =>
  queryPage(table, { list: ['stock', brandId], limit, cursor, range: stockOf(brandId) }, stockLevelFrom);

/**
 * Stores mode and low-stock mark of a level, and creates a level without stock. Quantities change only by orders and
 * adjustments.
 *
 * @throws ConditionFailed when the stored level is no longer `before`
 */
export const changeStockRules = (
  table: Table,
  before: StockLevel | undefined,
  after: StockLevel,
): Promise<void> => {
  const { brand_id, product_id, variant_id, mode, low_stock_at, updated_at, version } = after;
  return transact(table, [
    {
      Update: {
        Key: { ...stockKey(brand_id, product_id, variant_id) },
        UpdateExpression: [
          'SET brand_id = :brand, product_id = :product, stock_mode = :mode, updated_at = :at, version = :next',
          variant_id === undefined ? '' : ', variant_id = :variant',
          ', available = if_not_exists(available, :zero), reserved = if_not_exists(reserved, :zero)',
          low_stock_at === undefined ? ' REMOVE low_stock_at' : ', low_stock_at = :mark',
        ].join(''),
        ConditionExpression: before === undefined ? 'attribute_not_exists(pk)' : 'version = :before',
        ExpressionAttributeValues: {
          ':brand': brand_id,
          ':product': product_id,
          ':mode': mode,
          ':at': updated_at,
          ':next': version,
          ':zero': 0,
          ...(variant_id !== undefined && { ':variant': variant_id }),
          ...(low_stock_at !== undefined && { ':mark': low_stock_at }),
          ...(before !== undefined && { ':before': before.version }),
        },
      },
    },
    stockTracking.put({ brand_id, since: updated_at }),
  ]);
};

/** The action of an adjustment, which holds only while the quantities are as they were read. */
export const adjustmentAction = (before: StockLevel, after: StockLevel): TransactAction => ({
  Update: {
    Key: { ...stockKey(before.brand_id, before.product_id, before.variant_id) },
    UpdateExpression: 'SET available = :next, updated_at = :at',
    ConditionExpression: [
      'available = :available AND reserved = :reserved',
      before.low_stock_at === undefined ? 'attribute_not_exists(low_stock_at)' : 'low_stock_at = :mark',
    ].join(' AND '),
    ExpressionAttributeValues: {
      ':next': after.available,
      ':at': after.updated_at,
      ':available': before.available,
      ':reserved': before.reserved,
      ...(before.low_stock_at !== undefined && { ':mark': before.low_stock_at }),
    },
  },
});

function stockLevelFrom(item: Item): StockLevel {
  const [available, reserved] = [Number(item['available']), Number(item['reserved'])];
  const [variant, mark] = [item['variant_id'], item['low_stock_at']];
  return {
    brand_id: String(item['brand_id']),
    product_id: String(item['product_id']),
    ...(typeof variant === 'string' && { variant_id: variant }),
    mode: item['stock_mode'] === 'tracked' ? 'tracked' : 'off',
    on_hand: available + reserved,
    reserved,
    available,
    ...(typeof mark === 'number' && { low_stock_at: mark }),
    updated_at: String(item['updated_at']),
    version: Number(item['version']),
  };
}

/** The action that stores an adjustment, in the transaction of the level. */
export const stockAdjustmentAction = (adjustment: StockAdjustment): TransactAction =>
  insertion(
    itemOf(stockAdjustmentKey(adjustment.brand_id, adjustment.product_id, adjustment.id), adjustment),
  );

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
