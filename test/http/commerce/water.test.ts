import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { call, get, post, put, stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';

let owner: { readonly key: null; readonly headers: Readonly<Record<string, string>> };
let brand: string;
beforeAll(async () => {
  const token = await bearer({ sub: `farmer-${randomUUID()}` });
  owner = { key: null, headers: { authorization: `Bearer ${token}` } };
  const input = { name: 'Water', catalog: 'external', time_zone: 'America/Denver' };
  brand = (await post('/api/v1/brands', input, owner)).body.data.id;
});

const thisYear = new Date().getUTCFullYear();
const remove = (path: string, options: object = {}) => call('DELETE', path, { ...owner, ...options });

test('fields are created, listed, replaced and deleted, by their brand only', async () => {
  const body = { brand_id: brand, name: 'North', allocation: { amount: 1.5, unit: 'acre_feet' } };
  const key = { ...owner, headers: { ...owner.headers, 'idempotency-key': randomUUID() } };
  const made = await post('/api/v1/fields', body, key);
  expect(made.status).toBe(201);
  expect((await post('/api/v1/fields', body, key)).body).toEqual(made.body);
  const path = `/api/v1/fields/${made.body.data.id}`;
  expect((await get(path, { key: stack.apiKeys.otherBrand })).status).toBe(404);
  expect((await get(`/api/v1/fields?brand_id=${brand}`, owner)).body.data).toEqual([made.body.data]);
  const replaced = await put(path, { name: 'South', crop: 'Squash' }, owner);
  expect(replaced.body.data).toMatchObject({ name: 'South', version: 2 });
  expect(replaced.body.data.allocation).toBeUndefined();
  const stale = { headers: { ...owner.headers, 'if-match': '"v1"' } };
  expect((await remove(path, stale)).status).toBe(412);
  expect((await remove(path)).status).toBe(204);
  expect((await get(path, owner)).status).toBe(404);
  const viewer = { key: stack.apiKeys.viewer };
  const denied = await post('/api/v1/fields', { brand_id: stack.brandId, name: 'x' }, viewer);
  expect(denied.status).toBe(403);
});

test('meters and logs make the use of a season, and the CSV for the authority', async () => {
  // Its January is over.
  const thisYear = new Date(Date.now() - 30 * 86_400_000).getUTCFullYear();
  const at = (month: number, day: number) => new Date(Date.UTC(thisYear, month - 1, day, 12)).toISOString();
  const field = (await post('/api/v1/fields', { brand_id: brand, name: 'East, "E"' }, owner)).body.data.id;
  const meterInput = { brand_id: brand, name: 'Well', field_id: field, unit: 'acre_feet', rollover_at: 100 };
  const meter = (await post('/api/v1/meters', meterInput, owner)).body.data;
  const path = `/api/v1/meters/${meter.id}`;
  const read = (value: number, day: number, more: object = {}) =>
    post(`${path}/readings`, { value, read_at: at(1, day), ...more }, owner);
  expect((await read(99, 5)).body.data).toMatchObject({ used: null, version: 1 });
  const second = await read(1, 25, { kind: 'rollover' });
  expect(second.body.data.used).toMatchObject({ acre_feet: 2, gallons: 651702.857143 });
  expect((await read(50, 15)).body).toMatchObject({
    code: 'reading_does_not_fit',
    details: [{ path: ['body', 'value'] }],
  });
  expect((await read(1, 26, { kind: 'replacement' })).status).toBe(400);
  expect((await put(path, { ...meterInput, unit: 'gallons' }, owner)).body.code).toBe('meter_unit_in_use');

  const reading = `${path}/readings/${second.body.data.id}`;
  const corrected = await put(reading, { value: 2, kind: 'rollover', reason: 'Misread' }, owner);
  expect(corrected.body.data).toMatchObject({
    used: { acre_feet: 3 },
    corrections: [{ value: 1, reason: 'Misread' }],
  });
  expect((await put(reading, { value: 2, kind: 'rollover' }, owner)).status).toBe(400);
  const list = await get(`${path}/readings?limit=1`, owner);
  expect(list.body.data).toEqual([corrected.body.data]);
  expect(list.body.pagination.has_more).toBe(true);

  const log = (gallons: number, day: number) =>
    post('/api/v1/water-logs', { brand_id: brand, field_id: field, gallons, logged_at: at(1, day) }, owner);
  await log(10, 10);
  await log(20, 26);
  const settings = { brand_id: brand, season_start: '01-01', allocation: { amount: 4, unit: 'acre_feet' } };
  expect((await put('/api/v1/water-settings', settings, owner)).body.data).toMatchObject({ version: 1 });
  const use = await get(`/api/v1/water-use?brand_id=${brand}&season=${thisYear}`, owner);
  expect(use.body.data).toMatchObject({
    from: `${thisYear}-01-01`,
    to: `${thisYear}-12-31`,
    total: { metered: { acre_feet: 3 }, estimated: { gallons: 20 }, allocation: { acre_feet: 4 } },
    fields: [{ field_id: field, field_name: 'East, "E"', used: { acre_feet: 3.000061 } }],
  });

  const query = `brand_id=${brand}&from=${thisYear}-01&to=${thisYear}-02`;
  const csv = await get(`/api/v1/water-report?${query}`, {
    ...owner,
    headers: { ...owner.headers, accept: 'text/csv' },
  });
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.text).toBe(
    [
      'field_id,field,month,source,gallons,acre_feet,cubic_metres',
      `${field},"East, ""E""",${thisYear}-01,metered,977554.285714,3,3700.445513`,
      `${field},"East, ""E""",${thisYear}-01,estimated,20,0.000061,0.075708`,
      '',
    ].join('\r\n'),
  );
  const rows = (await get(`/api/v1/water-report?${query}&format=json`, owner)).body.data;
  expect(rows).toHaveLength(2);
  expect((await remove(`/api/v1/fields/${field}`)).status).toBe(204);
  // What was reported under a name stays under it after the field is deleted.
  expect((await get(`/api/v1/water-report?${query}&format=json`, owner)).body.data).toEqual(rows);
  const later = await get(`/api/v1/water-use?brand_id=${brand}&season=${thisYear}`, owner);
  expect(later.body.data.fields).toMatchObject([{ field_id: field, field_name: 'East, "E"' }]);
  const long = `brand_id=${brand}&from=2020-01&to=2023-01`;
  expect((await get(`/api/v1/water-report?${long}`, owner)).status).toBe(400);
});

test('a reading of the future is refused by its name, and an entry of the future is not', async () => {
  const meter = (await post('/api/v1/meters', { brand_id: brand, name: 'Pump', unit: 'gallons' }, owner)).body
    .data;
  const path = `/api/v1/meters/${meter.id}/readings`;
  const ahead = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
  const reading = (await post(path, { value: 1, read_at: ahead(23) }, owner)).body.data;
  for (const read_at of [ahead(25), '2062-06-01T08:00:00-06:00']) {
    for (const refused of [
      await post(path, { value: 2, read_at }, owner),
      await put(`${path}/${reading.id}`, { value: 1, read_at, reason: 'Misread' }, owner),
    ]) {
      expect(refused).toMatchObject({ status: 400, body: { error: 'Validation failed' } });
      expect(refused.body.details).toMatchObject([{ path: ['body', 'read_at'], code: 'in_future' }]);
    }
    const entry = { brand_id: brand, gallons: 1, logged_at: read_at };
    expect((await post('/api/v1/water-logs', entry, owner)).status).toBe(201);
  }
});

test('entries of the season are edited and deleted with history, those of earlier seasons are not', async () => {
  const made = await post('/api/v1/water-logs', { brand_id: brand, gallons: 7 }, owner);
  expect(made.headers.get('etag')).toBe('"v1"');
  const path = `/api/v1/water-logs/${made.body.data.id}`;
  const edited = await put(path, { gallons: 8, reason: 'Typing error' }, owner);
  expect(edited.body.data).toMatchObject({ gallons: 8, logged_at: made.body.data.logged_at, version: 2 });
  const old = { gallons: 8, logged_at: `${thisYear - 1}-06-01T00:00:00Z` };
  expect((await put(path, old, owner)).body.code).toBe('season_closed');
  expect((await put(path, { gallons: 9 }, { key: stack.apiKeys.otherBrand })).status).toBe(404);
  expect((await remove(path)).status).toBe(204);
  expect((await get(path, owner)).status).toBe(404);
  const history = (await get(`${path}/history`, owner)).body.data;
  expect(history).toMatchObject([
    { change: 'deleted', before: { gallons: 8 } },
    { change: 'edited', reason: 'Typing error', before: made.body.data },
  ]);
  const earlier = await post('/api/v1/water-logs', { ...old, brand_id: brand }, owner);
  expect((await remove(`/api/v1/water-logs/${earlier.body.data.id}`)).body.code).toBe('season_closed');
  const found = await get(
    `/api/v1/water-logs/search?brand_id=${brand}&to=${thisYear - 1}-12-31T00:00:00Z&limit=5`,
    owner,
  );
  expect(found.body.data).toEqual([earlier.body.data]);
});

test('a batch is safe to send again', async () => {
  const items = [
    { id: randomUUID(), gallons: 3, logged_at: '2026-01-02T03:04:05Z' },
    { id: randomUUID(), gallons: 0, logged_at: '2026-01-02T03:04:05Z' },
  ];
  const body = { brand_id: brand, items };
  const statuses = async () =>
    (await post('/api/v1/water-logs/batch', body, owner)).body.data.map(
      ({ status }: { status: string }) => status,
    );
  expect(await statuses()).toEqual(['created', 'invalid']);
  expect(await statuses()).toEqual(['exists', 'invalid']);
  const foreign = await post('/api/v1/water-logs/batch', body, { key: stack.apiKeys.otherBrand });
  expect(foreign.status).toBe(403);
});
