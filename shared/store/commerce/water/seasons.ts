import { type Season, seasonAt, seasonOf } from '#commerce/water/season.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { WaterSettings } from '#contract/commerce/water-use.ts';
import { found } from '#contract/errors.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { readWaterSettings } from './water-use.ts';

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
