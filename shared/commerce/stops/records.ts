import type { Order, OrderStatus } from '#commerce/orders/order.ts';
import { pickupOrders } from '#commerce/orders/records.ts';
import { ApiError } from '#contract/errors.ts';
import { counter, record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { maxPickedLines, maxPickedOrders, stop } from './contract.ts';
import { type PickListSources, pickupLines } from './pick-list.ts';

export const stops = record({
  name: 'stop',
  schema: stop,
  records: 'stops',
  pk: 'STOPS#{brand_id}',
  sk: 'STOP#{id}',
  exported: 'stops',
  person: 'none',
});

/** Orders of a stop on a day, counted in every brand, so that a capacity can be set later. */
export const pickupCounts = counter({
  name: 'orders of a day',
  counts: ['orders'],
  records: 'stops',
  pk: 'STOPS#{brand_id}',
  sk: 'COUNT#{stop_id}#{date}',
  exported: { not: 'counts other records' },
  person: 'none',
});

/** All that the capability stores. */
export const stopPlaces = [stops, pickupCounts];

type Counted = Pick<Order, 'brand_id' | 'stop_id' | 'pickup_date' | 'status' | 'items'>;

/**
 * The actions that count an order in its pickup day, for the transaction that writes the order: none without a stop, a
 * date and an item that is picked up. A change of stop or date has two.
 *
 * @param capacity of the stop of `after`; no limit if absent
 */
export function countPickup(
  { before, after }: { readonly before?: Counted; readonly after?: Counted },
  capacity?: number,
): readonly TransactAction[] {
  const [from, to] = [dayOf(before), dayOf(after)];
  if (from?.stop_id === to?.stop_id && from?.date === to?.date) return [];
  return [
    ...(from ? [pickupCounts.add(from, { orders: -1 })] : []),
    ...(to ? [pickupCounts.add(to, { orders: 1 }, { most: capacity, otherwise: 'pickup_day_full' })] : []),
  ];
}

const dayOf = (order: Counted | undefined) =>
  order?.stop_id === undefined ||
  order.pickup_date === undefined ||
  order.status === 'cancelled' ||
  pickupLines(order).length === 0
    ? undefined
    : { brand_id: order.brand_id, stop_id: order.stop_id, date: order.pickup_date };

interface PickupQuery {
  readonly brand_id: string;
  readonly date: string;
  readonly stop_id?: string | undefined;
  readonly status?: OrderStatus | undefined;
}

/**
 * The orders of a pickup day with their stops, from the index of pickup days, which may lag by a moment.
 *
 * @throws ApiError pick_list_too_large
 */
export async function readPickups(query: PickupQuery): Promise<Pick<PickListSources, 'orders' | 'stops'>> {
  const { brand_id, status } = query;
  const orders: Order[] = [];
  let lines = 0;
  for await (const order of pickupOrders(query)) {
    if (status !== undefined && order.status !== status) continue;
    orders.push(order);
    lines += pickupLines(order).length;
    if (orders.length > maxPickedOrders || lines > maxPickedLines) throw new ApiError('pick_list_too_large');
  }
  const stopIds = orders.flatMap(({ stop_id }) => stop_id ?? []);
  const found = await stops.findMany(stopIds.map((id) => ({ brand_id, id })));
  return { orders, stops: new Map(found.map((one) => [one.id, one])) };
}
