import type { Order } from '#contract/commerce/orders.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItems } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { isPickupCount, pickupCountKey } from './stop-keys.ts';

type Counted = Pick<Order, 'brand_id' | 'stop_id' | 'pickup_date' | 'status'>;

/**
 * The actions that count an order in its pickup day, for the transaction that writes the order: none without a stop and a
 * date. A change of stop or date has two. Orders are counted in every brand, so that a capacity can be set later.
 *
 * @param capacity of the stop of `after`; no limit if absent
 */
export function pickupCountActions(
  { before, after }: { readonly before?: Counted; readonly after?: Counted },
  capacity?: number,
): readonly TransactAction[] {
  const [from, to] = [dayOf(before), dayOf(after)];
  if (from?.sk === to?.sk) return [];
  return [
    ...(from === undefined ? [] : [{ Update: { Key: { ...from }, ...addition(-1) } }]),
    ...(to === undefined ? [] : [{ Update: { Key: { ...to }, ...addition(1), ...limit(capacity) } }]),
  ];
}

const dayOf = (order: Counted | undefined) =>
  order?.stop_id === undefined || order.pickup_date === undefined || order.status === 'cancelled'
    ? undefined
    : pickupCountKey(order.brand_id, order.stop_id, order.pickup_date);

const addition = (number: 1 | -1) => ({
  UpdateExpression: 'ADD orders :number',
  ExpressionAttributeValues: { ':number': number },
});

const limit = (capacity: number | undefined) =>
  capacity === undefined
    ? {}
    : {
        ConditionExpression: 'attribute_not_exists(orders) OR orders < :capacity',
        ExpressionAttributeValues: { ':number': 1, ':capacity': capacity },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      };

/** The refusal of a transaction in which only the capacity of a pickup day was exhausted; else the error itself. */
export const pickupRefusal = (error: unknown): unknown =>
  error instanceof ConditionFailed && error.failures.every(({ item }) => isPickupCount(item?.['sk']))
    ? new ApiError('pickup_day_full')
    : error;

/** Numbers of the orders of a stop by pickup day; days without orders are absent. */
export async function pickupCounts(
  table: Table,
  brandId: string,
  stopId: string,
  dates: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const items = await getItems(
    table,
    dates.map((date) => pickupCountKey(brandId, stopId, date)),
  );
  return new Map(
    items.map((item) => [String(item['sk']).slice(-'YYYY-MM-DD'.length), Number(item['orders'])]),
  );
}
