import { type DayCounter, dayCounters, dayOf, quarterLetters } from '#commerce/order-figures.ts';
import { ordersBetween } from '#commerce/orders/records.ts';
import {
  type EdgeOrder,
  orderEdges,
  type PeriodRows,
  periodOfReport,
  productRowsOfPeriod,
  type ReportPeriod,
  rowsOfPeriod,
} from '#commerce/report.ts';
import type { ReportQuery } from '#commerce/reports/contract.ts';
import { type Item, inRange, type KeyPrefix, queryAll } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { figuresDay, figuresIn, productDays } from './analytics/read-analytics.ts';
import { customerKinds } from './analytics/rebuild-figures.ts';
import { dayFiguresPartition, firstIdAt, productFiguresPartition } from './commerce-keys.ts';

/** Months whose product figures are read concurrently. */
const monthsAtOnce = 12;

const letters = Object.fromEntries(
  dayCounters.map((counter) => [counter, quarterLetters[counter] ?? '']),
) as Readonly<Record<DayCounter, string>>;

/**
 * The figures of a period, strongly consistent. The cost grows with the days that have orders: one range of daily figures (at most
 * 8 items a day) and, for the products report, one range for each month with orders. Orders themselves are read only of the first
 * and the last quarter hour, or of the first and the last UTC day for the orders report, where the period covers a part of them.
 */
export async function readReportFigures(
  table: Table,
  query: ReportQuery,
  timeZone: string,
): Promise<PeriodRows> {
  const range = { from: `${dayOf(query.start_date)}#`, to: `${dayOf(query.end_date)}#~` };
  const period = periodOfReport(query, timeZone);
  const [stored, edges] = await Promise.all([
    readAll(table, { pk: dayFiguresPartition(query.brand_id), prefix: '' }, range, (item) => [
      { day: figuresDay(item), ...figuresIn<DayCounter>(item, letters) },
    ]),
    readEdges(table, query, period),
  ]);
  const days = rowsOfPeriod(period, stored, edges);
  if (query.report_type !== 'products') return { days, products: [] };

  const months = [...new Set(stored.map(({ day }) => productFiguresPartition(query.brand_id, day)))];
  const products: ReturnType<typeof productDays>[number][] = [];
  for (let first = 0; first < months.length; first += monthsAtOnce) {
    const some = months.slice(first, first + monthsAtOnce);
    const found = await Promise.all(some.map((pk) => readAll(table, { pk, prefix: '' }, range, productDays)));
    for (const row of found.flat()) products.push(row);
  }
  return { days, products: productRowsOfPeriod(period, products, edges) };
}

/** The orders at the edges of a period, in their present state. */
async function readEdges(
  table: Table,
  query: ReportQuery,
  period: ReportPeriod,
): Promise<readonly EdgeOrder[]> {
  const edges: EdgeOrder[] = [];
  for (const [from, to] of orderEdges(query, period)) {
    const ids = { from: firstIdAt(new Date(from)), to: firstIdAt(new Date(to)) };
    for await (const orders of ordersBetween(query.brand_id, ids)) {
      const kindOf = await customerKinds(table, query.brand_id, orders);
      for (const order of orders) edges.push({ order, kind: kindOf(order) });
    }
  }
  return edges;
}

async function readAll<T>(
  table: Table,
  part: KeyPrefix,
  range: { readonly from: string; readonly to: string },
  read: (item: Item) => readonly T[],
): Promise<readonly T[]> {
  const rows: T[] = [];
  for await (const page of queryAll(table, inRange(part, range))) {
    for (const item of page) rows.push(...read(item));
  }
  return rows;
}
