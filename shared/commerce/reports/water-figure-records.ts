import { createHash } from 'node:crypto';
import { Big } from 'big.js';
import { monthOf } from '#calendar/days.ts';
import { foldedText } from '#contract/text-forms.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import type { Brand } from '../brands/contract.ts';
import { gallonsIn, type MeteredUse } from '../water/use.ts';
import type { WaterLog } from '../water-logs/contract.ts';
import { type ProductDay, soldCounters } from './analytics.ts';
import type { Analytics } from './analytics-reply.ts';
import type { AnalyticsQuery } from './contract.ts';
import { type FigureChange, fieldFigures, figureActions, shardOf } from './figure-records.ts';
import {
  bucketsOf,
  count,
  type DayFigures,
  type Period,
  periodJson,
  quarterAttribute,
  quarterOf,
  ratio,
  seriesOf,
  sumByBucket,
  type Totals,
  totalOf,
} from './figures.ts';
import { dayOf, type ProductCounter } from './order-figures.ts';

/** Counters of a field, with the letters of their attributes for each quarter hour. */
export const waterCounters = { microgallons: 'm', log_count: 'n', metered_microgallons: 'k' } as const;
export type WaterCounter = keyof typeof waterCounters;

/** Gallons are counted in millionths. */
const scale = 1_000_000;

/** DynamoDB adds numbers of 38 digits, and entries may have any size. */
const maxGallons = 1e12;

/** What an entry or a metered use adds to its field. */
export interface WaterFigures {
  /** Identifies the field in keys: its id, a hash of its name, or `-`. */
  readonly field: string;
  readonly subject: Readonly<Record<string, string>>;
  readonly microgallons: bigint;
}

/** What a metered use adds to its field; undefined for one that is too large to count. */
function meteredFigures({ field_id, litres }: MeteredUse): WaterFigures | undefined {
  return figuresOf(gallonsIn(litres), field_id === undefined ? {} : { field_id });
}

/** What an entry adds to its field; undefined for an entry that is too large to count. */
export function waterFigures({ field_id, field_name, gallons }: WaterLog): WaterFigures | undefined {
  return figuresOf(new Big(gallons), {
    ...(field_id !== undefined && { field_id }),
    ...(field_name !== undefined && { field_name }),
  });
}

function figuresOf(
  gallons: Big,
  subject: { readonly field_id?: string; readonly field_name?: string },
): WaterFigures | undefined {
  if (gallons.gt(maxGallons)) return undefined;
  const microgallons = BigInt(gallons.times(scale).toFixed(0, Big.roundHalfUp));
  return { field: fieldOf(subject.field_id, subject.field_name), subject, microgallons };
}

function fieldOf(id: string | undefined, name: string | undefined): string {
  if (id !== undefined) return id;
  const text = foldedText(name ?? '');
  return text ? createHash('sha256').update(text).digest('hex').slice(0, 32) : '-';
}

/** Gallons for JSON: the double next to the exact figure. */
export const gallonsOf = (microgallons: bigint): number => Number(`${microgallons}e-6`);

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
  stored: {
    readonly water: readonly WaterDay[];
    readonly products: readonly ProductDay[];
    /** Names of fields by id, also of deleted ones. */
    readonly names: ReadonlyMap<string, string>;
  },
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
      ...nameOf(field.days, stored.names),
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

/** The id of the field and its name, or the name in its latest log. */
function nameOf(days: readonly WaterDay[], names: ReadonlyMap<string, string>) {
  const latest = days.reduce((a, b) => (b.day >= a.day && b.field_name !== undefined ? b : a));
  const { field_id } = latest;
  const field_name = (field_id === undefined ? undefined : names.get(field_id)) ?? latest.field_name;
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

/** Entries are rare, but a batch of readings may have many of one day. */
const waterShards = 4;

type Sign = 1n | -1n;

/** Moves the figures from one version of an entry to the next: at most two actions, without a condition. */
export const waterFiguresActions = (
  before: WaterLog | undefined,
  after: WaterLog | undefined,
): TransactAction[] =>
  figureActions([
    ...(before === undefined ? [] : waterChanges(before, -1n)),
    ...(after === undefined ? [] : waterChanges(after, 1n)),
  ]);

/** What an entry adds to its figures; nothing if it is too large to count. */
export function waterChanges(log: WaterLog, sign: Sign): readonly FigureChange[] {
  const { brand_id, id, logged_at } = log;
  return changesOf({ brand_id, id, at: logged_at }, waterFigures(log), ({ microgallons }) => ({
    microgallons: sign * microgallons,
    log_count: sign,
  }));
}

/** A metered use with the reading that ends it. */
export interface StoredUse extends MeteredUse {
  readonly brand_id: string;
  readonly reading_id: string;
}

/** What a metered use adds to the figures at the time of the reading that ends it. */
export const meteredChanges = (use: StoredUse, sign: Sign): readonly FigureChange[] =>
  changesOf(
    { brand_id: use.brand_id, id: use.reading_id, at: use.to },
    meteredFigures(use),
    ({ microgallons }) => ({ metered_microgallons: sign * microgallons }),
  );

interface Place {
  readonly brand_id: string;
  readonly id: string;
  readonly at: string;
}

function changesOf(
  { brand_id, id, at }: Place,
  figures: WaterFigures | undefined,
  countersOf: (figures: WaterFigures) => Readonly<Partial<Record<WaterCounter, bigint>>>,
): readonly FigureChange[] {
  if (figures === undefined) return [];
  const day = dayOf(at);
  const quarter = quarterOf(at);
  const add: Record<string, bigint> = {};
  for (const [counter, by] of Object.entries(countersOf(figures))) {
    add[counter] = by;
    add[quarterAttribute(quarter, waterCounters[counter as WaterCounter])] = by;
  }
  const shard = shardOf(id, waterShards);
  return [
    {
      key: keyIn(fieldFigures, { brand_id, month: monthOf(day), day, field: figures.field, shard }),
      subject: figures.subject,
      add,
    },
  ];
}
