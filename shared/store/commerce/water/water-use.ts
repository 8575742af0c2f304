import { type Month, type Season, seasonAt, seasonOf } from '#commerce/water/season.ts';
import type { Entries } from '#commerce/water/use.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { WaterLog } from '#contract/commerce/water-logs.ts';
import { type WaterSettings, waterSettings } from '#contract/commerce/water-use.ts';
import { ApiError, found } from '#contract/errors.ts';
import { fieldsOf, getItem, type Item, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { waterLogsOf } from '../commerce-keys.ts';
import { waterLogFrom } from '../water-logs.ts';
import { useFrom } from './metered-uses.ts';
import { usesOf, waterSettingsKey } from './water-keys.ts';

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
  table: Table,
  brandId: string,
  { start, end }: Pick<Season | Month, 'start' | 'end'>,
): Promise<Entries> {
  const [from, to] = [start.toISOString(), end.toISOString()];
  const latest = new Date(end.getTime() + maxDaysBetweenReadings * 86_400_000).toISOString();
  const budget = { left: maxEntries };
  const [logs, uses] = await Promise.all([
    collect(table, { ...waterLogsOf(brandId), from, to }, waterLogFrom, budget),
    collect(table, { ...usesOf(brandId), from, to: latest }, (item) => useFrom(brandId, item), budget),
  ]);
  return { logs: logs satisfies readonly WaterLog[], uses: uses.filter((use) => use.from < to) };
}

async function collect<T>(
  table: Table,
  range: Parameters<typeof queryItems>[1],
  read: (item: Item) => T,
  budget: { left: number },
): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of queryItems(table, range)) {
    if (budget.left-- <= 0) throw new ApiError('figures_too_large');
    all.push(read(item));
  }
  return all;
}

const settingsNames = fieldsOf(waterSettings);

/** The settings of a brand, or the defaults in version 0. */
export async function readWaterSettings(table: Table, brandId: string): Promise<WaterSettings> {
  const item = await getItem(table, waterSettingsKey(brandId));
  return item === undefined
    ? { brand_id: brandId, season_start: '01-01', version: 0 }
    : resourceOf<WaterSettings>(item, settingsNames);
}

/** @throws ConditionFailed when the stored settings are no longer `before` */
export const changeWaterSettings = (
  table: Table,
  before: WaterSettings,
  after: WaterSettings,
): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: itemOf(waterSettingsKey(after.brand_id), after),
        ConditionExpression: before.version === 0 ? 'attribute_not_exists(pk)' : 'version = :before',
        ...(before.version > 0 && { ExpressionAttributeValues: { ':before': before.version } }),
      },
    },
  ]);

interface BrandSeason {
  readonly brand: Brand;
  readonly settings: WaterSettings;
  readonly season: Season;
}

/**
 * The season of a brand that begins in a year, or the one at a moment.
 *
 * @throws ApiError not_found
 */
export async function currentSeason(
  table: Table,
  brandId: string,
  now: Date,
  year?: number,
): Promise<BrandSeason> {
  const [record, settings] = await Promise.all([
    findBrand(table, brandId),
    readWaterSettings(table, brandId),
  ]);
  const { brand } = found(record);
  const { season_start } = settings;
  const season =
    year === undefined
      ? seasonAt(now, season_start, brand.time_zone)
      : seasonOf(year, season_start, brand.time_zone);
  return { brand, settings, season };
}
