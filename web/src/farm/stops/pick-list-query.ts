import type { Day } from '#calendar/days.ts';
import type { PickList } from '#commerce/stops/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** The pick list of a day, of one stop or of all stops. */
export function usePickList(brandId: string, day: Day, stopId = ''): Query<PickList> {
  return useQuery(`orders/pick-list?day=${day}&stop=${stopId}`, () =>
    api('GET /api/v1/pick-lists', {
      brand_id: brandId,
      date: day,
      ...(stopId !== '' && { stop_id: stopId }),
    }),
  );
}

/** The address of a pick list. */
export function pickListPath({ day, stop }: { readonly day: Day; readonly stop?: string }): string {
  const query = new URLSearchParams({ day, ...(stop !== undefined && { stop }) });
  return `/pick-list?${query}`;
}
