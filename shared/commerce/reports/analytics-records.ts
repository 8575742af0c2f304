import { addDays, addMonths, firstOfMonth } from '#calendar/days.ts';
import type { Brand } from '#commerce/brands/contract.ts';
import type { Order } from '#commerce/orders/order.ts';
import { ordersBetween } from '#commerce/orders/records.ts';
import { productNames } from '#commerce/products/records.ts';
import { namesOfFields } from '#commerce/water/records.ts';
import { ApiError } from '#contract/errors.ts';
import { firstIdAt } from '#persistence/new-id.ts';
import { type Item, inRange, type KeyPrefix, queryAll } from '#store/dynamodb/items.ts';
import { queryPages } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { soldAt } from '../orders/amounts.ts';
import {
  comparedPeriod,
  customersAnalytics,
  type FunnelCounter,
  funnelAnalytics,
  funnelCounters,
  type OrderCounter,
  orderCounters,
  type ProductDay,
  productsAnalytics,
  rankProducts,
  revenueAnalytics,
} from './analytics.ts';
import type { Analytics } from './analytics-reply.ts';
import type { AnalyticsQuery, ReportQuery } from './contract.ts';
import {
  cohortPartitions,
  dayFigures,
  fieldFigures,
  figuresPartition,
  productDayFigures,
  visitFigures,
} from './figure-records.ts';
import {
  type Bucket,
  type Counts,
  type DayFigures,
  periodJson,
  periodOf,
  wholeMonths,
  wholeOf,
} from './figures.ts';
import {
  Cohorts,
  type CustomerOrders,
  type DayCounter,
  dayCounters,
  dayOf,
  joinedOrders,
  type ProductCounter,
  productCounters,
  quarterLetters,
} from './order-figures.ts';
import {
  type Edges,
  orderEdges,
  type PeriodRows,
  periodOfReport,
  productRowsOfPeriod,
  type ReportPeriod,
  rowsOfPeriod,
} from './report.ts';
import { type WaterDay, waterAnalytics, waterCounters } from './water-figure-records.ts';
import { contactsByDuplicate, firstTimesOf } from './work.ts';

/**
 * The figures of a brand, from stored figures, strongly consistent. The cost grows with the days that have figures; that of
 * cohorts grows with the customers.
 *
 * @throws ApiError figures_too_large
 */
export async function readAnalytics(
  table: Table,
  brand: Brand,
  figures: Analytics['figures'],
  query: AnalyticsQuery,
): Promise<Analytics> {
  const period = periodOf(brand, query);
  const { interval, limit } = query;
  const span = wholeOf(period);
  switch (figures) {
    case 'revenue':
      return revenueAnalytics(
        brand,
        period,
        interval,
        await readOrderDays(table, brand.id, wholeOf(comparedPeriod(period))),
      );
    case 'customers':
      return customersAnalytics(
        brand,
        period,
        interval,
        await readOrderDays(table, brand.id, wholeOf(comparedPeriod(period))),
      );
    case 'cohorts': {
      const months = wholeMonths(period);
      const cohorts = new Cohorts(months);
      await readCustomerOrders(table, brand.id, (customer) => cohorts.add(customer));
      return { figures, ...periodJson(brand, months), cohorts: cohorts.toJson() };
    }
    case 'funnel': {
      const [visits, orders] = await Promise.all([
        readFunnelDays(table, brand.id, span),
        readOrderDays(table, brand.id, span),
      ]);
      return funnelAnalytics(brand, period, interval, { visits, orders });
    }
    case 'products': {
      const ranked = rankProducts(period, await readProductDays(table, brand.id, span));
      const names = await productNames(
        brand.id,
        ranked.slice(0, limit).map(([id]) => id),
      );
      return productsAnalytics(brand, period, { ranked, limit, names });
    }
    case 'water': {
      const [water, products] = await Promise.all([
        readWaterDays(table, brand.id, span),
        readProductDays(table, brand.id, span),
      ]);
      const ids = new Set(water.flatMap(({ field_id }) => field_id ?? []));
      const names = await namesOfFields(brand.id, ids);
      return waterAnalytics(brand, period, { interval, limit }, { water, products, names });
    }
  }
}

/** Ranges of days that are read at a time. */
const rangesAtOnce = 8;

/** Figures of the orders in the UTC days that overlap the span, strongly consistent. */
const readOrderDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, () => figuresPartition(dayFigures, brandId)),
    (item) => [{ day: figuresDay(item), ...figuresIn<OrderCounter>(item, orderLetters) }],
  );

const readFunnelDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, () => figuresPartition(visitFigures, brandId)),
    (item) => [{ day: figuresDay(item), ...figuresIn<FunnelCounter>(item, funnelCounters) }],
  );

const readProductDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, (day) => figuresPartition(productDayFigures, brandId, day)),
    productDays,
  );

const readWaterDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, (day) => figuresPartition(fieldFigures, brandId, day)),
    (item): WaterDay[] => {
      const [day = '', field = ''] = String(item['sk']).split('#');
      const [id, name] = [item['field_id'], item['field_name']];
      return [
        {
          day,
          field,
          ...(typeof id === 'string' && { field_id: id }),
          ...(typeof name === 'string' && { field_name: name }),
          ...figuresIn(item, waterCounters),
        },
      ];
    },
  );

type Span = Pick<Bucket, 'start' | 'end'>;

const orderLetters = Object.fromEntries(
  orderCounters.map((counter) => [counter, quarterLetters[counter] ?? '']),
) as Readonly<Record<OrderCounter, string>>;

/** The UTC day of an item with figures. */
const figuresDay = (item: Item): string => String(item['sk']).slice(0, 'YYYY-MM-DD'.length);

interface DayRange {
  readonly pk: string;
  readonly from: string;
  readonly to: string;
}

/** One range for each UTC month, so that long spans are read concurrently. */
function rangesOf({ start, end }: Span, partitionOf: (day: string) => string): readonly DayRange[] {
  const [first, last] = [start, Math.max(start, end - 1)].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  );
  const ranges: DayRange[] = [];
  for (let day = first ?? ''; day <= (last ?? ''); day = addMonths(firstOfMonth(day), 1)) {
    const lastOfMonth = addDays(addMonths(firstOfMonth(day), 1), -1);
    const to = last !== undefined && last < lastOfMonth ? last : lastOfMonth;
    ranges.push({ pk: partitionOf(day), from: `${day}#`, to: `${to}#~` });
  }
  return ranges;
}

async function readRanges<T>(
  table: Table,
  ranges: readonly DayRange[],
  read: (item: Item) => readonly T[],
): Promise<readonly T[]> {
  const rows: T[] = [];
  const waiting = ranges.values();
  const reader = async () => {
    for (const range of waiting) {
      for await (const items of queryPages(table, range, {})) {
        for (const item of items) for (const row of read(item)) rows.push(row);
      }
    }
  };
  await Promise.all(Array.from({ length: rangesAtOnce }, reader));
  return rows;
}

/** Figures of one product, or of all products of one large order. */
function productDays(item: Item): readonly ProductDay[] {
  const day = figuresDay(item);
  const ofOrder = item['products'];
  if (!Array.isArray(ofOrder)) {
    return [{ day, product_id: String(item['product_id']), ...figuresIn(item, productCounters) }];
  }
  const quarter = item['quarter'];
  return ofOrder.map((product: Item) => {
    const whole: Counts<ProductCounter> = {
      quantity: wholeNumber(product['quantity']),
      cents: wholeNumber(product['cents']),
      order_count: 1n,
    };
    const quarters = new Map(typeof quarter === 'number' ? [[quarter, whole]] : []);
    return { day, product_id: String(product['product_id']), whole, quarters };
  });
}

/** The counters of an item: of its whole day, and of each quarter hour. */
function figuresIn<Counter extends string>(
  item: Item,
  letters: Readonly<Record<Counter, string>>,
): Omit<DayFigures<Counter>, 'day'> {
  const whole: Partial<Record<Counter, bigint>> = {};
  const quarters = new Map<number, Partial<Record<Counter, bigint>>>();
  const counters = new Map(
    (Object.keys(letters) as Counter[]).map((counter) => [letters[counter], counter] as const),
  );
  for (const [name, value] of Object.entries(item)) {
    const [, quarter, letter = ''] = /^(\d{1,2})([a-z])$/.exec(name) ?? [];
    const counter = counters.get(letter);
    if (quarter !== undefined && counter !== undefined) {
      const counts: Partial<Record<Counter, bigint>> = quarters.get(Number(quarter)) ?? {};
      counts[counter] = wholeNumber(value);
      quarters.set(Number(quarter), counts);
    } else if (Object.hasOwn(letters, name)) {
      whole[name as Counter] = wholeNumber(value);
    }
  }
  return { whole, quarters };
}

/** A number attribute; the SDK reads whole numbers beyond 2^53 as bigint. */
const wholeNumber = (value: unknown): bigint =>
  typeof value === 'bigint' || typeof value === 'number' ? BigInt(value) : 0n;

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
    readAll(table, { pk: figuresPartition(dayFigures, query.brand_id), prefix: '' }, range, (item) => [
      { day: figuresDay(item), ...figuresIn<DayCounter>(item, letters) },
    ]),
    readEdges(query, period),
  ]);
  const days = rowsOfPeriod(period, stored, edges);
  if (query.report_type !== 'products') return { days, products: [] };

  const months = [
    ...new Set(stored.map(({ day }) => figuresPartition(productDayFigures, query.brand_id, day))),
  ];
  const products: ReturnType<typeof productDays>[number][] = [];
  for (let first = 0; first < months.length; first += monthsAtOnce) {
    const some = months.slice(first, first + monthsAtOnce);
    const found = await Promise.all(some.map((pk) => readAll(table, { pk, prefix: '' }, range, productDays)));
    for (const row of found.flat()) products.push(row);
  }
  return { days, products: productRowsOfPeriod(period, products, edges) };
}

/** Orders are created at most seven days after they were sold. */
const latestCreation = 7 * 24 * 3_600_000;

/** The orders at the edges of a period, in their present state. */
async function readEdges(query: ReportQuery, period: ReportPeriod): Promise<Edges> {
  const edges: Order[] = [];
  for (const [from, to] of orderEdges(query, period)) {
    // Ids begin with the time of creation, up to seven days after the sale.
    const ids = { from: firstIdAt(new Date(from)), to: firstIdAt(new Date(to + latestCreation)) };
    const isWithin = (time: string) => Date.parse(time) >= from && Date.parse(time) < to;
    for await (const orders of ordersBetween(query.brand_id, ids)) {
      edges.push(...orders.filter((order) => isWithin(soldAt(order))));
    }
  }
  return { orders: edges, firstAt: await firstTimesOf(query.brand_id, edges) };
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

/** One request reads the customers of a brand up to this number. */
const maxCustomers = 200_000;

/**
 * Every customer of a brand with orders, in no order, strongly consistent. Merged contacts are one customer.
 *
 * @throws ApiError figures_too_large for a brand with more than 200,000 customers
 */
async function readCustomerOrders(
  table: Table,
  brandId: string,
  take: (customer: CustomerOrders) => void,
): Promise<void> {
  const merged = await contactsByDuplicate(brandId);
  const joined = new Set([...merged].flat());
  const persons = new Map<string, CustomerOrders[]>();
  let read = 0;
  const readPartition = async (pk: string) => {
    for await (const items of queryPages(table, { pk }, {})) {
      read += items.length;
      if (read > maxCustomers) throw new ApiError('figures_too_large');
      for (const item of items) {
        const id = String(item['sk']);
        const orders = customerOrders(item);
        if (!joined.has(id)) {
          take(orders);
          continue;
        }
        const person = merged.get(id) ?? id;
        persons.set(person, [...(persons.get(person) ?? []), orders]);
      }
    }
  };
  await Promise.all(cohortPartitions(brandId).map(readPartition));
  for (const ofPerson of persons.values()) take(joinedOrders(ofPerson));
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
