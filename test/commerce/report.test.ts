import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { emailHash } from '#commerce/customer.ts';
import {
  type DayChange,
  type DayCounter,
  dayOf,
  figuresOfMove,
  figuresOfPlacing,
  productFigures,
} from '#commerce/order-figures.ts';
import { moveOrder } from '#commerce/order-status.ts';
import { type DayRow, makeReport, type PeriodRows, type ProductRow } from '#commerce/report.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { reportQuery, report as reportSchema } from '#contract/commerce/reports.ts';
import { ApiError } from '#contract/errors.ts';
import { brandId, type OrderStory, orderStory, placed } from './arbitrary-orders.ts';
import { expectedReports, sumOfDays } from './order-book.ts';

/** Figures in memory: what the table does with them, in the fewest words. */
class Ledger {
  readonly days: DayRow[] = [];
  readonly products: (ProductRow & { readonly day: string })[] = [];

  move(order: Order, change: DayChange) {
    const figures: Partial<Record<DayCounter, bigint>> = {};
    for (const [counter, by] of Object.entries(change)) figures[counter as DayCounter] = BigInt(by);
    this.days.push({ day: dayOf(order.created_at), figures });
  }

  count(order: Order, sign: bigint) {
    for (const { product_id, quantity, cents } of productFigures(order)) {
      const day = dayOf(order.created_at);
      this.products.push({
        day,
        product_id,
        quantity: sign * quantity,
        cents: sign * cents,
        order_count: sign,
      });
    }
  }

  between(from: string, to: string): PeriodRows {
    const inPeriod = ({ day }: { readonly day: string }) => day >= from && day <= to;
    return { days: this.days.filter(inPeriod), products: this.products.filter(inPeriod) };
  }
}

function play(stories: readonly OrderStory[]) {
  const ledger = new Ledger();
  const customers = new Set<string>();
  const orders = stories.map((story, index) => {
    let order = placed(story, `0192f6a0-0000-7000-8000-${String(index).padStart(12, '0')}`);
    const person = order.customer_email && emailHash(order.customer_email);
    const kind = !person ? 'without-email' : customers.has(person) ? 'returning' : 'new';
    if (person) customers.add(person);
    ledger.move(order, figuresOfPlacing(order, kind));
    ledger.count(order, 1n);
    for (const status of story.moves) {
      const moved = moveIfAllowed(order, status);
      if (moved === order) continue;
      ledger.move(moved, figuresOfMove(order, moved));
      if (moved.status === 'cancelled') ledger.count(moved, -1n);
      order = moved;
    }
    return order;
  });
  return { ledger, orders };
}

function moveIfAllowed(order: Order, status: Order['status']): Order {
  try {
    return moveOrder(order, status, new Date());
  } catch (error) {
    if (error instanceof ApiError) return order;
    throw error;
  }
}

const query = (report_type: string, from = '2026-11-02', to = '2026-11-04') =>
  reportQuery.parse({
    brand_id: brandId,
    start_date: `${from}T00:00:00Z`,
    end_date: `${to}T23:59:59Z`,
    report_type,
  });

describe('reports', () => {
  test('say what the orders say, for any orders and any moves of theirs', () => {
    fc.assert(
      fc.property(fc.array(orderStory, { maxLength: 25 }), (stories) => {
        const { ledger, orders } = play(stories);
        const expected = expectedReports(orders, '2026-11-02', '2026-11-04');
        const rows = ledger.between('2026-11-02', '2026-11-04');
        const report = (type: string) => reportSchema.parse(makeReport(query(type), rows));

        expect(report('orders')).toMatchObject(expected.orders);
        expect(report('revenue')).toMatchObject(expected.revenue);
        expect(report('customers')).toMatchObject(expected.customers);
        const { sold, ...totals } = expected.products;
        const products = report('products');
        expect(products).toMatchObject(totals);
        if (products.report_type !== 'products') throw new Error('Another report');
        for (const { product_id, quantity, order_count } of products.products) {
          expect(sold.get(product_id)).toEqual({ quantity, order_count });
        }
      }),
      { numRuns: 150 },
    );
  });

  test('add up over their days, which come in order and never without orders', () => {
    fc.assert(
      fc.property(fc.array(orderStory, { minLength: 1, maxLength: 25 }), (stories) => {
        const rows = play(stories).ledger.between('2026-11-01', '2026-11-05');
        for (const type of ['orders', 'revenue', 'customers']) {
          const report = makeReport(query(type), rows);
          if (report.report_type === 'products') throw new Error('Another report');
          expect(report).toMatchObject(sumOfDays(report));
          const dates = report.days.map(({ date }) => date);
          expect(dates).toEqual([...new Set(dates)].sort());
          expect(report.days.every(({ order_count }) => order_count > 0)).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('of a period without orders are all zero', () => {
    const nothing = { days: [], products: [] };
    expect(makeReport(query('revenue'), nothing)).toEqual({
      report_type: 'revenue',
      brand_id: brandId,
      from: '2026-11-02',
      to: '2026-11-04',
      gross: 0,
      cancelled: 0,
      net: 0,
      order_count: 0,
      average_order: 0,
      days: [],
    });
    expect(makeReport(query('products'), nothing)).toMatchObject({
      product_count: 0,
      revenue: 0,
      products: [],
    });
  });

  test('average the orders that stand, half a cent up', () => {
    const figures = { order_count: 3n, status_cancelled: 1n, gross_cents: 1501n, cancelled_cents: 500n };
    const report = makeReport(query('revenue'), { days: [{ day: '2026-11-02', figures }], products: [] });
    expect(report).toMatchObject({ net: 10.01, average_order: 5.01 });
  });

  test('name at most 1,000 products, the best first, and count all of them', () => {
    const products = Array.from({ length: 1500 }, (_, index) => ({
      product_id: `0192f6a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
      quantity: 1n,
      cents: BigInt(index),
      order_count: 1n,
    }));
    const report = makeReport(query('products'), { days: [], products });
    if (report.report_type !== 'products') throw new Error('Another report');
    expect(report.product_count).toBe(1500);
    expect(report.products).toHaveLength(1000);
    expect(report.products[0]?.revenue).toBe(14.99);
    expect(report.products.at(-1)?.revenue).toBe(5);
  });
});

describe('figures of products', () => {
  test('add up to the total of the order, also where prices are finer than a cent', () => {
    fc.assert(
      fc.property(orderStory, (story) => {
        const order = placed(story, '0192f6a0-0000-7000-8000-000000000001');
        const cents = productFigures(order).reduce((sum, figures) => sum + figures.cents, 0n);
        expect(Number(cents) / 100).toBe(order.total);
      }),
    );
  });
});
