import type { PickupDay } from '#contract/commerce/stop-fields.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** The next pickup days of a stop that take orders. */
export function usePickupDays(stopId: string): Query<readonly PickupDay[]> {
  return useQuery(`selling/days/${stopId}`, () =>
    api('GET /api/v1/stops/{id}/pickup-days', { id: stopId, limit: 20 }),
  );
}
