import type { Order } from '#commerce/orders/contract.ts';
import { customerHash } from '../customer.ts';
import { centsOf } from '../order-figures.ts';
import { quarterMilliseconds, quarterOf, quartersOfDay } from './day-figures.ts';

/**
 * A mark is the UTC month of an order (`202611`), and near the ends of the month also its quarter hour (`202611.17`). So a
 * mark belongs to one month in every time zone, and a customer has few marks.
 */
export function markOf(time: string): string {
  const month = time.slice(0, 'YYYY-MM'.length).replace('-', '');
  const quarter = (Number(time.slice(8, 10)) - 1) * quartersOfDay + quarterOf(time);
  const isNearEnd = quarter < edgeQuarters || quarter >= quartersIn(month) - edgeQuarters;
  return isNearEnd ? `${month}.${quarter}` : month;
}

/** Offsets of time zones are at most 14 hours. */
const edgeQuarters = 56;

/** A moment that has the same month as every order of the mark, in every time zone. */
export function timeOfMark(mark: string): number {
  const [month = '', quarter] = mark.split('.');
  const middle = 14 * quartersOfDay;
  return monthStart(month) + (quarter === undefined ? middle : Number(quarter)) * quarterMilliseconds;
}

const monthStart = (month: string): number =>
  Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)) - 1, 1);

const quartersIn = (month: string): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4)), 0)).getUTCDate() * quartersOfDay;

/** What an order adds to its customer. Undefined for a cancelled order and for an order without a customer. */
export interface CustomerShare {
  readonly customer: string;
  readonly mark: string;
  readonly cents: bigint;
}

export function customerShare(order: Order | undefined): CustomerShare | undefined {
  const customer = order && customerHash(order);
  if (order === undefined || customer === undefined || order.status === 'cancelled') return undefined;
  return {
    customer,
    mark: markOf(order.created_at),
    cents: centsOf(order),
  };
}
