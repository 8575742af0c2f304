import { Big } from 'big.js';
import { localDay } from '#calendar/time-zone.ts';
import { ApiError } from '#contract/errors.ts';
import { csvText } from '../csv.ts';
import { decimalOf } from '../money.ts';
import type { WaterLog } from '../water-logs/contract.ts';
import type { Month, Season } from './rules.ts';
import type { Allocation, Field, SeasonUse, Volume, VolumeUnit, WaterReportRow } from './water-fields.ts';

/** A volume inside the service: exact litres, because every unit is a decimal number of litres. */
export type Litres = Big;

/**
 * One gallon is 231 cubic inches of 2.54 cm, and one acre-foot is 43,560 cubic feet. So both are exact decimals in litres, but
 * neither is one in the other: an acre-foot is 325,851 3/7 gallons.
 */
const litresIn: Readonly<Record<VolumeUnit, string>> = {
  gallons: '3.785411784',
  litres: '1',
  cubic_metres: '1000',
  acre_feet: '1233481.83754752',
};

const noLitres: Litres = new Big(0);

export const litresOf = (amount: number, unit: VolumeUnit): Litres => decimalOf(amount).times(litresIn[unit]);

const litresOfAllocation = ({ amount, unit }: Allocation): Litres => litresOf(amount, unit);

export const sumOfLitres = (volumes: readonly Litres[]): Litres =>
  volumes.reduce((sum, one) => sum.plus(one), noLitres);

const decimals = 6;

/** Divides with six decimals, rounded half up. */
const Rounded = Big();
Rounded.DP = decimals;
Rounded.RM = Big.roundHalfUp;

/** `volume` times `part` of `whole`, rounded half up to a millionth of a litre. */
export const partOf = (volume: Litres, part: number, whole: number): Litres =>
  new Big(new Rounded(volume.times(part)).div(whole));

/**
 * The amount in a unit, rounded half up to six decimals.
 *
 * @throws ApiError figures_too_large when a JSON number cannot hold it
 */
function amountIn(litres: Litres, unit: VolumeUnit): number {
  const amount = Number(new Rounded(litres).div(litresIn[unit]));
  if (Math.abs(amount) > Number.MAX_SAFE_INTEGER) throw new ApiError('figures_too_large');
  return amount;
}

/** Exact gallons, rounded half up to six decimals. */
export const gallonsIn = (litres: Litres): Big => new Big(new Rounded(litres).div(litresIn.gallons));

/** The volume in each unit. */
export const volumeOf = (litres: Litres): Volume => ({
  gallons: amountIn(litres, 'gallons'),
  litres: amountIn(litres, 'litres'),
  cubic_metres: amountIn(litres, 'cubic_metres'),
  acre_feet: amountIn(litres, 'acre_feet'),
});

/** Water between two readings of a meter, after `from` and up to `to`. */
export interface MeteredUse {
  readonly field_id?: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly litres: Litres;
}

export interface Entries {
  readonly logs: readonly Pick<WaterLog, 'field_id' | 'field_name' | 'gallons' | 'logged_at'>[];
  readonly uses: readonly MeteredUse[];
}

interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** Water of one field in one period. Entries without the id of a field are grouped by its name. */
export interface FieldUse {
  readonly field_id?: string | undefined;
  readonly field_name?: string | undefined;
  readonly metered: Litres;
  readonly estimated: Litres;
}

/**
 * The water of each field in a period. Metered water is spread evenly over the time between its readings. Logs at a time that a
 * meter of their field covers are left out, because the meter has counted their water.
 */
export function useByField({ logs, uses }: Entries, { start, end }: Period): readonly FieldUse[] {
  const fields = new Map<string, FieldUse>();
  const add = (key: string, identity: Partial<FieldUse>, metered: Litres, estimated: Litres) => {
    const sum = fields.get(key);
    fields.set(key, {
      ...(sum ?? identity),
      metered: (sum?.metered ?? noLitres).plus(metered),
      estimated: (sum?.estimated ?? noLitres).plus(estimated),
    });
  };
  for (const use of uses) {
    const { field_id } = use;
    const part = litresWithin(use, start.getTime(), end.getTime());
    if (part.gt(0)) add(`id ${field_id ?? ''}`, field_id === undefined ? {} : { field_id }, part, noLitres);
  }
  const isCovered = coverOf(uses);
  for (const { field_id, field_name, gallons, logged_at } of logs) {
    const time = Date.parse(logged_at);
    if (time < start.getTime() || time >= end.getTime() || isCovered(field_id, logged_at)) continue;
    const key = field_id !== undefined ? `id ${field_id}` : field_name ? `name ${field_name}` : 'id ';
    const identity = field_id !== undefined ? { field_id } : field_name ? { field_name } : {};
    add(key, identity, noLitres, litresOf(gallons, 'gallons'));
  }
  return [...fields].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, use]) => use);
}

/** The part of a use in a period. Parts of adjoining periods add up to the whole, because each is a difference of sums. */
function litresWithin({ from, to, litres }: MeteredUse, start: number, end: number): Litres {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const until = (time: number) =>
    time >= last ? litres : time <= first ? noLitres : partOf(litres, time - first, last - first);
  return until(end).minus(until(start));
}

interface Span {
  readonly from: string;
  to: string;
}

/** Whether a meter of a field covers a time: after one reading, up to a later one. */
function coverOf(uses: readonly MeteredUse[]): (fieldId: string | undefined, time: string) => boolean {
  const spans = new Map<string, Span[]>();
  for (const { field_id, from, to } of uses.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    if (field_id === undefined) continue;
    const known = spans.get(field_id) ?? [];
    const last = known.at(-1);
    if (last === undefined || from > last.to) known.push({ from, to });
    else if (to > last.to) last.to = to;
    spans.set(field_id, known);
  }
  return (fieldId, time) => {
    const known = fieldId === undefined ? [] : (spans.get(fieldId) ?? []);
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((known[middle]?.to ?? '') < time) low = middle + 1;
      else high = middle;
    }
    const span = known[low];
    return span !== undefined && span.from < time;
  };
}

const dayMilliseconds = 86_400_000;

interface SeasonContext {
  readonly brand_id: string;
  readonly time_zone: string;
  readonly season: Season;
  readonly allocation: Allocation | undefined;
  readonly fields: readonly Field[];
  /** Fields that were deleted after the water was recorded. */
  readonly deleted: readonly Pick<Field, 'id' | 'name'>[];
  readonly now: Date;
}

/** The water of a season against the allocations of the brand and its fields, with a forecast for the current season. */
export function seasonUse(entries: Entries, context: SeasonContext): SeasonUse {
  const { brand_id, time_zone, season, fields, deleted, allocation } = context;
  const known = new Map(fields.map((field) => [field.id, field]));
  const names = new Map([...fields, ...deleted].map(({ id, name }) => [id, name]));
  const uses = useByField(entries, season);
  const listed = new Set(uses.map(({ field_id }) => field_id));
  const unused = fields
    .filter(({ id, is_active, allocation: own }) => !listed.has(id) && (is_active || own !== undefined))
    .map(({ id }): FieldUse => ({ field_id: id, metered: noLitres, estimated: noLitres }));
  const rows = [...uses, ...unused].map((use) => {
    const { field_id = '' } = use;
    const name = names.get(field_id) ?? use.field_name;
    return {
      ...(use.field_id !== undefined && { field_id: use.field_id }),
      ...(name !== undefined && { field_name: name }),
      ...figures(use, known.get(field_id)?.allocation, context),
    };
  });
  const total = {
    metered: sumOfLitres(uses.map(({ metered }) => metered)),
    estimated: sumOfLitres(uses.map(({ estimated }) => estimated)),
  };
  const ends = allocationEnd(total.metered.plus(total.estimated), allocation, context);
  return {
    ...{ brand_id, time_zone, from: season.from, to: season.to },
    total: {
      ...figures(total, allocation, context),
      ...(ends !== undefined && { allocation_ends_on: ends }),
    },
    fields: rows,
  };
}

function figures(
  { metered, estimated }: Pick<FieldUse, 'metered' | 'estimated'>,
  allocation: Allocation | undefined,
  context: SeasonContext,
) {
  const used = metered.plus(estimated);
  const allowed = allocation && litresOfAllocation(allocation);
  const forecast = forecastOf(used, context);
  return {
    metered: volumeOf(metered),
    estimated: volumeOf(estimated),
    used: volumeOf(used),
    ...(allowed !== undefined && { allocation: volumeOf(allowed), remaining: volumeOf(allowed.minus(used)) }),
    ...(forecast !== undefined && { forecast: volumeOf(forecast) }),
  };
}

/** Use at the end of the season at the rate so far. After the season it is the use. */
function forecastOf(used: Litres, { season, now }: SeasonContext): Litres | undefined {
  const [start, end] = [season.start.getTime(), season.end.getTime()];
  const elapsed = Math.min(now.getTime(), end) - start;
  return elapsed < dayMilliseconds ? undefined : partOf(used, end - start, elapsed);
}

function allocationEnd(
  used: Litres,
  allocation: Allocation | undefined,
  { season, now, time_zone }: SeasonContext,
): string | undefined {
  const [start, end] = [season.start.getTime(), season.end.getTime()];
  const elapsed = Math.min(now.getTime(), end) - start;
  if (allocation === undefined || used.lte(0) || elapsed < dayMilliseconds) return undefined;
  const untilEmpty = Number(litresOfAllocation(allocation).times(elapsed).div(used));
  return untilEmpty >= end - start ? undefined : localDay(new Date(start + untilEmpty), time_zone);
}

/** The rows for the water authority: each field, month and source with water. */
export function reportRows(
  entries: Entries,
  months: readonly Month[],
  fields: readonly Pick<Field, 'id' | 'name'>[],
): readonly WaterReportRow[] {
  const names = new Map(fields.map(({ id, name }) => [id, name]));
  return months.flatMap((period) =>
    useByField(entries, period).flatMap((use) => {
      const { field_id, metered, estimated } = use;
      const field_name = (field_id === undefined ? undefined : names.get(field_id)) ?? use.field_name;
      const row = {
        ...(field_id !== undefined && { field_id }),
        ...(field_name !== undefined && { field_name }),
        month: period.month,
      };
      const sources = [
        { source: 'metered', litres: metered },
        { source: 'estimated', litres: estimated },
      ] as const;
      return sources
        .filter(({ litres }) => litres.gt(0))
        .map(({ source, litres }) => ({ ...row, source, volume: volumeOf(litres) }));
    }),
  );
}

const header = ['field_id', 'field', 'month', 'source', 'gallons', 'acre_feet', 'cubic_metres'];

/** The rows as CSV. */
export const reportCsv = (rows: readonly WaterReportRow[]): string =>
  csvText([
    header,
    ...rows.map(({ field_id = '', field_name = '', month, source, volume }) => [
      ...[field_id, field_name, month, source],
      ...[volume.gallons, volume.acre_feet, volume.cubic_metres],
    ]),
  ]);
