import type { Analytics, AnalyticsQuery } from '#commerce/reports/contract.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { ProductCounter } from '../order-figures.ts';
import { bucketsOf, type Period } from './buckets.ts';
import { type DayFigures, sumByBucket, type Totals, totalOf } from './day-figures.ts';
import { count, ratio } from './exact-numbers.ts';
import { periodJson, seriesOf } from './period.ts';
import { type ProductDay, soldCounters } from './products.ts';
import { gallonsOf, type WaterCounter, waterCounters } from './water-figures.ts';

const counters = Object.keys(waterCounters) as readonly WaterCounter[];

/** Stored figures of one field. */
export interface WaterDay extends DayFigures<WaterCounter> {
  readonly field: string;
  readonly field_id?: string | undefined;
  readonly field_name?: string | undefined;
}

export function waterAnalytics(
  brand: Pick<Brand, 'id' | 'time_zone' | 'currency'>,
  period: Period,
  { interval, limit }: Pick<AnalyticsQuery, 'interval' | 'limit'>,
  stored: { readonly water: readonly WaterDay[]; readonly products: readonly ProductDay[] },
): Extract<Analytics, { figures: 'water' }> {
  const buckets = bucketsOf(period, interval);
  const used = sumByBucket(buckets, stored.water, counters);
  const sold = sumByBucket<ProductCounter>(buckets, stored.products, soldCounters);
  const total = totalOf(used, counters);
  const units = totalOf(sold, soldCounters).quantity;
  const fields = [...Map.groupBy(stored.water, ({ field }) => field).values()]
    .map((days) => ({ days, series: sumByBucket(buckets, days, counters) }))
    .map((field) => ({ ...field, total: totalOf(field.series, counters) }))
    .filter(({ total: { log_count, metered_microgallons } }) => log_count > 0n || metered_microgallons > 0n)
    .sort((a, b) => Number(b.total.microgallons - a.total.microgallons) || (keyOf(a) < keyOf(b) ? -1 : 1));
  const others = fields.slice(limit);
  return {
    figures: 'water',
    ...periodJson(brand, period),
    interval,
    ...use(total, units),
    fields: fields.slice(0, limit).map((field) => ({
      ...nameOf(field.days),
      ...logged(field.total),
      share: ratio(field.total.microgallons, total.microgallons),
      series: buckets.map(({ date }, index) => ({ date, ...logged(field.series[index] ?? field.total) })),
    })),
    others: {
      field_count: others.length,
      ...logged(
        totalOf(
          others.map((field) => field.total),
          counters,
        ),
      ),
    },
    series: [...seriesOf(buckets, (index) => use(used[index] ?? total, sold[index]?.quantity ?? 0n))],
  };
}

const keyOf = ({ days: [day] }: { readonly days: readonly WaterDay[] }): string => day?.field ?? '';

/** The id of the field and its latest name. */
function nameOf(days: readonly WaterDay[]) {
  const latest = days.reduce((a, b) => (b.day >= a.day && b.field_name !== undefined ? b : a));
  const { field_id, field_name } = latest;
  return { ...(field_id !== undefined && { field_id }), ...(field_name !== undefined && { field_name }) };
}

const logged = (figures: Totals<WaterCounter>) => ({
  gallons: gallonsOf(figures.microgallons),
  metered_gallons: gallonsOf(figures.metered_microgallons),
  log_count: count(figures.log_count),
});

const use = (figures: Totals<WaterCounter>, units: bigint) => ({
  ...logged(figures),
  units_sold: count(units),
  gallons_per_unit: units > 0n ? gallonsOf((2n * figures.microgallons + units) / (2n * units)) : null,
});
