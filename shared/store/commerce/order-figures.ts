import { type DayChange, dayOf, type ProductFigures, productFigures } from '#commerce/order-figures.ts';
import type { Order } from '#contract/commerce/orders.ts';
import type { TransactAction } from '../dynamodb/table.ts';
import { dayFiguresKey, orderFiguresKey, productFiguresKey } from './commerce-keys.ts';

/**
 * Items that hold the figures of one day, so that concurrent orders rarely write the same item. An order keeps its shard,
 * so changing these numbers requires a migration.
 */
const dayShards = 8;
const productShards = 4;

/**
 * Transactions are limited to 100 actions. An order of more products stores all its product figures in one separate item,
 * which reports read too. Changing this number requires a migration.
 */
export const maxSharedProducts = 60;

/** Changes the figures of the order's day of creation. */
export function dayFiguresAction(order: Order, change: DayChange): TransactAction {
  const counters = Object.entries(change);
  return {
    Update: {
      Key: { ...dayFiguresKey(order.brand_id, dayOf(order.created_at), shardOf(order.id, dayShards)) },
      UpdateExpression: `ADD ${counters.map((_, index) => `#c${index} :c${index}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(counters.map(([name], index) => [`#c${index}`, name])),
      ExpressionAttributeValues: Object.fromEntries(counters.map(([, by], index) => [`:c${index}`, by])),
    },
  };
}

/** Adds the order to the figures of its products, or subtracts it again. */
export function productFiguresActions(order: Order, direction: 'add' | 'subtract'): TransactAction[] {
  const figures = productFigures(order);
  if (figures.length <= maxSharedProducts) {
    return figures.map((product) => sharedFigures(order, product, direction === 'add' ? 1n : -1n));
  }
  const key = orderFiguresKey(order.brand_id, dayOf(order.created_at), order.id);
  return [
    direction === 'add' ? { Put: { Item: { ...key, products: figures } } } : { Delete: { Key: { ...key } } },
  ];
}

function sharedFigures(order: Order, product: ProductFigures, sign: bigint): TransactAction {
  const { product_id, quantity, cents } = product;
  const day = dayOf(order.created_at);
  return {
    Update: {
      Key: { ...productFiguresKey(order.brand_id, day, product_id, shardOf(order.id, productShards)) },
      UpdateExpression: 'SET product_id = :product ADD quantity :quantity, cents :cents, order_count :order',
      ExpressionAttributeValues: {
        ':product': product_id,
        ':quantity': sign * quantity,
        ':cents': sign * cents,
        ':order': sign,
      },
    },
  };
}

/** The last byte of an id is random (RFC 9562 section 5.7). */
const shardOf = (orderId: string, shards: number): number => Number.parseInt(orderId.slice(-2), 16) % shards;
