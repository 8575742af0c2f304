import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { localDay } from '#calendar/time-zone.ts';
import type { Order, OrderStatus } from '#commerce/orders/order.ts';
import { changeOrderStatus } from '#commerce/orders/rules.ts';
import { readReportFigures } from '#commerce/reports/analytics-records.ts';
import { reportQuery, report as reportSchema } from '#commerce/reports/contract.ts';
import { makeReport } from '#commerce/reports/report.ts';
import { ApiError } from '#contract/errors.ts';
import { newId } from '#persistence/new-id.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { kindsOf } from '../../commerce/analytics/recount.ts';
import { type OrderStory, orderStory, placed, timeOf } from '../../commerce/arbitrary-orders.ts';
import { expectedReports } from '../../commerce/order-book.ts';
import { anOrder, changeOrder, insertOrder, newBrandId } from './samples.ts';

/** @param books how many random books of orders are reported */
export function reportsSuite(table: () => Table, books: number): void {
  const read = async (brand_id: string, report_type: string, from: string, to: string) => {
    const query = reportQuery.parse({
      brand_id,
      start_date: `${from}T00:00:00Z`,
      end_date: `${to}T23:59:59.999Z`,
      report_type,
    });
    return reportSchema.parse(makeReport(query, await readReportFigures(table(), query, 'UTC'), 'UTC'));
  };

  async function live(story: OrderStory, brand_id: string, at = timeOf(story.day)): Promise<Order> {
    let order: Order = { ...placed(story, newId(at)), brand_id, created_at: at.toISOString() };
    await insertOrder(table(), order);
    for (const status of story.moves) {
      const moved = moveIfAllowed(order, status);
      if (moved !== order) await changeOrder(table(), order, moved);
      order = moved;
    }
    return order;
  }

  test('agree with the orders to the cent, for any orders and any changes of status', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(orderStory, { minLength: 1, maxLength: 12 }), async (stories) => {
        const brand = newBrandId();
        const orders: Order[] = [];
        for (const story of stories) orders.push(await live(story, brand));
        const expected = expectedReports(orders, '2026-11-02', '2026-11-04');
        const report = (type: string) => read(brand, type, '2026-11-02', '2026-11-04');
        expect(await report('orders')).toMatchObject(expected.orders);
        expect(await report('revenue')).toMatchObject(expected.revenue);
        expect(await report('customers')).toMatchObject(expected.customers);
        const { sold, ...totals } = expected.products;
        expect(await report('products')).toMatchObject(totals);
      }),
      { numRuns: books },
    );
  });

  test('cover exactly the instants of a range, in the days of any time zone', async () => {
    // Denver and Lord Howe changed their clocks on these days, the latter by half an hour.
    const zones = fc.constantFrom('UTC', 'America/Denver', 'Asia/Kathmandu', 'Australia/Lord_Howe');
    const moment = fc.integer({ min: Date.UTC(2026, 9, 31), max: Date.UTC(2026, 10, 4) });
    const near = fc.oneof(
      fc.constantFrom(-1, 0, 1, 900_000, -86_400_000),
      fc.integer({ min: -9e7, max: 9e7 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(orderStory, moment), { minLength: 1, maxLength: 8 }),
        fc.tuple(near, near),
        zones,
        async (stories, [before, behind], zone) => {
          const brand = newBrandId();
          const orders: Order[] = [];
          for (const [story, at] of stories.toSorted(([, a], [, b]) => a - b))
            orders.push(await live(story, brand, new Date(at)));
          const times = orders.map(({ created_at }) => Date.parse(created_at));
          const ends = [(times[0] ?? 0) + before, (times.at(-1) ?? 0) + behind].toSorted((a, b) => a - b);
          const [start_date = '', end_date = ''] = ends.map(
            (at) => `${new Date(at).toISOString().slice(0, -1)}+00:00`,
          );
          const within = orders.filter(
            (_, i) => (times[i] ?? 0) >= (ends[0] ?? 0) && (times[i] ?? 0) <= (ends[1] ?? 0),
          );
          const expected = expectedReports(within, '0000', '9999', kindsOf(orders));
          const report = async (report_type: string) => {
            const query = reportQuery.parse({ brand_id: brand, start_date, end_date, report_type });
            return reportSchema.parse(makeReport(query, await readReportFigures(table(), query, zone), zone));
          };
          const inDays = Map.groupBy(within, ({ created_at }) => localDay(new Date(created_at), zone));
          const days = [...inDays].map(([date, { length: order_count }]) => ({ date, order_count }));
          expect(await report('orders')).toMatchObject({ ...expected.orders, days });
          expect(await report('revenue')).toMatchObject({ ...expected.revenue, days });
          expect(await report('customers')).toMatchObject(expected.customers);
          const { sold, ...totals } = expected.products;
          expect(await report('products')).toMatchObject(totals);
        },
      ),
      { numRuns: books },
    );
  });

  test('agree with orders placed by 20 clients at the same time', async () => {
    const brand = newBrandId();
    const product_id = newId();
    const orders = Array.from({ length: 80 }, (_, index) =>
      anOrder(brand, {
        items: [{ product_id, quantity: 1, price: 0.01 * (index + 1) }],
        customer_email: `customer-${index % 7}@example.com`,
      }),
    );
    const queue = [...orders];
    const client = async () => {
      for (let order = queue.shift(); order; order = queue.shift()) {
        await insertOrder(table(), order);
      }
    };
    await Promise.all(Array.from({ length: 20 }, client));
    // One day, or two when midnight (UTC) is between them.
    const days = orders.map(({ created_at }) => created_at.slice(0, 10)).toSorted();
    const [from = '', to = ''] = [days.at(0), days.at(-1)];
    const gross = orders.reduce((sum, { total }) => sum + Math.round(total * 100), 0) / 100;
    expect(await read(brand, 'revenue', from, to)).toMatchObject({ order_count: 80, gross });
    expect(await read(brand, 'products', from, to)).toMatchObject({ product_count: 1, revenue: gross });
    expect(await read(brand, 'customers', from, to)).toMatchObject({ new_customers: 7 });
  });

  test('of all time cost nothing for the empty years', async () => {
    const brand = newBrandId();
    for (const month of [0, 5, 11]) {
      const order = anOrder(brand, {}, new Date(Date.UTC(2025, month, 15)));
      await insertOrder(table(), order);
    }
    const products = await read(brand, 'products', '0001-01-01', '9999-12-31');
    expect(products).toMatchObject({ from: '0001-01-01', to: '9999-12-31', product_count: 3, revenue: 0.9 });
    const orders = await read(brand, 'orders', '2025-01-15', '2025-06-14');
    expect(orders).toMatchObject({ order_count: 1, days: [{ date: '2025-01-15', order_count: 1 }] });
  });
}

function moveIfAllowed(order: Order, status: OrderStatus): Order {
  try {
    return changeOrderStatus(order, status, new Date());
  } catch (error) {
    if (error instanceof ApiError) return order;
    throw error;
  }
}
