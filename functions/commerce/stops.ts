import { brands } from '#commerce/brands/records.ts';
import type * as declared from '#commerce/stops/contract.ts';
import { makePickList, pickListCsv } from '#commerce/stops/pick-list.ts';
import { pickupCounts, readPickups, stops } from '#commerce/stops/records.ts';
import { countedDay, newStop, nextPickupDays, replaceStop } from '#commerce/stops/rules.ts';
import { found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, noContent, ok, okList, okPage, okText } from '#http/reply/replies.ts';

export function createStop({ body, now, newId }: Call<typeof declared.createStop>) {
  const stop = newStop(body, { id: newId(), now });
  return change(created(stop, `/api/v1/stops/${stop.id}`, stop), stops.insert(stop));
}

export async function listStops({ query: { brand_id, ...page } }: Call<typeof declared.listStops>) {
  const { data, nextCursor } = await stops.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export const getStop = ({ resource: stop }: Call<typeof declared.getStop>) => ok(stop, stop);

export function updateStop({ resource: stop, body, now }: Call<typeof declared.updateStop>) {
  const replaced = replaceStop(stop, body, now);
  return change(ok(replaced, replaced), stops.replace(stop, replaced));
}

export const deleteStop = ({ resource: stop }: Call<typeof declared.deleteStop>) =>
  change(noContent(), stops.remove(stop));

export async function listPickupDays({ resource: stop, query, now }: Call<typeof declared.listPickupDays>) {
  const { brand_id, id: stop_id } = stop;
  const brand = found(await brands.find({ brand_id }));
  const days = nextPickupDays(stop, { now, timeZone: brand.time_zone, limit: query.limit });
  const counts = await pickupCounts.findMany(days.map(({ date }) => ({ brand_id, stop_id, date })));
  return okList(days.map((day, n) => countedDay(day, counts[n]?.orders ?? 0, stop)));
}

export async function getPickList({ query, now, mediaType }: Call<typeof declared.getPickList>) {
  const { brand_id, date, format } = query;
  const brand = found(await brands.find({ brand_id }));
  const list = makePickList({ brand, date, now, ...(await readPickups(query)) });
  const isCsv = format === undefined ? mediaType === 'text/csv' : format === 'csv';
  if (!isCsv) return ok(list);
  const disposition = `attachment; filename="pick-list-${date}.csv"`;
  return okText('text/csv', pickListCsv(list), { 'Content-Disposition': disposition });
}
