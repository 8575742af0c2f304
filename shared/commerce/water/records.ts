import * as z from 'zod';
import { brands } from '#commerce/brands/records.ts';
import { waterLogs } from '#commerce/water-logs/records.ts';
import { ApiError, found } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { count, counter, record } from '#store/commerce/record.ts';
import { meteredUses } from './meter-records.ts';
import { type Month, type Season, seasonAt, seasonOf } from './rules.ts';
import type { Entries } from './use.ts';
import { type Field, field, maxWaterRecords, type WaterSettings, waterSettings } from './water-fields.ts';

const inFarm = { records: 'farm', pk: 'FARM#{brand_id}', person: 'none' } as const;

export const fields = record({
  ...inFarm,
  name: 'field',
  schema: field,
  sk: 'FIELD#{id}',
  exported: 'water-fields',
});

/** Names of fields that were deleted, for the reports about the time before. */
export const deletedFields = record({
  ...inFarm,
  name: 'deleted field',
  schema: z.object({ id: uuid, brand_id: uuid, name: z.string() }),
  sk: 'GONE#{id}',
  exported: 'deleted-water-fields',
});

const recordCounts = counter({
  ...inFarm,
  name: 'number of fields or meters',
  counts: ['record_count'],
  sk: 'COUNT#{kind}',
  exported: count,
});

export const settings = record(
  {
    ...inFarm,
    name: 'water settings',
    schema: waterSettings,
    sk: 'SETTINGS',
    exported: 'water-settings',
  },
  ({ brand_id }): WaterSettings => ({ brand_id, season_start: '01-01', version: 0 }),
);

/** What the capability stores beside meters and their readings. */
export const waterPlaces = [fields, deletedFields, recordCounts, settings];

/** Counts another field or meter of a brand, or one less. */
export const countRecord = (brand_id: string, kind: 'FIELD' | 'METER', by: 1 | -1) =>
  recordCounts.add(
    { brand_id, kind },
    { record_count: by },
    by === 1 ? { most: maxWaterRecords, otherwise: 'water_limit_reached' } : {},
  );

/** The fields of a brand, and the names of those that the entries name and that were deleted. */
export const namedFields = (brandId: string, { logs, uses }: Entries) =>
  fieldsWith(brandId, new Set([...logs, ...uses].flatMap(({ field_id }) => field_id ?? [])));

/** The names of a brand's fields and of these ones, which may be deleted, by id. */
export async function namesOfFields(
  brandId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const named = await fieldsWith(brandId, ids);
  return new Map([...named.fields, ...named.deleted].map(({ id, name }) => [id, name]));
}

async function fieldsWith(brand_id: string, ids: ReadonlySet<string>) {
  const known: Field[] = [];
  for await (const one of fields.all({ brand_id })) known.push(one);
  const missing = ids.difference(new Set(known.map(({ id }) => id)));
  return {
    fields: known,
    deleted: await deletedFields.findMany([...missing].map((id) => ({ brand_id, id }))),
  };
}

/** Maximum entries of one report. */
const maxEntries = 50_000;

/** A reading long after the period may still end a use that began in it. */
const maxDaysBetweenReadings = 800;

/**
 * The logs and metered uses of a period, strongly consistent. They are read as they are, so that edits, deletions and a change of
 * the time zone need no rebuild.
 *
 * @throws ApiError figures_too_large beyond 50,000 entries
 */
export async function readEntries(
  brand_id: string,
  { start, end }: Pick<Season | Month, 'start' | 'end'>,
): Promise<Entries> {
  const [from, to] = [start.toISOString(), end.toISOString()];
  const latest = new Date(end.getTime() + maxDaysBetweenReadings * 86_400_000).toISOString();
  const budget = { left: maxEntries };
  const [logs, uses] = await Promise.all([
    collect(waterLogs.all({ brand_id }, { from, to }), budget),
    collect(meteredUses.all({ brand_id }, { from, to: latest }), budget),
  ]);
  return { logs, uses: uses.filter((use) => use.from < to) };
}

async function collect<T>(entries: AsyncIterable<T>, budget: { left: number }): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const entry of entries) {
    if (budget.left-- <= 0) throw new ApiError('figures_too_large');
    all.push(entry);
  }
  return all;
}

/**
 * The season of a brand that begins in a year, or the one at a moment, with the water of the brand for it.
 *
 * @throws ApiError not_found
 */
export async function currentSeason(brand_id: string, now: Date, year?: number) {
  const [known, chosen] = await Promise.all([brands.find({ brand_id }), settings.find({ brand_id })]);
  const brand = found(known);
  const { season_start, allocation } = chosen;
  const season =
    year === undefined
      ? seasonAt(now, season_start, brand.time_zone)
      : seasonOf(year, season_start, brand.time_zone);
  return { brand, allocation, season };
}
