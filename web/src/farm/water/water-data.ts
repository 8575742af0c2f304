import type { Field, Meter, SeasonUse, WaterSettings } from '#commerce/water/water-fields.ts';
import type { WaterLog } from '#commerce/water-logs/contract.ts';
import { api } from '#web/api/api.ts';
import { type Pages, type Query, usePages, useQuery } from '#web/data/query.ts';

/** The fields of a brand, oldest first. */
export function useFields(brandId: string): Query<readonly Field[]> {
  return useQuery('water/fields', () => allOf(api('GET /api/v1/fields', { brand_id: brandId, limit: 100 })));
}

/** The meters of a brand, oldest first. */
export function useMeters(brandId: string): Query<readonly Meter[]> {
  return useQuery('water/meters', () => allOf(api('GET /api/v1/meters', { brand_id: brandId, limit: 100 })));
}

/** Season and allocation of a brand. */
export function useWaterSettings(brandId: string): Query<WaterSettings> {
  return useQuery('water/settings', () => api('GET /api/v1/water-settings', { brand_id: brandId }));
}

/** The water of the present season against the allocation. */
export function useSeasonUse(brandId: string): Query<SeasonUse> {
  return useQuery('water/use', () => api('GET /api/v1/water-use', { brand_id: brandId }));
}

/** Water logs, newest first; of all fields if `fieldId` is ''. */
export function useWaterLogs(brandId: string, fieldId: string): Pages<WaterLog> {
  return usePages(`water/logs?field=${fieldId}`, (cursor) =>
    api('GET /api/v1/water-logs/search', {
      brand_id: brandId,
      limit: 50,
      ...(fieldId !== '' && { field_id: fieldId }),
      ...(cursor !== undefined && { cursor }),
    }),
  );
}

/** The name under which an entry, or a line of the season, is shown. */
export function fieldNameOf(
  {
    field_id,
    field_name,
  }: { readonly field_id?: string | undefined; readonly field_name?: string | undefined },
  fields: readonly Field[],
): string | undefined {
  return fields.find(({ id }) => id === field_id)?.name ?? field_name;
}

async function allOf<T>(list: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of list) all.push(item);
  return all;
}
