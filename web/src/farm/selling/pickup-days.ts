import type { PickupDay } from '#clients/typescript/src/commerce/schemas.ts';
import { commerce } from '#web/api/commerce-client.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** The next pickup days of a stop that take orders. */
export function usePickupDays(stopId: string): Query<readonly PickupDay[]> {
  return useQuery(`selling/days/${stopId}`, () => commerce.stops.listPickupDays({ id: stopId, limit: 20 }));
}
