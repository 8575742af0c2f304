import { brands } from '#commerce/brands/records.ts';
import type * as declared from '#commerce/water/contract.ts';
import { meters, readingWrites, readReadings } from '#commerce/water/meter-records.ts';
import {
  countRecord,
  currentSeason,
  deletedFields,
  fields,
  namedFields,
  readEntries,
  settings,
} from '#commerce/water/records.ts';
import {
  correctReading as corrected,
  monthsBetween,
  newField,
  newMeter,
  newReading,
  replaceField,
  replaceMeter,
  shownMeter,
} from '#commerce/water/rules.ts';
import { reportCsv, reportRows, seasonUse } from '#commerce/water/use.ts';
import { found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, noContent, ok, okList, okPage, okText } from '#http/reply/replies.ts';

export function createField({ body, now, newId }: Call<typeof declared.createField>) {
  const field = newField(body, { id: newId(), now });
  return change(
    created(field, `/api/v1/fields/${field.id}`, field),
    countRecord(field.brand_id, 'FIELD', 1),
    fields.insert(field),
  );
}

export async function listFields({ query: { brand_id, ...page } }: Call<typeof declared.listFields>) {
  const { data, nextCursor } = await fields.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export const getField = ({ resource: field }: Call<typeof declared.getField>) => ok(field, field);

export function updateField({ resource: before, body, now }: Call<typeof declared.updateField>) {
  const after = replaceField(before, body, now);
  return change(ok(after, after), fields.replace(before, after));
}

export function deleteField({ resource: field }: Call<typeof declared.deleteField>) {
  const { id, brand_id, name } = field;
  return change(
    noContent(),
    fields.remove(field),
    countRecord(brand_id, 'FIELD', -1),
    deletedFields.insert({ id, brand_id, name }),
  );
}

export function createMeter({ body, now, newId }: Call<typeof declared.createMeter>) {
  const meter = newMeter(body, { id: newId(), now });
  return change(
    created(shownMeter(meter), `/api/v1/meters/${meter.id}`, meter),
    countRecord(meter.brand_id, 'METER', 1),
    meters.insert(meter),
  );
}

export async function listMeters({ query: { brand_id, ...page } }: Call<typeof declared.listMeters>) {
  const { data, nextCursor } = await meters.page({ brand_id }, page);
  return okPage(data.map(shownMeter), nextCursor);
}

export const getMeter = ({ resource: meter }: Call<typeof declared.getMeter>) => ok(shownMeter(meter), meter);

export function updateMeter({ resource: before, body, now }: Call<typeof declared.updateMeter>) {
  const after = replaceMeter(before, body, now);
  return change(ok(shownMeter(after), after), meters.replace(before, after));
}

export async function createReading({
  resource: meter,
  body,
  now,
  newId,
}: Call<typeof declared.createReading>) {
  const reading = newReading(meter, body, { id: newId(), now });
  const { shown, writes } = await readingWrites({ meter, reading });
  return change(created(shown, undefined, shown), ...writes);
}

export async function listReadings({ resource: meter, query }: Call<typeof declared.listReadings>) {
  const { data, nextCursor } = await readReadings(meter, query);
  return okPage(data, nextCursor);
}

export async function correctReading({ resource: earlier, body, now }: Call<typeof declared.correctReading>) {
  const meter = found(await meters.find({ brand_id: earlier.brand_id, id: earlier.meter_id }));
  const reading = corrected(earlier, body, now);
  const { shown, writes } = await readingWrites({ meter, earlier, reading });
  return change(ok(shown, shown), ...writes);
}

export const getWaterSettings = ({ resource }: Call<typeof declared.getWaterSettings>) =>
  ok(resource, resource);

export function setWaterSettings({ resource: before, body, now }: Call<typeof declared.setWaterSettings>) {
  const after = { ...body, updated_at: now.toISOString(), version: before.version + 1 };
  return change(ok(after, after), settings.replace(before, after));
}

export async function getWaterUse({
  query: { brand_id, season: year },
  now,
}: Call<typeof declared.getWaterUse>) {
  const { brand, allocation, season } = await currentSeason(
    brand_id,
    now,
    year === undefined ? undefined : Number(year),
  );
  const entries = await readEntries(brand_id, season);
  const named = await namedFields(brand_id, entries);
  return ok(seasonUse(entries, { brand_id, time_zone: brand.time_zone, season, allocation, ...named, now }));
}

export async function getWaterReport({ query, mediaType }: Call<typeof declared.getWaterReport>) {
  const { brand_id, from, to, format } = query;
  const brand = found(await brands.find({ brand_id }));
  const months = monthsBetween(from, to, brand.time_zone);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return okList([]);
  const entries = await readEntries(brand_id, { start: first.start, end: last.end });
  const named = await namedFields(brand_id, entries);
  const rows = reportRows(entries, months, [...named.fields, ...named.deleted]);
  const isCsv = format === 'csv' || (format === undefined && mediaType === 'text/csv');
  if (!isCsv) return okList(rows);
  const disposition = `attachment; filename="water-${from}-${to}.csv"`;
  return okText('text/csv', reportCsv(rows), { 'Content-Disposition': disposition });
}
