import { type PickListSources, pickupLines } from '#commerce/stops/pick-list.ts';
import type { Order, OrderStatus } from '#contract/commerce/orders.ts';
import { maxPickedLines, maxPickedOrders } from '#contract/commerce/pick-lists.ts';
import { ApiError } from '#contract/errors.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { orderFrom } from '../orders.ts';
import { findProducts } from '../products.ts';
import { pickupDayPartition } from './stop-keys.ts';
import { findStops } from './stops.ts';

interface PickupQuery {
  readonly brand_id: string;
  readonly date: string;
  readonly stop_id?: string | undefined;
  readonly status?: OrderStatus | undefined;
}

/**
 * The orders of a pickup day with their stops and products, from the index of pickup days, which may lag by a moment.
 *
 * @throws ApiError pick_list_too_large
 */
export async function readPickups(
  table: Table,
  { brand_id, date, stop_id, status }: PickupQuery,
): Promise<Pick<PickListSources, 'orders' | 'products' | 'stops'>> {
  const prefix = stop_id === undefined ? '' : `${stop_id}#`;
  const range = { pk: pickupDayPartition(brand_id, date), prefix, index: 'gsi2' } as const;
  const orders: Order[] = [];
  let lines = 0;
  for await (const item of queryItems(table, range, { pageSize: 200 })) {
    const order = orderFrom(item);
    if (status !== undefined && order.status !== status) continue;
    orders.push(order);
    lines += pickupLines(order).length;
    if (orders.length > maxPickedOrders || lines > maxPickedLines) throw new ApiError('pick_list_too_large');
  }
  const productIds = orders.flatMap((order) => pickupLines(order).map(({ product_id }) => product_id));
  const stopIds = orders.flatMap((order) => (order.stop_id === undefined ? [] : [order.stop_id]));
  const [products, stops] = await Promise.all([
    findProducts(table, brand_id, productIds),
    findStops(table, brand_id, stopIds),
  ]);
  return { orders, products, stops };
}
