import { monthOf, monthsBetween } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import type { Order } from '#commerce/orders/order.ts';
import { soldAt, worthOf } from '../orders/worth.ts';
import type { Analytics } from './analytics-reply.ts';
import { amount, count, quarterMilliseconds, quarterOf, quartersOfDay, ratio } from './figures.ts';
import { customerOf } from './order-figures.ts';
import type { Period } from './periods.ts';

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
  const customer = order && customerOf(order);
  if (order === undefined || customer === undefined || order.status === 'cancelled') return undefined;
  return {
    customer,
    mark: markOf(soldAt(order)),
    cents: BigInt(worthOf(order)),
  };
}

/** Orders of one customer by mark, without cancelled orders. */
export interface CustomerOrders {
  readonly marks: ReadonlyMap<string, { readonly orders: bigint; readonly cents: bigint }>;
}

/** The orders of one person who was several customers. */
export function joinedOrders(customers: readonly CustomerOrders[]): CustomerOrders {
  const marks = new Map<string, { orders: bigint; cents: bigint }>();
  for (const [mark, { orders, cents }] of customers.flatMap((one) => [...one.marks])) {
    const sum = marks.get(mark) ?? { orders: 0n, cents: 0n };
    marks.set(mark, { orders: sum.orders + orders, cents: sum.cents + cents });
  }
  return { marks };
}

interface Cell {
  customers: bigint;
  orders: bigint;
  cents: bigint;
}

/** Collects customers into cohorts: the month of their first order, and every later month up to the end of the period. */
export class Cohorts {
  private readonly cells = new Map<string, Map<string, Cell>>();
  private readonly monthsOfMarks = new Map<string, string>();
  private readonly months: readonly string[];
  private readonly timeZone: string;

  constructor({ timeZone, from, to }: Period) {
    this.timeZone = timeZone;
    this.months = monthsBetween(monthOf(from), monthOf(to));
    for (const month of this.months) {
      const later = this.months.filter((other) => other >= month);
      this.cells.set(month, new Map(later.map((other) => [other, { customers: 0n, orders: 0n, cents: 0n }])));
    }
  }

  add({ marks }: CustomerOrders): void {
    const months = new Map<string, { orders: bigint; cents: bigint }>();
    for (const [mark, { orders, cents }] of marks) {
      if (orders <= 0n) continue;
      const month = this.monthOfMark(mark);
      const sum = months.get(month) ?? { orders: 0n, cents: 0n };
      months.set(month, { orders: sum.orders + orders, cents: sum.cents + cents });
    }
    const [first = ''] = [...months.keys()].sort();
    for (const [month, { orders, cents }] of months) {
      const cell = this.cells.get(first)?.get(month);
      if (cell === undefined) continue;
      cell.customers += 1n;
      cell.orders += orders;
      cell.cents += cents;
    }
  }

  toJson(): Extract<Analytics, { figures: 'cohorts' }>['cohorts'] {
    return [...this.cells].map(([month, cells]) => {
      const size = cells.get(month)?.customers ?? 0n;
      return {
        month,
        customers: count(size),
        months: [...cells].map(([later, cell], index) => ({
          month: later,
          months_since: index,
          customers: count(cell.customers),
          retention: ratio(cell.customers, size),
          order_count: count(cell.orders),
          revenue: amount(cell.cents),
        })),
      };
    });
  }

  private monthOfMark(mark: string): string {
    const known = this.monthsOfMarks.get(mark);
    if (known !== undefined) return known;
    const month = monthOf(localDay(new Date(timeOfMark(mark)), this.timeZone));
    this.monthsOfMarks.set(mark, month);
    return month;
  }
}
