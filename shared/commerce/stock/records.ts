import { stockTracking } from '#commerce/orders/records.ts';
import { keyed, record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { orderedFields } from '#store/records/record.ts';
import { type StockLevel, stockAdjustment, stockLevel } from './contract.ts';
import { type StockChange, stockName } from './reserve.ts';

/** The product has the level PRODUCT, and its variants have theirs. Orders, adjustments and rules each write a part of one. */
export const stockLevels = record({
  records: 'stock',
  name: 'stock level',
  schema: stockLevel,
  pk: 'STOCK#{brand_id}',
  sk: '{product_id}#{level:text}',
  facts: levelKey,
  stored: {
    write: ({ on_hand, ...level }) => level,
    read: (item) => {
      const on_hand = Number(item['available']) + Number(item['reserved']);
      return orderedFields(stockLevel, { ...item, on_hand }) as StockLevel;
    },
  },
  exported: 'stock',
  ...keyed,
  person: 'none',
});

export const stockAdjustments = record({
  records: 'stock',
  name: 'stock adjustment',
  schema: stockAdjustment,
  pk: 'STOCKLOG#{brand_id}#{product_id}',
  sk: '{id}',
  exported: 'stock-adjustments',
  person: 'none',
  found: [{ by: 'stock level', facts: ({ product_id }) => ({ product_id }) }],
});

/** All that the capability stores. */
export const stockPlaces = [stockLevels, stockAdjustments];

/** A product, or one of its variants. */
interface Stocked {
  readonly product_id: string;
  readonly variant_id?: string | undefined;
}

/** The facts of the key of a level. */
export function levelKey<S extends Stocked>(stocked: S) {
  const { variant_id } = stocked;
  return { ...stocked, level: variant_id === undefined ? 'PRODUCT' : `VARIANT.${variant_id}` };
}

/** Levels of these products and variants by name, strongly consistent. A line with a variant also needs its product's. */
export async function readStockLevels(
  brand_id: string,
  lines: readonly Stocked[],
): Promise<ReadonlyMap<string, StockLevel>> {
  const stocked = lines.flatMap(({ product_id, variant_id }) => [{ product_id }, { product_id, variant_id }]);
  const levels = await stockLevels.findMany(stocked.map((one) => levelKey({ brand_id, ...one })));
  return new Map(levels.map((level) => [stockName(level), level]));
}

/** The actions of an order on the levels. A level always exists before an order holds any of it. */
export const stockActions = (brand_id: string, changes: readonly StockChange[]): readonly TransactAction[] =>
  changes.map(({ product_id, variant_id, available, reserved, when }) => ({
    Update: {
      Key: { ...stockLevels.key(levelKey({ brand_id, product_id, variant_id })) },
      UpdateExpression: 'ADD available :available, reserved :reserved',
      ...(when && {
        ConditionExpression: [
          '#mode = :tracked AND available >= :from',
          ...(when.to === undefined ? [] : ['available <= :to']),
          when.low_stock_at === undefined ? 'attribute_not_exists(low_stock_at)' : 'low_stock_at = :mark',
        ].join(' AND '),
      }),
      ...(when && { ExpressionAttributeNames: { '#mode': 'mode' } }),
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

/**
 * The writes that store mode and low-stock mark of a level, or a level without stock. They fail if these have changed. Quantities change
 * only by orders and adjustments.
 */
export const rulesWrites = (before: StockLevel | undefined, after: StockLevel): readonly TransactAction[] => {
  const { brand_id, mode, low_stock_at, updated_at, version } = after;
  return [
    before === undefined
      ? stockLevels.insert(after)
      : {
          Update: {
            Key: { ...stockLevels.key(levelKey(after)) },
            UpdateExpression: `SET #mode = :mode, updated_at = :at, version = :next${
              low_stock_at === undefined ? ' REMOVE low_stock_at' : ', low_stock_at = :mark'
            }`,
            ConditionExpression: 'version = :before',
            ExpressionAttributeNames: { '#mode': 'mode' },
            ExpressionAttributeValues: {
              ':mode': mode,
              ':at': updated_at,
              ':next': version,
              ':before': before.version,
              ...(low_stock_at !== undefined && { ':mark': low_stock_at }),
            },
          },
        },
    stockTracking.put({ brand_id, since: updated_at }),
  ];
};

/** The write of an adjustment, which fails unless the quantities are as they were read. */
export const quantityWrite = (before: StockLevel, after: StockLevel): TransactAction => ({
  Update: {
    Key: { ...stockLevels.key(levelKey(before)) },
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
