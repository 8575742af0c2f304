import type { Order } from '#commerce/orders/order.ts';
import type { PickupDay, Stop } from '#commerce/stops/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** The stops of a brand, by name. */
export function useStops(brandId: string): Query<readonly Stop[]> {
  return useQuery('selling/stops', async () => {
    const stops: Stop[] = [];
    for await (const stop of api('GET /api/v1/stops', { brand_id: brandId, limit: 200 })) stops.push(stop);
    return stops.sort((one, other) => one.name.localeCompare(other.name));
  });
}

/** The name of a stop; undefined for a stop that does not exist. */
export const stopName = (stops: readonly Stop[] | undefined, id: string | undefined): string | undefined =>
  stops?.find((stop) => stop.id === id)?.name;

/** The name of the stop of an order, which keeps it after the deletion of the stop. */
export const stopOfOrder = (
  stops: readonly Stop[] | undefined,
  { stop_id, stop_name }: Pick<Order, 'stop_id' | 'stop_name'>,
): string | undefined => stopName(stops, stop_id) ?? stop_name;

/** The next pickup days of a stop that take orders. */
export function usePickupDays(stopId: string): Query<readonly PickupDay[]> {
  return useQuery(`selling/days/${stopId}`, () =>
    api('GET /api/v1/stops/{id}/pickup-days', { id: stopId, limit: 20 }),
  );
}
