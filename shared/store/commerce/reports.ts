import { type DayCounter, dayCounters, dayOf } from '#commerce/order-figures.ts';
import type { DayRow, PeriodRows, ProductRow } from '#commerce/report.ts';
import type { ReportQuery } from '#contract/commerce/reports.ts';
import { type Item, inRange, type KeyPrefix, queryAll } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { dayFiguresPartition, dayFromKey, productFiguresPartition } from './commerce-keys.ts';

/** Months whose product figures are read concurrently. */
const monthsAtOnce = 12;

/**
 * The stored figures of a period, strongly consistent. The cost grows with the days that have orders, not with the orders:
 * one range of daily figures (at most 8 items a day) and, for the products report, one range for each month with orders.
 */
export async function readReportFigures(table: Table, query: ReportQuery): Promise<PeriodRows> {
  const [from, to] = [dayOf(query.start_date), dayOf(query.end_date)];
  const range = { from: `${from}#`, to: `${to}#~` };
  const days = await readAll(table, { pk: dayFiguresPartition(query.brand_id), prefix: '' }, range, dayRow);
  if (query.report_type !== 'products') return { days, products: [] };

  const months = [...new Set(days.map(({ day }) => productFiguresPartition(query.brand_id, day)))];
  const products: ProductRow[] = [];
  for (let first = 0; first < months.length; first += monthsAtOnce) {
    const some = months.slice(first, first + monthsAtOnce);
    const found = await Promise.all(some.map((pk) => readAll(table, { pk, prefix: '' }, range, productRows)));
    for (const row of found.flat(2)) products.push(row);
  }
  return { days, products };
}

async function readAll<T>(
  table: Table,
  part: KeyPrefix,
  range: { readonly from: string; readonly to: string },
  read: (item: Item) => T,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for await (const page of queryAll(table, inRange(part, range))) {
    for (const item of page) rows.push(read(item));
  }
  return rows;
}

/** A number attribute; the SDK reads whole numbers beyond 2^53 as bigint. */
const wholeNumber = (value: unknown): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n;

function dayRow(item: Item): DayRow {
  const figures: Partial<Record<DayCounter, bigint>> = {};
  for (const counter of dayCounters) figures[counter] = wholeNumber(item[counter]);
  return { day: dayFromKey({ pk: String(item['pk']), sk: String(item['sk']) }), figures };
}

/** Figures of one product, or of all products of one large order. */
function productRows(item: Item): readonly ProductRow[] {
  const ofOrder = item['products'];
  if (Array.isArray(ofOrder))
    return ofOrder.map((product: Item) => productRow({ ...product, order_count: 1 }));
  return [productRow(item)];
}

const productRow = (item: Item): ProductRow => ({
  product_id: String(item['product_id']),
  quantity: wholeNumber(item['quantity']),
  cents: wholeNumber(item['cents']),
  order_count: wholeNumber(item['order_count']),
});
