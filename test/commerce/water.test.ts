import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Big } from 'big.js';
import fc from 'fast-check';
import * as declared from '#commerce/water/contract.ts';
import { waterExamples } from '#commerce/water/examples.ts';
import { type CounterReading, fitReading, usedBetween } from '#commerce/water/meter-records.ts';
import { monthsBetween, requireOpenSeason, seasonAt, seasonOf } from '#commerce/water/rules.ts';
import {
  type Entries,
  litresOf,
  partOf,
  reportCsv,
  reportRows,
  seasonUse,
  sumOfLitres,
  useByField,
  volumeOf,
} from '#commerce/water/use.ts';
import { ids } from '#contract/commerce/examples/records.ts';
import { endpointsIn } from '#contract/endpoint.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { invoke, playExamples, withoutTimes } from '../functions/invoke.ts';
import { watchCommands } from '../functions/table-commands.ts';

const fieldA = '5b2e8d47-1f6c-4a09-b7d3-9e0c4f8a6d12';
const fieldB = '6b2e8d47-1f6c-4a09-b7d3-9e0c4f8a6d12';

describe('volumes', () => {
  test('an acre-foot is exactly 325,851 3/7 gallons', () => {
    expect(litresOf(7, 'acre_feet').eq(litresOf(2_280_960, 'gallons'))).toBe(true);
    expect(volumeOf(litresOf(1, 'acre_feet'))).toEqual({
      gallons: 325851.428571,
      litres: 1233481.837548,
      cubic_metres: 1233.481838,
      acre_feet: 1,
    });
  });

  test.each(['gallons', 'litres', 'cubic_metres', 'acre_feet'] as const)(
    '%s return to themselves',
    (unit) => {
      const amount = fc
        .integer({ min: 0, max: 1_000_000_000 })
        .map((millionths) => Number(`${millionths}e-6`));
      fc.assert(fc.property(amount, (value) => expect(volumeOf(litresOf(value, unit))[unit]).toBe(value)));
    },
  );

  test('sums are exact, and figures beyond JSON numbers are refused', () => {
    const tenth = litresOf(0.1, 'gallons');
    expect(volumeOf(sumOfLitres([tenth, tenth, tenth])).gallons).toBe(0.3);
    expect(() => volumeOf(litresOf(Number.MAX_VALUE, 'gallons'))).toThrow('too large');
    expect(volumeOf(litresOf(5e-324, 'gallons')).gallons).toBe(0);
  });
});

describe('readings', () => {
  const at = (value: number, more: Partial<CounterReading> = {}): CounterReading => ({
    value,
    kind: 'reading',
    read_at: '2026-04-01T00:00:00.000Z',
    rollover_at: 1000,
    ...more,
  });
  const gallons = (before: CounterReading, after: CounterReading) =>
    volumeOf(usedBetween(before, after, 'gallons')).gallons;

  test('a reading, a rollover and a replacement give the water since the one before', () => {
    expect(gallons(at(10.1), at(10.4))).toBe(0.3);
    expect(gallons(at(990), at(15, { kind: 'rollover' }))).toBe(25);
    expect(gallons(at(990), at(7, { kind: 'replacement', final_value: 995, start_value: 2 }))).toBe(10);
  });

  test.each([
    ['below the one before', at(10), at(9)],
    ['a rollover without an end', at(10), at(9, { kind: 'rollover', rollover_at: undefined })],
    [
      'a final value below the one before',
      at(10),
      at(9, { kind: 'replacement', final_value: 9, start_value: 0 }),
    ],
    ['a value below the start', at(10), at(1, { kind: 'replacement', final_value: 10, start_value: 2 })],
    ['beyond the end of the counter', undefined, at(1000)],
  ])('%s does not fit', (_, before, reading) => {
    expect(() => fitReading({ before, reading, after: undefined }, 'gallons')).toThrow('does not fit');
  });

  test('a reading must fit the one after it too', () => {
    const fits = fitReading({ before: at(1), reading: at(3), after: at(7) }, 'gallons');
    expect([fits.used, fits.usedAfter].map((litres) => litres && volumeOf(litres).gallons)).toEqual([2, 4]);
    expect(() => fitReading({ before: at(1), reading: at(8), after: at(7) }, 'gallons')).toThrow(
      'does not fit',
    );
  });
});

describe('seasons', () => {
  test('begin on their day in the time zone of the brand', () => {
    const before = seasonAt(new Date('2026-04-01T05:59:59Z'), '04-01', 'America/Denver');
    const after = seasonAt(new Date('2026-04-01T06:00:00Z'), '04-01', 'America/Denver');
    expect([before.from, before.to, after.from, after.to]).toEqual([
      ...['2025-04-01', '2026-03-31', '2026-04-01', '2027-03-31'],
    ]);
    expect(after.start.toISOString()).toBe('2026-04-01T06:00:00.000Z');
  });

  test('entries of an earlier season cannot change', () => {
    const season = seasonOf(2026, '01-01', 'UTC');
    expect(() => requireOpenSeason(season, '2026-01-01T00:00:00.000Z')).not.toThrow();
    expect(() => requireOpenSeason(season, '2026-02-01T00:00:00.000Z', '2025-12-31T23:59:59.999Z')).toThrow(
      'earlier seasons',
    );
  });

  test('months follow the clock of the time zone, also over changes of the clock', () => {
    const months = monthsBetween('2026-10', '2027-01', 'America/Denver');
    expect(months.map(({ month, start }) => [month, start.toISOString()])).toEqual([
      ['2026-10', '2026-10-01T06:00:00.000Z'],
      ['2026-11', '2026-11-01T06:00:00.000Z'],
      ['2026-12', '2026-12-01T07:00:00.000Z'],
      ['2027-01', '2027-01-01T07:00:00.000Z'],
    ]);
  });
});

describe('use', () => {
  const [april] = monthsBetween('2026-04', '2026-04', 'UTC');
  if (april === undefined) throw new Error('There is no April');
  const log = (logged_at: string, gallons: number, field_id: string | undefined = fieldA) => ({
    logged_at,
    gallons,
    ...(field_id !== undefined && { field_id }),
  });
  const use = (from: string, to: string, gallons: number, field_id = fieldA) => ({
    ...{ from, to, field_id, litres: litresOf(gallons, 'gallons') },
  });

  test('logs are estimates unless a meter of their field covers their time', () => {
    const entries: Entries = {
      logs: [
        log('2026-04-02T00:00:00.000Z', 1),
        log('2026-04-10T00:00:00.000Z', 2),
        log('2026-04-15T00:00:00.000Z', 4),
        log('2026-04-15T00:00:01.000Z', 8),
        log('2026-04-10T00:00:00.000Z', 16, fieldB),
        log('2026-05-01T00:00:00.000Z', 32),
        { ...log('2026-04-03T00:00:00.000Z', 64), field_id: undefined, field_name: 'Garden' },
      ],
      uses: [use('2026-04-05T00:00:00.000Z', '2026-04-15T00:00:00.000Z', 100)],
    };
    const figures = useByField(entries, april).map(({ field_id, field_name, metered, estimated }) => [
      field_id ?? field_name,
      volumeOf(metered).gallons,
      volumeOf(estimated).gallons,
    ]);
    expect(figures).toEqual([
      [fieldA, 100, 9],
      [fieldB, 0, 16],
      ['Garden', 0, 64],
    ]);
  });

  test('the parts of a use in adjoining months add up to the whole', () => {
    const day = fc.integer({ min: 0, max: 200 * 86_400 });
    const months = monthsBetween('2026-01', '2026-12', 'America/Denver');
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 1_000_000 }), (a, b, amount) => {
        const moment = (second: number) => new Date(Date.UTC(2026, 1, 3) + 1000 * second).toISOString();
        const whole = use(moment(Math.min(a, b)), moment(Math.max(a, b) + 1), amount / 7 > 1 ? amount : 1);
        const parts = months.flatMap((month) => useByField({ logs: [], uses: [whole] }, month));
        const sum = sumOfLitres(parts.map(({ metered }) => metered));
        expect(sum.eq(whole.litres)).toBe(true);
      }),
    );
  });

  test('a part is rounded to a millionth of a litre', () => {
    expect(partOf(new Big(1), 1, 3).toFixed()).toBe('0.333333');
  });

  test('the report has a row for each field, month and source, as JSON and as safe CSV', () => {
    const entries: Entries = {
      logs: [log('2026-04-02T00:00:00.000Z', 1)],
      uses: [use('2026-04-05T00:00:00.000Z', '2026-04-15T00:00:00.000Z', 100)],
    };
    const rows = reportRows(entries, [april], [{ id: fieldA, name: '=North "1"' }]);
    expect(rows.map(({ source, volume }) => [source, volume.gallons])).toEqual([
      ['metered', 100],
      ['estimated', 1],
    ]);
    const [header, first] = reportCsv(rows).split('\r\n');
    expect(header).toBe('field_id,field,month,source,gallons,acre_feet,cubic_metres');
    expect(first).toBe(`${fieldA},"'=North ""1""",2026-04,metered,100,0.000307,0.378541`);
  });

  test('a season compares its use with the allocations and looks ahead', () => {
    const season = seasonOf(2026, '01-01', 'UTC');
    const context = {
      ...{ brand_id: 'b', time_zone: 'UTC', season, now: new Date('2026-03-15T00:00:00Z') },
      allocation: { amount: 100, unit: 'gallons' } as const,
      fields: [],
      deleted: [],
    };
    const entries: Entries = { logs: [log('2026-02-01T00:00:00.000Z', 73)], uses: [] };
    const { total, fields } = seasonUse(entries, context);
    expect(total).toMatchObject({
      used: { gallons: 73 },
      allocation: { gallons: 100 },
      remaining: { gallons: 27 },
      // 73 days have passed of 365.
      forecast: { gallons: 365 },
      allocation_ends_on: '2026-04-11',
    });
    expect(fields).toMatchObject([{ field_id: fieldA, used: { gallons: 73 } }]);
    const past = seasonUse(entries, { ...context, now: new Date('2027-06-01T00:00:00Z') });
    expect(past.total.forecast?.gallons).toBe(73);
    expect(past.total.allocation_ends_on).toBeUndefined();
  });
});

describe('endpoints', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  /** A meter in gallons, and what to do with it. */
  async function aMeter() {
    const { brand_id, caller } = await newBrand();
    const meter = { brand_id, name: 'Well', unit: 'gallons' };
    const { id } = (await invoke('create-meter', { caller, body: meter })).body.data;
    const read = async (value: number, day: number) => {
      const body = { value, read_at: new Date(Date.UTC(2026, 0, day)).toISOString() };
      return (await invoke('create-reading', { caller, parameters: { id }, body })).body.data;
    };
    const correct = (reading_id: string, value: number, headers: Readonly<Record<string, string>> = {}) =>
      invoke('correct-reading', {
        ...{ caller, headers, parameters: { id, reading_id } },
        body: { value, reason: 'Misread' },
      });
    return { caller, id, read, correct };
  }

  test('reply as the examples of the documentation show', async () => {
    const { brand_id, caller } = await newBrand();
    const replies = await playExamples(waterExamples, caller, { [ids.brand]: brand_id });
    // They depend on the readings before, or on the day of the test.
    const varied = [
      'create-reading',
      'list-readings',
      'correct-reading',
      'get-water-use',
      'get-water-report',
    ];
    for (const { name, responses } of endpointsIn(declared)) {
      const [success] = Object.keys(responses);
      expect([name, replies[name]?.status]).toEqual([name, Number(success)]);
      if (varied.includes(name)) continue;
      expect([name, replies[name]?.body]).toEqual([name, withoutTimes(waterExamples[name]?.response)]);
    }
  });

  test('a correction compares the version of its reading, and not that of the meter', async () => {
    const { caller, id, read, correct } = await aMeter();
    await read(10, 1);
    const { id: reading } = await read(20, 2);
    const body = { name: 'Deep well', unit: 'gallons' };
    expect((await invoke('update-meter', { caller, parameters: { id }, body })).body.data.version).toBe(2);
    const corrected = await correct(reading, 30, { 'if-match': '"v1"' });
    expect(corrected.body.data).toMatchObject({ version: 2, used: { gallons: 20 } });
    expect((await correct(reading, 40, { 'if-match': '"v1"' })).status).toBe(412);
    expect((await correct(id, 40)).status).toBe(404);
  });

  test('a correction is repeated after a reading that came between', async () => {
    const { read, correct } = await aMeter();
    const { id: first } = await read(10, 1);
    let conflicts = 1;
    const stopWatching = watchCommands(service.table, async ({ name }) => {
      if (name !== 'TransactWriteItemsCommand' || conflicts === 0) return;
      conflicts -= 1;
      await read(12, 2);
    });
    const corrected = await correct(first, 15);
    stopWatching();
    expect(corrected.body.code).toBe('reading_does_not_fit');
    expect((await correct(first, 11)).body.data.version).toBe(2);
  });
});
