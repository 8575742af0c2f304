import { expect, test } from '@jest/globals';
import { meters, readingsById, readingWrites, readReadings } from '#commerce/water/meter-records.ts';
import { readEntries } from '#commerce/water/records.ts';
import { correctReading, newMeter, newReading } from '#commerce/water/rules.ts';
import { meterInput, readingInput } from '#commerce/water/water-fields.ts';
import { storeBatch } from '#commerce/water-logs/batch-records.ts';
import { waterLogInput } from '#commerce/water-logs/contract.ts';
import {
  insertLog,
  latestWaterLogs,
  newWaterLog,
  removeLog,
  replaceLog,
  replaceWaterLog,
  searchLogs,
  waterLogChanges,
  waterLogPointers,
  waterLogsById,
} from '#commerce/water-logs/records.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { newBrandId } from './samples.ts';

export function waterSuite(table: () => Table): void {
  const now = new Date('2026-06-15T12:00:00Z');
  const year = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2027-01-01T00:00:00Z') };
  const day = (n: number) => new Date(Date.UTC(2026, 3, n)).toISOString();

  const meterOf = async (brand: string) => {
    const input = meterInput.parse({ brand_id: brand, name: 'm', unit: 'gallons', rollover_at: 1000 });
    const meter = newMeter(input, { id: newId(), now });
    await transact(table(), [meters.insert(meter)]);
    return meter.id;
  };
  const stored = async (brand_id: string, id: string) => {
    const found = await meters.find({ brand_id, id });
    if (found === undefined) throw new Error('There is no meter');
    return found;
  };
  const write = async (change: Parameters<typeof readingWrites>[0]) => {
    const { shown, writes } = await readingWrites(change);
    await transact(table(), writes);
    return shown;
  };
  const read = (brand: string, id: string, on: number, value: number, more: object = {}) =>
    retryOnConflict(async () => {
      const meter = await stored(brand, id);
      const input = readingInput.parse({ value, read_at: day(on), ...more });
      return write({ meter, reading: newReading(meter, input, { id: newId(), now }) });
    }, 20);
  const correct = async (brand_id: string, id: string, reading_id: string, change: object) => {
    const meter = await stored(brand_id, id);
    const earlier = await readingsById.load([{ brand_id, id, reading_id }]);
    if (earlier === undefined) throw new Error('There is no reading');
    const reading = correctReading(earlier, { value: 0, kind: 'reading', reason: 'r', ...change }, now);
    return write({ meter, earlier, reading });
  };
  /** The uses in gallons: as the report reads them, and as the list of readings shows them. */
  const uses = async (brand: string, meter: string) => {
    const { uses: metered } = await readEntries(brand, year);
    const reported = metered.map(({ from, to, litres }) => [from, to, Number(litres.div('3.785411784'))]);
    const list = await readReadings(await stored(brand, meter), { limit: 200 });
    const listed = list.data
      .toReversed()
      .flatMap(({ used, read_at }, n, all) => (used ? [[all[n - 1]?.read_at, read_at, used.gallons]] : []));
    expect(reported).toEqual(listed);
    return listed;
  };

  test('readings in any order, at the same time, keep the use between neighbors', async () => {
    const brand = newBrandId();
    const meter = await meterOf(brand);
    await Promise.all([5, 1, 3, 2, 4].map((on) => read(brand, meter, on, on * 10)));
    expect((await uses(brand, meter)).map(([, , gallons]) => gallons)).toEqual([10, 10, 10, 10]);
    await expect(read(brand, meter, 2.5, 35)).rejects.toThrow('does not fit');
    await read(brand, meter, 6, 5, { kind: 'rollover' });
    expect((await uses(brand, meter)).at(-1)?.[2]).toBe(955);
  });

  test('a correction keeps what was, and moves the use of its neighbors', async () => {
    const brand = newBrandId();
    const meter = await meterOf(brand);
    const first = await read(brand, meter, 1, 10);
    const second = await read(brand, meter, 2, 20);
    await read(brand, meter, 3, 30);
    const corrected = await correct(brand, meter, second.id, { value: 25 });
    expect(corrected).toMatchObject({ version: 2, used: { gallons: 15 }, corrections: [{ value: 20 }] });
    expect((await uses(brand, meter)).map(([, , gallons]) => gallons)).toEqual([15, 5]);
    await correct(brand, meter, second.id, { value: 40, read_at: day(9) });
    expect(await uses(brand, meter)).toEqual([
      [day(1), day(3), 20],
      [day(3), day(9), 10],
    ]);
    await correct(brand, meter, second.id, {
      value: 5,
      read_at: new Date(Date.UTC(2026, 2, 1)).toISOString(),
    });
    expect((await uses(brand, meter)).map(([, , gallons]) => gallons)).toEqual([5, 20]);
    await correct(brand, meter, first.id, { value: 50, read_at: day(20) });
    expect((await uses(brand, meter)).map(([, , gallons]) => gallons)).toEqual([25, 20]);
    await expect(correct(brand, meter, first.id, { value: 1 })).rejects.toThrow('does not fit');
    expect((await uses(brand, meter)).map(([, , gallons]) => gallons)).toEqual([25, 20]);
  });

  test('an edited or deleted entry stays in its history, and its id stays taken', async () => {
    const brand = newBrandId();
    const log = newWaterLog(waterLogInput.parse({ brand_id: brand, gallons: 5e-324, logged_at: day(1) }), {
      id: newId(),
      now,
    });
    await transact(table(), insertLog(log));
    const after = replaceWaterLog(log, { gallons: 2, logged_at: day(2), reason: 'why' }, now);
    await transact(table(), replaceLog(log, after, { reason: 'why', now }));
    await expect(transact(table(), replaceLog(log, after, { now }))).rejects.toThrow();
    expect(await latestWaterLogs(brand)).toEqual([after]);
    await transact(table(), removeLog(after, { now }));
    expect(await latestWaterLogs(brand)).toEqual([]);
    expect(await waterLogsById.load([{ brand_id: brand, id: log.id }])).toBeUndefined();
    const keys = [newBrandId(), brand].map((brand_id) => ({ brand_id, id: log.id }));
    expect((await waterLogPointers.load(keys))?.brand_id).toBe(brand);
    const { data } = await waterLogChanges.page(
      { brand_id: brand, id: log.id },
      { limit: 50, newestFirst: true },
    );
    expect(data).toEqual([
      { version: 3, change: 'deleted', changed_at: now.toISOString(), before: after },
      { version: 2, change: 'edited', changed_at: now.toISOString(), reason: 'why', before: log },
    ]);
  });

  test('a batch that is sent again, also in parallel, stores each entry once', async () => {
    const brand = newBrandId();
    const items = Array.from({ length: 12 }, (_, n) => ({
      id: newId(),
      gallons: n + 1,
      logged_at: day(n + 1),
    }));
    const sent = [...items, { id: newId(), gallons: -1, logged_at: day(1) }];
    const [first, second] = await Promise.all([storeBatch(brand, sent, now), storeBatch(brand, sent, now)]);
    for (let n = 0; n < items.length; n++) {
      expect([first?.[n]?.status, second?.[n]?.status].toSorted()).toEqual(['created', 'exists']);
    }
    expect(first?.at(-1)).toMatchObject({
      status: 'invalid',
      details: [{ path: ['body', 'items', 12, 'gallons'] }],
    });
    expect(await latestWaterLogs(brand)).toHaveLength(12);
    const changed = await storeBatch(brand, [{ ...items[0], gallons: 99 }], now);
    expect(changed).toMatchObject([{ status: 'conflict' }]);
    const log = await waterLogsById.load([{ brand_id: brand, id: items[1]?.id }]);
    if (log !== undefined) await transact(table(), removeLog(log, { now }));
    expect(await storeBatch(brand, [items[1]], now)).toMatchObject([{ status: 'deleted' }]);
  });

  test('a search by time and field pages without gap or repetition', async () => {
    const brand = newBrandId();
    const field_id = '5b2e8d47-1f6c-4a09-b7d3-9e0c4f8a6d12';
    for (let n = 1; n <= 9; n++) {
      const input = { brand_id: brand, gallons: n, logged_at: day(n), ...(n % 2 === 1 && { field_id }) };
      await transact(table(), insertLog(newWaterLog(waterLogInput.parse(input), { id: newId(), now })));
    }
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { brand_id: brand, field_id, from: day(2), to: day(9), limit: 2, cursor };
      const { data, nextCursor } = await searchLogs(query);
      seen.push(...data.map(({ gallons }) => gallons));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([9, 7, 5, 3]);
  });
}
