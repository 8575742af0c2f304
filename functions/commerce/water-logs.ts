import { onboardingFactAction } from '#commerce/onboarding/records.ts';
import { currentSeason } from '#commerce/water/records.ts';
import { requireOpenSeason } from '#commerce/water/rules.ts';
import { storeBatch } from '#commerce/water-logs/batch-records.ts';
import type * as declared from '#commerce/water-logs/contract.ts';
import {
  insertLog,
  latestWaterLogs,
  newWaterLog,
  removeLog,
  replaceLog,
  replaceWaterLog,
  searchLogs,
  waterLogChanges,
} from '#commerce/water-logs/records.ts';
import { ApiError } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, noContent, ok, okList, okPage } from '#http/reply/replies.ts';

export function createWaterLog({ body, now, newId }: Call<typeof declared.createWaterLog>) {
  const log = newWaterLog(body, { id: newId(), now });
  return change(created(log, `/api/v1/water-logs/${log.id}`, log), ...insertLog(log));
}

export async function listWaterLogs({ query: { brand_id } }: Call<typeof declared.listWaterLogs>) {
  if (!brand_id) throw new ApiError('brand_id_required');
  return okList(await latestWaterLogs(brand_id));
}

export const getWaterLog = ({ resource: log }: Call<typeof declared.getWaterLog>) => ok(log, log);

export async function searchWaterLogs({ query }: Call<typeof declared.searchWaterLogs>) {
  const { data, nextCursor } = await searchLogs(query);
  return okPage(data, nextCursor);
}

export async function updateWaterLog({ resource: before, body, now }: Call<typeof declared.updateWaterLog>) {
  const after = replaceWaterLog(before, body, now);
  const { season } = await currentSeason(before.brand_id, now);
  requireOpenSeason(season, before.logged_at, after.logged_at);
  return change(ok(after, after), ...replaceLog(before, after, { reason: body.reason, now }));
}

export async function deleteWaterLog({ resource: log, now }: Call<typeof declared.deleteWaterLog>) {
  const { season } = await currentSeason(log.brand_id, now);
  requireOpenSeason(season, log.logged_at);
  return change(
    noContent(),
    ...removeLog(log, { now }),
    onboardingFactAction(log.brand_id, 'first_water_log', log.created_at),
  );
}

export async function listWaterLogChanges({
  resource: { brand_id, id },
  query,
}: Call<typeof declared.listWaterLogChanges>) {
  const { data, nextCursor } = await waterLogChanges.page({ brand_id, id }, { ...query, newestFirst: true });
  return okPage(data, nextCursor);
}

export async function createWaterLogs({
  body: { brand_id, items },
  now,
}: Call<typeof declared.createWaterLogs>) {
  return ok(await storeBatch(brand_id, items, now));
}
