import { monthAfter, monthOf } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import type { Analytics } from '#commerce/reports/contract.ts';
import type { Period } from './buckets.ts';
import { timeOfMark } from './cohort-marks.ts';
import { amount, count, ratio } from './exact-numbers.ts';

/** Orders of one customer by mark, without cancelled orders. */
export interface CustomerOrders {
  readonly marks: ReadonlyMap<string, { readonly orders: bigint; readonly cents: bigint }>;
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

function monthsBetween(from: string, to: string): readonly string[] {
  const months: string[] = [];
  for (let month = from; month <= to; month = monthAfter(month, 1)) months.push(month);
  return months;
}
