import { addDays, addMonths, firstOfMonth } from '#calendar/days.ts';
import { type Bucket, wholeOf } from '#commerce/analytics/buckets.ts';
import { Cohorts } from '#commerce/analytics/cohorts.ts';
import type { Counts, DayFigures } from '#commerce/analytics/day-figures.ts';
import { funnelAnalytics } from '#commerce/analytics/funnel.ts';
import { type FunnelCounter, funnelCounters } from '#commerce/analytics/funnel-figures.ts';
import { periodJson, periodOf, wholeMonths } from '#commerce/analytics/period.ts';
import { type ProductDay, productsAnalytics, rankProducts } from '#commerce/analytics/products.ts';
import {
  comparedPeriod,
  customersAnalytics,
  type OrderCounter,
  orderCounters,
  revenueAnalytics,
} from '#commerce/analytics/revenue.ts';
import { type WaterDay, waterAnalytics } from '#commerce/analytics/water.ts';
import { waterCounters } from '#commerce/analytics/water-figures.ts';
import { type ProductCounter, productCounters, quarterLetters } from '#commerce/order-figures.ts';
import type { Analytics, AnalyticsQuery } from '#commerce/reports/contract.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { Item } from '../../dynamodb/items.ts';
import { queryPages } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { dayFiguresPartition, productFiguresPartition } from '../commerce-keys.ts';
import { productNames } from '../products.ts';
import { funnelPartition, waterPartition } from './analytics-keys.ts';
import { readCustomerOrders } from './cohorts.ts';

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
        table,
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
      return waterAnalytics(brand, period, { interval, limit }, { water, products });
    }
  }
}

/** Ranges of days that are read at a time. */
const rangesAtOnce = 8;

/** Figures of the orders in the UTC days that overlap the span, strongly consistent. */
const readOrderDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, () => dayFiguresPartition(brandId)),
    (item) => [{ day: figuresDay(item), ...figuresIn<OrderCounter>(item, orderLetters) }],
  );

const readFunnelDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, () => funnelPartition(brandId)),
    (item) => [{ day: figuresDay(item), ...figuresIn<FunnelCounter>(item, funnelCounters) }],
  );

const readProductDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, (day) => productFiguresPartition(brandId, day)),
    productDays,
  );

const readWaterDays = (table: Table, brandId: string, span: Span) =>
  readRanges(
    table,
    rangesOf(span, (day) => waterPartition(brandId, day)),
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
export const figuresDay = (item: Item): string => String(item['sk']).slice(0, 'YYYY-MM-DD'.length);

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
export function productDays(item: Item): readonly ProductDay[] {
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
export function figuresIn<Counter extends string>(
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
