import type { PickupDay, Stop } from '#contract/commerce/stop-fields.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** Stops whose days are read; each one is a request. */
const maxStops = 20;

/** The next pickup days of active stops, by the id of the stop. */
export function useNextDays(
  stops: readonly Stop[] | undefined,
): Query<Readonly<Record<string, readonly PickupDay[]>>> {
  const active = stops?.filter((stop) => stop.is_active).slice(0, maxStops);
  const key = active && `selling/next-days?${active.map(({ id, version }) => `${id}.${version}`).join()}`;
  return useQuery(key, async () =>
    Object.fromEntries(
      await Promise.all(
        (active ?? []).map(
          async ({ id }) => [id, await api('GET /api/v1/stops/{id}/pickup-days', { id, limit: 1 })] as const,
        ),
      ),
    ),
  );
}

/** The stop with the earliest pickup, and its day. */
export function earliest(
  stops: readonly Stop[],
  days: Readonly<Record<string, readonly PickupDay[]>>,
): { readonly stop: Stop; readonly day: PickupDay } | undefined {
  return stops
    .flatMap((stop) => {
      const day = days[stop.id]?.[0];
      return day ? [{ stop, day }] : [];
    })
    .toSorted((one, other) => one.day.opens_at.localeCompare(other.day.opens_at))[0];
}
