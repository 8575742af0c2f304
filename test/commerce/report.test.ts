import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { v5 } from 'uuid';
import { decimalOf, maxExactCents, toCents } from '#commerce/money.ts';
import { plainPricing } from '#commerce/orders/amounts.ts';
import { editedInput, editOrder } from '#commerce/orders/editing.ts';
import type { Order } from '#commerce/orders/order.ts';
import { recordPayment, recordRefund } from '#commerce/orders/payment.ts';
import { changeOrderStatus, placeOrder } from '#commerce/orders/rules.ts';
import { type Report, reportQuery, report as reportSchema } from '#commerce/reports/contract.ts';
import {
  type DayChange,
  type DayCounter,
  dayOf,
  figuresOfChange,
  figuresOfOrder,
  productFigures,
} from '#commerce/reports/order-figures.ts';
import { type DayRow, makeReport, type PeriodRows, type ProductRow } from '#commerce/reports/report.ts';
import { ApiError } from '#contract/errors.ts';
import { rangeEnd } from '#contract/fields.ts';
import { kindsOf } from './analytics/recount.ts';
import {
  brandId,
  exactLine,
  type OrderStory,
  orderStory,
  placed,
  timeOf,
  unitsOfCent,
} from './arbitrary-orders.ts';
import { expectedReports, sumOfDays } from './order-book.ts';

/** Figures in memory, as simple as possible, for comparison with the table. */
class Ledger {
  readonly days: DayRow[] = [];
  readonly products: (ProductRow & { readonly day: string })[] = [];

  place(order: Order) {
    this.move(order, figuresOfOrder(order));
    this.count(order, 1n);
  }

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

/** Places the orders of the stories, applies their legal changes of status, and keeps their figures. */
function play(stories: readonly OrderStory[]) {
  const ledger = new Ledger();
  const orders = stories.map((story, index) => {
    let order = withContact(placed(story, `0192f6a0-0000-7000-8000-${String(index).padStart(12, '0')}`));
    ledger.place(order);
    const change = (after: Order) => {
      ledger.move(after, figuresOfChange(order, after));
      if (order.status !== 'cancelled') ledger.count(order, -1n);
      if (after.status !== 'cancelled') ledger.count(after, 1n);
      order = after;
    };
    for (const edit of story.edits) {
      change(editOrder(order, editedInput(order, edit), plainPricing, new Date()));
    }
    for (const refund of story.refunds) {
      const { collect_cents } = order;
      const paid = { kind: 'payment', method: 'cash', amount_cents: collect_cents } as const;
      if (collect_cents > 0) change(recordPayment(order, paid, recorded).order);
      const amount_cents = Math.min(refund, order.paid_cents - order.refunded_cents);
      if (amount_cents > 0) change(recordRefund(order, { ...refundOf, amount_cents }, recorded).order);
    }
    for (const status of story.moves) {
      const moved = moveIfAllowed(order, status);
      if (moved === order) continue;
      change(moved);
    }
    return order;
  });
  const kinds = kindsOf(orders);
  for (const order of orders) {
    if (kinds.get(order.id) === 'new') ledger.move(order, { new_customers: 1 });
  }
  return { ledger, orders };
}

/** The order with a contact that its e-mail address alone decides. */
const withContact = (order: Order): Order =>
  order.customer_email === undefined
    ? order
    : { ...order, contact_id: v5(order.customer_email.toLowerCase(), v5.URL) };

const recorded = { id: brandId, now: new Date(), by: 'key:a' };
const refundOf = { method: 'cash', reason: 'Bruised', restock: false, return_credit: false } as const;

function moveIfAllowed(order: Order, status: Order['status']): Order {
  try {
    return changeOrderStatus(order, status, new Date());
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

const ofDay = (figures: PeriodRows['days'][number]['figures']): PeriodRows => ({
  days: [{ day: '2026-11-03', figures: { order_count: 1n, ...figures } }],
  products: [],
});
const ofProduct = (figures: object): PeriodRows => ({
  days: [],
  products: [{ product_id: brandId, quantity: 1n, cents: 1n, order_count: 1n, ...figures }],
});

/** Cents of the rows of a products report, and of the products without a row. */
const rowsOf = ({ products, others }: Extract<Report, { report_type: 'products' }>): bigint =>
  [...products, others].reduce((sum, { revenue }) => sum + toCents(decimalOf(revenue)), 0n);

describe('reports', () => {
  test('equal the orders, for any orders and any changes of status', () => {
    fc.assert(
      fc.property(fc.array(orderStory, { maxLength: 25 }), (stories) => {
        const { ledger, orders } = play(stories);
        const expected = expectedReports(orders, '2026-11-02', '2026-11-04');
        const rows = ledger.between('2026-11-02', '2026-11-04');
        const report = (type: string) => reportSchema.parse(makeReport(query(type), rows, 'UTC'));

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
        expect(rowsOf(products)).toBe(toCents(decimalOf(expected.revenue.net)));
      }),
      { numRuns: 150 },
    );
  });

  test('add up over their days, which are in order and never without orders', () => {
    fc.assert(
      fc.property(fc.array(orderStory, { minLength: 1, maxLength: 25 }), (stories) => {
        const rows = play(stories).ledger.between('2026-11-01', '2026-11-05');
        for (const type of ['orders', 'revenue', 'customers']) {
          const report = makeReport(query(type), rows, 'UTC');
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
    expect(makeReport(query('revenue'), nothing, 'UTC')).toEqual({
      report_type: 'revenue',
      brand_id: brandId,
      from: '2026-11-02',
      to: '2026-11-04',
      gross: 0,
      cancelled: 0,
      discounts: 0,
      refunded: 0,
      tax: 0,
      net: 0,
      received: 0,
      order_count: 0,
      average_order: 0,
      days: [],
    });
    expect(makeReport(query('products'), nothing, 'UTC')).toMatchObject({
      product_count: 0,
      revenue: 0,
      products: [],
    });
  });

  test('average the orders that are not cancelled, rounded half up', () => {
    const figures = {
      order_count: 3n,
      status_cancelled: 1n,
      gross_cents: 1501n,
      cancelled_cents: 500n,
      net_cents: 1001n,
    };
    const report = makeReport(
      query('revenue'),
      { days: [{ day: '2026-11-02', figures }], products: [] },
      'UTC',
    );
    expect(report).toMatchObject({ net: 10.01, average_order: 5.01 });
  });

  test('agree with whole-number arithmetic for prices of any precision and the largest quantities', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(exactLine, { minLength: 1, maxLength: 8 }), { maxLength: 12 }),
        (orders) => {
          const ledger = new Ledger();
          let expected = 0n;
          for (const [index, lines] of orders.entries()) {
            const exact = lines.reduce((sum, { units, line }) => sum + units * BigInt(line.quantity), 0n);
            const cents = (2n * exact + unitsOfCent) / (2n * unitsOfCent);
            expected += cents;
            const id = `0192f6a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
            const input = {
              brand_id: brandId,
              fulfillment: 'pickup' as const,
              items: lines.map(({ line }) => line),
            };
            const order = { ...placeOrder(input, { id, now: timeOf(3) }), number: 1001 };
            expect(toCents(decimalOf(order.total))).toBe(cents);
            ledger.place(order);
          }
          const rows = ledger.between('2026-11-03', '2026-11-03');
          const revenue = makeReport(query('revenue'), rows, 'UTC');
          const products = makeReport(query('products'), rows, 'UTC');
          if (revenue.report_type !== 'revenue' || products.report_type !== 'products') {
            throw new Error('Another report');
          }
          expect(toCents(decimalOf(revenue.gross))).toBe(expected);
          expect(toCents(decimalOf(products.revenue))).toBe(expected);
          expect(rowsOf(products)).toBe(expected);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each<[string, string, PeriodRows]>([
    ['revenue', 'an amount', ofDay({ gross_cents: maxExactCents + 1n })],
    ['orders', 'a sum of quantities', ofDay({ item_count: 2n ** 53n })],
    ['products', 'an amount', ofProduct({ cents: maxExactCents + 1n })],
    ['products', 'a sum of quantities', ofProduct({ quantity: 2n ** 53n })],
  ])('on %s refuse %s that a JSON number cannot hold', (type, _, rows) => {
    expect(() => makeReport(query(type), rows, 'UTC')).toThrow(
      expect.objectContaining({ code: 'figures_too_large', status: 422 }),
    );
  });

  test('show the largest figures exactly', () => {
    const rows = ofDay({ gross_cents: maxExactCents - 1n, item_count: 2n ** 53n - 1n });
    expect(makeReport(query('revenue'), rows, 'UTC')).toMatchObject({ gross: 70_368_744_177_663.99 });
    expect(makeReport(query('orders'), rows, 'UTC')).toMatchObject({ item_count: Number.MAX_SAFE_INTEGER });
  });

  test('list at most 1,000 products by revenue, and count all of them', () => {
    const products = Array.from({ length: 1500 }, (_, index) => ({
      product_id: `0192f6a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
      quantity: 1n,
      cents: BigInt(index),
      order_count: 1n,
    }));
    const report = makeReport(query('products'), { days: [], products }, 'UTC');
    if (report.report_type !== 'products') throw new Error('Another report');
    expect(report.product_count).toBe(1500);
    expect(report.products).toHaveLength(1000);
    expect(report.products[0]?.revenue).toBe(14.99);
    expect(report.products.at(-1)?.revenue).toBe(5);
    expect(report.others).toEqual({ product_count: 500, quantity: 500, revenue: 1247.5 });
    expect(rowsOf(report)).toBe(toCents(decimalOf(report.revenue)));
  });
});

describe('figures of products', () => {
  test('add up to the total of the order, even with prices below a cent', () => {
    fc.assert(
      fc.property(orderStory, (story) => {
        const order = placed(story, '0192f6a0-0000-7000-8000-000000000001');
        const cents = productFigures(order).reduce((sum, figures) => sum + figures.cents, 0n);
        expect(Number(cents) / 100).toBe(order.total);
      }),
    );
  });
});

test.each([
  ['2026-11-02T23:59:59Z', '2026-11-02T23:59:59.999Z'],
  ['2026-11-02T23:59:59.5Z', '2026-11-02T23:59:59.500Z'],
  ['2026-11-02T23:59Z', '2026-11-02T23:59:59.999Z'],
  ['2026-11-02T16:59:59-07:00', '2026-11-02T23:59:59.999Z'],
  ['2026-11-02T23:59:60Z', '2026-11-03T00:00:00.000Z'],
  ['2026-11-02', undefined],
])('a range that ends at %s ends at %s', (text, end) => {
  expect(rangeEnd.safeParse(text).data).toBe(end);
});
