import { seasonUse } from '#commerce/water/season-use.ts';
import { getWaterUse } from '#contract/commerce/water-use.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { namedFields } from '#store/commerce/water/water-records.ts';
import { currentSeason, readEntries } from '#store/commerce/water/water-use.ts';

export const handler = commerceEndpoint(getWaterUse, async ({ query: { brand_id, season: year }, now }) => {
  const chosen = year === undefined ? undefined : Number(year);
  const { brand, settings, season } = await currentSeason(commerceTable, brand_id, now, chosen);
  const entries = await readEntries(commerceTable, brand_id, season);
  const named = await namedFields(commerceTable, brand_id, entries);
  const { allocation } = settings;
  return ok(seasonUse(entries, { brand_id, time_zone: brand.time_zone, season, allocation, ...named, now }));
});
