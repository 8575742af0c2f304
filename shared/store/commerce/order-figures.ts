import { quarterAttribute, quarterOf } from '#commerce/analytics/day-figures.ts';
import {
  type DayChange,
  dayCounters,
  dayOf,
  type ProductFigures,
  productCounters,
  productFigures,
  quarterLetters,
} from '#commerce/order-figures.ts';
import type { Order } from '#commerce/orders/contract.ts';
import type { ItemKey } from '../dynamodb/items.ts';
import type { TransactAction } from '../dynamodb/table.ts';
import { type FigureChange, figureAction } from './analytics/figure-change.ts';
import { dayFiguresKey, orderFiguresKey, productFiguresKey } from './commerce-keys.ts';

/**
 * Items that hold the figures of one day, so that concurrent orders rarely write the same item. An order keeps its shard,
 * so changing these numbers requires a migration.
 */
const dayShards = 8;
const productShards = 4;

/**
 * Transactions are limited to 100 actions. An order of more products, or of more products and stock levels together, stores
 * all its product figures in one separate item, which reports read too. Changing this number requires a migration.
 */
export const maxSharedProducts = 60;

/** Changes the figures of the order's day of creation, and of its quarter hour of creation. */
export const dayFiguresAction = (order: Order, change: DayChange): TransactAction =>
  figureAction(dayFiguresChange(order, change));

export function dayFiguresChange({ id, brand_id, created_at }: Order, change: DayChange): FigureChange {
  const quarter = quarterOf(created_at);
  const add: Record<string, number | bigint> = {};
  for (const counter of dayCounters) {
    const by = change[counter];
    if (by === undefined) continue;
    add[counter] = by;
    const letter = quarterLetters[counter];
    if (letter !== undefined) add[quarterAttribute(quarter, letter)] = by;
  }
  return { key: dayFiguresKey(brand_id, dayOf(created_at), shardOf(id, dayShards)), add };
}

/** The figures of all products of one large order. */
export interface LargeOrderFigures {
  readonly key: ItemKey;
  readonly products: readonly ProductFigures[];
  readonly quarter: number;
}

/**
 * Changes the figures of the products from those of one version of the order to those of the next. A cancelled order has
 * none, and neither has an order before it exists.
 */
export function productFiguresActions(before: Order | undefined, after: Order): TransactAction[] {
  const [earlier, later] = [keptFigures(before), keptFigures(after)];
  const own = ownFiguresKey(after);
  return [
    ...sharedChanges(earlier.shared, later.shared).map((change) =>
      figureAction(sharedFigures(after, change)),
    ),
    ...(later.own.length > 0 && !areEqual(earlier.own, later.own)
      ? [{ Put: { Item: { ...own, products: later.own, quarter: quarterOf(after.created_at) } } }]
      : []),
    ...(later.own.length === 0 && earlier.own.length > 0 ? [{ Delete: { Key: { ...own } } }] : []),
  ];
}

/** The figures that an order in its present state has in those of its products. */
export function productFiguresOf(
  order: Order,
): { readonly changes: readonly FigureChange[] } | LargeOrderFigures {
  const { shared, own } = keptFigures(order);
  return own.length > 0
    ? { key: ownFiguresKey(order), products: own, quarter: quarterOf(order.created_at) }
    : { changes: sharedChanges([], shared).map((change) => sharedFigures(order, change)) };
}

const ownFiguresKey = ({ brand_id, created_at, id }: Order): ItemKey =>
  orderFiguresKey(brand_id, dayOf(created_at), id);

interface KeptFigures {
  readonly shared: readonly ProductFigures[];
  readonly own: readonly ProductFigures[];
}

function keptFigures(order: Order | undefined): KeptFigures {
  if (order === undefined || order.status === 'cancelled') return { shared: [], own: [] };
  const figures = productFigures(order);
  const isShared = figures.length + (order.stock?.lines.length ?? 0) <= maxSharedProducts;
  return isShared ? { shared: figures, own: [] } : { shared: [], own: figures };
}

const areEqual = (some: readonly ProductFigures[], others: readonly ProductFigures[]): boolean =>
  some.length === others.length &&
  some.every(({ product_id, quantity, cents }, index) => {
    const other = others[index];
    return other?.product_id === product_id && other.quantity === quantity && other.cents === cents;
  });

interface SharedChange extends ProductFigures {
  readonly order_count: bigint;
}

/** What changes, by product; nothing for products whose figures stay. */
function sharedChanges(
  before: readonly ProductFigures[],
  after: readonly ProductFigures[],
): readonly SharedChange[] {
  const earlier = new Map(before.map((figures) => [figures.product_id, figures]));
  const later = new Map(after.map((figures) => [figures.product_id, figures]));
  return [...new Set([...earlier.keys(), ...later.keys()])].sort().flatMap((product_id) => {
    const [was, is] = [earlier.get(product_id), later.get(product_id)];
    const quantity = (is?.quantity ?? 0n) - (was?.quantity ?? 0n);
    const cents = (is?.cents ?? 0n) - (was?.cents ?? 0n);
    const order_count = (is ? 1n : 0n) - (was ? 1n : 0n);
    return quantity === 0n && cents === 0n && order_count === 0n
      ? []
      : [{ product_id, quantity, cents, order_count }];
  });
}

/** The change of one product's figures, on its day and in its quarter hour. */
function sharedFigures(order: Order, { product_id, ...counts }: SharedChange): FigureChange {
  const { id, brand_id, created_at } = order;
  const quarter = quarterOf(created_at);
  const ofQuarter = Object.entries(productCounters).map(([counter, letter]) => [
    quarterAttribute(quarter, letter),
    counts[counter as keyof typeof counts],
  ]);
  return {
    key: productFiguresKey(brand_id, dayOf(created_at), product_id, shardOf(id, productShards)),
    subject: { product_id },
    add: { ...counts, ...Object.fromEntries(ofQuarter) },
  };
}

/** The last byte of an id is random (RFC 9562 section 5.7). */
const shardOf = (orderId: string, shards: number): number => Number.parseInt(orderId.slice(-2), 16) % shards;
