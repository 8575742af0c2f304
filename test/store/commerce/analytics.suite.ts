import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { Brand } from '#commerce/brands/contract.ts';
import type { Order } from '#commerce/orders/order.ts';
import { readAnalytics, readReportFigures } from '#commerce/reports/analytics-records.ts';
import { type Analytics, analytics } from '#commerce/reports/analytics-reply.ts';
import { analyticsQuery, reportQuery } from '#commerce/reports/contract.ts';
import { dayFigures } from '#commerce/reports/figure-records.ts';
import { countedVisits } from '#commerce/reports/records.ts';
import { makeReport } from '#commerce/reports/report.ts';
import { rebuildFigures } from '#commerce/reports/work.ts';
import { insertLog } from '#commerce/water-logs/records.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import { putItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import { recount, recountCohorts, recountWater } from '../../commerce/analytics/recount.ts';
import { expectedReports } from '../../commerce/order-book.ts';
import { anOrder, insertOrder, newBrandId } from './samples.ts';
import { life, ShopLife } from './shop-life.ts';

const zones = ['UTC', 'America/Denver', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

const brandOf = (id: string, time_zone: string): Brand => ({
  id,
  name: 'Meadow',
  catalog: 'external',
  stops: 'external',
  prices: 'trust',
  time_zone,
  currency: 'USD',
  locale: 'en-US',
  plan: 'starter',
  created_at: '',
  updated_at: '',
  version: 1,
});

/** @param lives how many random lives of a brand are played */
export function analyticsSuite(table: () => Table, lives: number): void {
  async function read<F extends Analytics['figures']>(
    brand: Brand,
    figures: F,
    fields: Readonly<Record<string, string>>,
  ) {
    const query = analyticsQuery.parse({ brand_id: brand.id, ...fields });
    const found = analytics.parse(await readAnalytics(table(), brand, figures, query));
    return found as Extract<Analytics, { figures: F }>;
  }

  const report = async (brandId: string, report_type: string, days: { from: string; to: string }) => {
    const query = reportQuery.parse({
      brand_id: brandId,
      start_date: `${days.from}T00:00:00Z`,
      end_date: `${days.to}T23:59:59.999Z`,
      report_type,
    });
    return makeReport(query, await readReportFigures(table(), query, 'UTC'), 'UTC');
  };

  test(
    'equal a recount after any life of a brand, and a rebuild finds nothing to repair',
    async () => {
      await fc.assert(
        fc.asyncProperty(life, async (steps) => {
          const { brandId, orders, logs, readings } = await ShopLife.play(table(), steps);
          const days = { from: '2026-03-01', to: '2026-03-10' };
          const months = { from: '2026-02-01', to: '2026-03-31' };
          for (const timeZone of zones) {
            const brand = brandOf(brandId, timeZone);
            for (const interval of ['day', 'week', 'month'] as const) {
              const expected = recount(orders, { ...days, timeZone, interval });
              const revenue = await read(brand, 'revenue', { ...days, interval });
              expect(revenue).toMatchObject(expected.revenue);
              const customers = await read(brand, 'customers', { ...days, interval });
              expect(customers).toMatchObject(expected.customers);
            }
            const { products } = recount(orders, { ...days, timeZone, interval: 'day' });
            expect(await read(brand, 'products', days)).toMatchObject(products);
            expect((await read(brand, 'cohorts', months)).cohorts).toEqual(recountCohorts(orders, timeZone));
            const water = recountWater({ logs, readings }, { ...days, timeZone });
            expect(await read(brand, 'water', days)).toMatchObject(water);
          }
          const expected = expectedReports(orders, days.from, days.to);
          expect(await report(brandId, 'orders', days)).toMatchObject(expected.orders);
          expect(await report(brandId, 'revenue', days)).toMatchObject(expected.revenue);
          expect(await report(brandId, 'customers', days)).toMatchObject(expected.customers);
          const { sold, ...totals } = expected.products;
          expect(await report(brandId, 'products', days)).toMatchObject(totals);
          expect(await rebuildFigures(table(), brandId)).toEqual({
            orders: 0,
            customers: 0,
            water: 0,
          });
        }),
        { numRuns: lives },
      );
    },
    60_000 + lives * 20_000,
  );

  test('are repaired by a rebuild, also while orders arrive', async () => {
    const brandId = newBrandId();
    const brand = brandOf(brandId, 'America/Denver');
    const now = new Date();
    const orders: Order[] = [];
    const place = async () => {
      const order = anOrder(brandId, { customer_email: 'ana@example.com' }, now);
      await retryOnConflict(async () => {
        await insertOrder(table(), order);
      });
      orders.push(order);
    };
    for (let n = 0; n < 4; n++) await place();
    for (let shard = 0; shard < 8; shard++) {
      const key = keyIn(dayFigures, {
        brand_id: brandId,
        day: now.toISOString().slice(0, 10),
        block: String(Math.floor(now.getUTCHours() / 3)),
        shard: String(shard),
      });
      await putItem(table(), { Item: { ...key, order_count: 99, gross_cents: 5, '3o': 7 } });
    }
    const adding = (async () => {
      for (let n = 0; n < 10; n++) await place();
    })();
    const [rebuilt] = await Promise.all([rebuildFigures(table(), brandId), adding]);
    expect(rebuilt.orders).toBeGreaterThanOrEqual(8);
    expect(await rebuildFigures(table(), brandId)).toEqual({ orders: 0, customers: 0, water: 0 });
    const day = now.toISOString().slice(0, 10);
    const span = { from: addDay(day, -1), to: addDay(day, 1) };
    expect(await read(brand, 'revenue', span)).toMatchObject({ order_count: 14, gross: 4.2 });
    expect(await read(brand, 'customers', span)).toMatchObject({ new_customers: 1, order_count: 14 });
  });

  test('of visits count each event once and each session once in a step', async () => {
    const brandId = newBrandId();
    const now = new Date('2026-11-01T05:30:00Z');
    const send = (session_id: string, steps: readonly ('visit' | 'search' | 'cart' | 'checkout')[]) => {
      const events = steps.map((step) => ({ id: randomUUID(), step }));
      const batch = { brand_id: brandId, session_id, events };
      const again = async () => {
        const { counted, writes } = await countedVisits(table(), batch, now);
        if (writes.length > 0) await transact(table(), writes);
        return counted;
      };
      return { events, again };
    };
    const [first, second] = [randomUUID(), randomUUID()];
    const batch = send(first, ['visit', 'search', 'cart']);
    const racing = [batch, batch, batch, send(first, ['visit', 'checkout'])];
    const counted = await Promise.all(racing.map((one) => retryOnConflict(one.again)));
    expect(counted.toSorted()).toEqual([0, 0, 2, 3]);
    await send(second, ['visit']).again();
    const brand = brandOf(brandId, 'America/Denver');
    const funnel = await read(brand, 'funnel', { from: '2026-10-31', to: '2026-11-01' });
    expect(funnel.series.map(({ visits }) => visits)).toEqual([2, 0]);
    expect(funnel).toMatchObject({ visits: 2, searches: 1, carts: 1, checkouts: 1, carts_or_checkouts: 1 });
    expect(funnel.steps[2]).toEqual({ step: 'cart_or_checkout', count: 1, of_previous: 1, of_first: 0.5 });
  });

  test('of water add up for each field, month and unit sold', async () => {
    const brandId = newBrandId();
    const field_id = randomUUID();
    const logs = [
      { gallons: 0.1, field_id, field_name: 'North', at: '2026-03-01T06:59:59.000Z' },
      { gallons: 0.2, field_id, field_name: 'North', at: '2026-03-01T07:00:00.000Z' },
      { gallons: 1000, field_name: 'Orchard', at: '2026-03-08T12:00:00.000Z' },
      { gallons: 500.25, field_name: 'orchard ', at: '2026-04-01T05:59:59.000Z' },
    ];
    for (const { at, ...log } of logs) {
      const entry = { id: newId(), brand_id: brandId, ...log, logged_at: at, created_at: at, version: 1 };
      await transact(table(), insertLog(entry));
    }
    const order = anOrder(brandId, {}, new Date('2026-03-20T12:00:00Z'));
    await insertOrder(table(), order);
    const brand = brandOf(brandId, 'America/Denver');
    const water = await read(brand, 'water', { from: '2026-02-01', to: '2026-03-31', interval: 'month' });
    expect(water).toMatchObject({
      gallons: 1500.55,
      log_count: 4,
      units_sold: 3,
      gallons_per_unit: 500.183333,
    });
    expect(water.series.map(({ gallons }) => gallons)).toEqual([0.1, 1500.45]);
    expect(water.fields).toMatchObject([
      { field_name: 'orchard ', gallons: 1500.25, series: [{ gallons: 0 }, { gallons: 1500.25 }] },
      { field_id, field_name: 'North', gallons: 0.3, series: [{ gallons: 0.1 }, { gallons: 0.2 }] },
    ]);
    expect((await rebuildFigures(table(), brandId)).water).toBe(0);
  });
}

const addDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
