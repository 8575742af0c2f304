import { decimalOf, toCents } from '#commerce/money.ts';
import { worthOf } from '#commerce/orders/amounts.ts';
import type { Order } from '#commerce/orders/order.ts';
import type { Report } from '#commerce/reports/contract.ts';
import { kindsOf } from './analytics/recount.ts';

/**
 * Computes the expected reports from the orders one by one, in the order of their creation. This oracle does not use
 * figures, daily items or shards.
 */
export function expectedReports(orders: readonly Order[], from: string, to: string, kinds = kindsOf(orders)) {
  const inPeriod = orders
    .map((order) => ({ order, kind: kinds.get(order.id), day: order.created_at.slice(0, 10) }))
    .filter(({ day }) => day >= from && day <= to);
  const standing = inPeriod.filter(({ order }) => order.status !== 'cancelled');
  const cents = (entries: typeof inPeriod) =>
    entries.reduce((sum, { order }) => sum + toCents(decimalOf(order.total)), 0n);
  const gross = cents(inPeriod);
  const sumOf = (entries: typeof inPeriod, of: (order: Order) => number) =>
    entries.reduce((sum, { order }) => sum + of(order), 0);
  const net = sumOf(standing, worthOf) / 100;
  const count = (test: (entry: (typeof inPeriod)[number]) => boolean) => inPeriod.filter(test).length;
  const products = new Map<string, { quantity: number; order_count: number }>();
  for (const { order } of standing) {
    for (const product of new Set(order.items.map(({ product_id }) => product_id))) {
      const lines = order.items.filter(({ product_id }) => product_id === product);
      const sum = products.get(product) ?? { quantity: 0, order_count: 0 };
      products.set(product, {
        quantity: sum.quantity + lines.reduce((total, { quantity }) => total + quantity, 0),
        order_count: sum.order_count + 1,
      });
    }
  }
  return {
    orders: {
      order_count: inPeriod.length,
      item_count: inPeriod.reduce(
        (sum, { order }) => sum + order.items.reduce((total, { quantity }) => total + quantity, 0),
        0,
      ),
      by_status: {
        pending: count(({ order }) => order.status === 'pending'),
        confirmed: count(({ order }) => order.status === 'confirmed'),
        ready: count(({ order }) => order.status === 'ready'),
        completed: count(({ order }) => order.status === 'completed'),
        cancelled: count(({ order }) => order.status === 'cancelled'),
      },
      by_fulfillment: {
        pickup: count(({ order }) => order.fulfillment === 'pickup'),
        ship: count(({ order }) => order.fulfillment === 'ship'),
        mixed: count(({ order }) => order.fulfillment === 'mixed'),
      },
    },
    revenue: {
      gross: Number(gross) / 100,
      cancelled: Number(gross - cents(standing)) / 100,
      discounts: sumOf(standing, ({ discount_cents }) => discount_cents) / 100,
      refunded: sumOf(standing, ({ allowed_goods_cents }) => allowed_goods_cents) / 100,
      net,
      received: sumOf(inPeriod, ({ paid_cents, refunded_cents }) => paid_cents - refunded_cents) / 100,
      order_count: inPeriod.length,
    },
    customers: {
      order_count: standing.length,
      new_customers: count(({ kind }) => kind === 'new'),
      orders_of_new_customers: count(({ kind }) => kind === 'new'),
      orders_of_returning_customers: count(({ kind }) => kind === 'returning'),
      orders_without_email: count(({ kind }) => kind === 'without'),
    },
    products: {
      product_count: products.size,
      quantity: [...products.values()].reduce((sum, { quantity }) => sum + quantity, 0),
      revenue: net,
      sold: products,
    },
  };
}

/** The days of a report add up to the report and come in order. */
export function sumOfDays(report: Exclude<Report, { report_type: 'products' }>) {
  const sums: Record<string, number> = {};
  for (const { date, ...figures } of report.days) {
    for (const [name, value] of Object.entries(figures)) {
      // Whole cents avoid binary fractions in the test itself.
      sums[name] = (sums[name] ?? 0) + Math.round(value * 100);
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, value / 100]));
}
