import type { Segment } from '#commerce/segments/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { countPeople, type PeopleCount } from './count-people.ts';

/** All segments of a brand, by name. */
export function useSegments(brandId: string): Query<readonly Segment[]> {
  return useQuery('segments', async () => {
    const segments: Segment[] = [];
    for await (const segment of api('GET /api/v1/segments', { brand_id: brandId, limit: 200 }))
      segments.push(segment);
    return segments.sort((one, other) => one.name.localeCompare(other.name));
  });
}

/** The people of a segment now. The key holds the version, so a changed filter is counted again. */
export function useSegmentCount(segment: Segment | undefined): Query<PeopleCount> {
  const key = segment && `segments/${segment.id}/count?version=${segment.version}`;
  return useQuery(key, () => {
    if (!segment) throw new TypeError('A count needs a segment');
    return countPeople(segment.brand_id, segment.filter);
  });
}
