import { expect, test } from '@jest/globals';
import { dateOf, monthsOf } from './denver-time.ts';
import type { Facts } from './play-year.ts';
import { countedOrders, soldProducts } from './recount-sales.ts';
import { countedLogs, type ExpectedWater, expectedWater, monthPeriod, usesOf } from './recount-water.ts';

const millionths = (gallons: number): number => Math.round(gallons * 1_000_000);

/** Water reports and analytics of water against logs and readings one by one. */
export function waterSuite(facts: Facts): void {
  const year = () => facts().played.year;

  test('the report for the authority, by field and month', async () => {
    const months = monthsOf(year().year);
    const rows = await year().get(`/water-report?${year().ofBrand}&from=${months[0]}&to=${months[11]}`);
    const known = months.flatMap((month) =>
      expectedWater(facts().records, monthPeriod(month)).flatMap(({ field, metered, estimated }) => [
        ...(metered > 0 ? [{ month, field, source: 'metered', gallons: metered }] : []),
        ...(estimated > 0 ? [{ month, field, source: 'estimated', gallons: estimated }] : []),
      ]),
    );
    interface Row {
      readonly month: string;
      readonly source: string;
      readonly field_id?: string;
      readonly field_name?: string;
    }
    const nameOf = ({ field_id, field_name }: Row) => field_id ?? field_name ?? '';
    for (const { month, field, source, gallons } of known) {
      const row = rows.find(
        (one: Row) => one.month === month && one.source === source && nameOf(one) === field,
      );
      expect([month, field, source, row?.volume.gallons]).toEqual([
        ...[month, field, source],
        expect.closeTo(gallons, 4),
      ]);
    }
    expect(rows).toHaveLength(known.length);
  });

  test('the use of the season against its allocation', async () => {
    const of = year().year;
    const use = await year().get(`/water-use?${year().ofBrand}&season=${of}`);
    const season = { start: monthPeriod(`${of}-01`).start, end: monthPeriod(`${of + 1}-01`).start };
    const known = expectedWater(facts().records, season);
    const sum = (part: keyof Omit<ExpectedWater, 'field'>) =>
      known.reduce((total, one) => total + one[part], 0);
    expect(use.total.metered.gallons).toBeCloseTo(sum('metered'), 4);
    expect(use.total.estimated.gallons).toBeCloseTo(sum('estimated'), 4);
    expect(use.total.used.gallons).toBeCloseTo(sum('metered') + sum('estimated'), 4);
    expect(use.total.remaining.acre_feet).toBeCloseTo(
      40 - ((sum('metered') + sum('estimated')) * 3.785411784) / 1_233_481.83754752,
      5,
    );
  });

  test('analytics of water, with the units sold', async () => {
    const of = year().year;
    const query = `${year().ofBrand}&from=${of}-01-01&to=${of}-12-31&interval=month`;
    const found = await year().get(`/analytics/water?${query}`);
    const logs = countedLogs(facts().records).filter(({ date }) => date.startsWith(String(of)));
    const total = logs.reduce((sum, { gallons }) => sum + millionths(gallons), 0);
    expect([millionths(found.gallons), found.log_count]).toEqual([total, logs.length]);
    for (const [field, own] of Map.groupBy(logs, (log) => log.field)) {
      const gallons = own.reduce((sum, log) => sum + millionths(log.gallons), 0);
      const shown = found.fields.find(
        (one: { field_id?: string; field_name?: string }) =>
          (one.field_id ?? one.field_name?.trim().toLowerCase() ?? '') === field,
      );
      expect([field, millionths(shown?.gallons), shown?.log_count]).toEqual([field, gallons, own.length]);
      for (const { date, log_count } of shown?.series ?? []) {
        expect(log_count).toBe(own.filter((log) => log.date.startsWith(date.slice(0, 7))).length);
      }
    }
    const metered = usesOf(facts().records)
      .filter(({ to }) => dateOf(to).startsWith(String(of)))
      .reduce((sum, { litres }) => sum + litres / 3.785411784, 0);
    expect(found.metered_gallons).toBeCloseTo(metered, 4);
    const orders = countedOrders(facts().records.orders).filter(({ order }) =>
      dateOf(order.created_at).startsWith(String(of)),
    );
    const units = soldProducts(orders).reduce((sum, { quantity }) => sum + quantity, 0);
    expect(found.units_sold).toBe(units);
    expect(found.gallons_per_unit).toBeCloseTo(total / units / 1_000_000, 5);
  });
}
