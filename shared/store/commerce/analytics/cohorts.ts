import { type CustomerShare, customerShare } from '#commerce/analytics/cohort-marks.ts';
import type { CustomerOrders } from '#commerce/analytics/cohorts.ts';
import type { Order } from '#commerce/orders/contract.ts';
import { ApiError } from '#contract/errors.ts';
import type { Item } from '../../dynamodb/items.ts';
import { queryPages } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { cohortKey, cohortPartitions } from './analytics-keys.ts';
import { type FigureChange, figureAction } from './figure-change.ts';

/**
 * The actions that move an order in the figures of its customer: at most two, without conditions.
 *
 * @param before undefined for a new order
 */
export function cohortActions(before: Order | undefined, after: Order | undefined): TransactAction[] {
  const [left, entered] = [customerShare(before), customerShare(after)];
  const brandId = (after ?? before)?.brand_id ?? '';
  const isSame = left?.customer === entered?.customer && left?.mark === entered?.mark;
  if (left && entered && isSame) {
    const by = entered.cents - left.cents;
    return by === 0n ? [] : [figureAction(cohortChange(brandId, { ...entered, cents: by }, 0n))];
  }
  return [
    ...(left ? [figureAction(cohortChange(brandId, { ...left, cents: -left.cents }, -1n))] : []),
    ...(entered ? [figureAction(cohortChange(brandId, entered, 1n))] : []),
  ];
}

export const cohortChange = (
  brandId: string,
  { customer, mark, cents }: CustomerShare,
  orders: bigint,
): FigureChange => ({
  key: cohortKey(brandId, customer),
  add: { ...(orders !== 0n && { [`o${mark}`]: orders }), [`c${mark}`]: cents },
});

/** One request reads the customers of a brand up to this number. */
const maxCustomers = 200_000;

/**
 * Every customer of a brand with orders, in no order, strongly consistent.
 *
 * @throws ApiError figures_too_large for a brand with more than 200,000 customers
 */
export async function readCustomerOrders(
  table: Table,
  brandId: string,
  take: (customer: CustomerOrders) => void,
): Promise<void> {
  let read = 0;
  const readPartition = async (pk: string) => {
    for await (const items of queryPages(table, { pk }, {})) {
      read += items.length;
      if (read > maxCustomers) throw new ApiError('figures_too_large');
      for (const item of items) take(customerOrders(item));
    }
  };
  await Promise.all(cohortPartitions(brandId).map(readPartition));
}

function customerOrders(item: Item): CustomerOrders {
  const marks = new Map<string, { orders: bigint; cents: bigint }>();
  for (const [name, value] of Object.entries(item)) {
    const [, kind, mark = ''] = /^([oc])(\d{6}(?:\.\d+)?)$/.exec(name) ?? [];
    if (kind === undefined || (typeof value !== 'number' && typeof value !== 'bigint')) continue;
    const known = marks.get(mark) ?? { orders: 0n, cents: 0n };
    const amount = BigInt(value);
    marks.set(mark, kind === 'o' ? { ...known, orders: amount } : { ...known, cents: amount });
  }
  return { marks };
}
