import { expect, test } from '@jest/globals';
import { waterLogInput } from '#commerce/water-logs/contract.ts';
import { insertLog, latestWaterLogs, newWaterLog, waterLogsById } from '#commerce/water-logs/records.ts';
import { newId } from '#persistence/new-id.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { awkwardText, newBrandId } from './samples.ts';

export function waterLogsSuite(table: () => Table): void {
  const put = async (brand_id: string, fields: object = {}) => {
    const input = waterLogInput.parse({ brand_id, gallons: 420, ...fields });
    const log = newWaterLog(input, { id: newId(), now: new Date() });
    await transact(table(), insertLog(log));
    return log;
  };

  const found = (brandIds: readonly string[], id: string) =>
    waterLogsById.load(brandIds.map((brand_id) => ({ brand_id, id })));

  test.each([5e-324, 1e-131, 0.1, 2 ** 53, 1e126, Number.MAX_VALUE])(
    '%p gallons are read back by id and in the list',
    async (gallons) => {
      const brand = newBrandId();
      const log = await put(brand, { gallons, notes: awkwardText, field_name: '' });
      expect(await found([newBrandId(), brand], log.id)).toEqual(log);
      expect(await latestWaterLogs(brand)).toEqual([log]);
      expect(await found([newBrandId()], log.id)).toBeUndefined();
    },
  );

  test('lists the 100 entries with the latest logged_at, in any order of creation', async () => {
    const brand = newBrandId();
    const times = Array.from(
      { length: 105 },
      (_, index) => new Date(Date.UTC(2020, 0, 1 + 37 * (index % 53), index)),
    );
    const logs = await Promise.all(times.map((time) => put(brand, { logged_at: time.toISOString() })));
    const latest = logs.toSorted((a, b) => (a.logged_at < b.logged_at ? 1 : -1)).slice(0, 100);
    expect(await latestWaterLogs(brand)).toEqual(latest);
  });

  test('a time with an offset is listed by its time in UTC', async () => {
    const brand = newBrandId();
    const later = await put(brand, { logged_at: '2026-06-01T00:30:00-02:00' });
    const earlier = await put(brand, { logged_at: '2026-06-01T01:30:00+02:00' });
    expect(await latestWaterLogs(brand)).toEqual([later, earlier]);
    expect(later.logged_at).toBe('2026-06-01T02:30:00.000Z');
  });

  test('an unknown brand has no water logs', async () => {
    expect(await latestWaterLogs('no brand at all')).toEqual([]);
  });
}
