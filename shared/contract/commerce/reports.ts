import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, datetime, moneyAmount, rangeEnd, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'reports');

const reportTypes = ['orders', 'revenue', 'customers', 'products'] as const;

/** Maximum products in a products report, by revenue. */
export const reportedProducts = 1000;

export const reportQuery = z.object({
  brand_id: uuid.describe('Id of the brand'),
  start_date: datetime.describe('Orders created at this time or later'),
  end_date: rangeEnd.describe('Orders created at this time or earlier'),
  report_type: z.enum(reportTypes).default('orders').describe('Figures to report'),
});
export type ReportQuery = z.output<typeof reportQuery>;

/**
 * A report covers the orders created from `start_date` to `end_date`. `from` and `to` are the days of both in the time zone of the
 * brand, and an order belongs to the day of its creation there. `days` omits days without orders.
 */
const period = { brand_id: uuid, from: z.iso.date(), to: z.iso.date() };

const ordersDay = { order_count: z.int(), item_count: z.int() };

const ordersReport = z
  .object({
    report_type: z.literal('orders'),
    ...period,
    ...ordersDay,
    by_status: z.object({
      pending: z.int(),
      confirmed: z.int(),
      ready: z.int(),
      completed: z.int(),
      cancelled: z.int(),
    }),
    by_fulfillment: z.object({ pickup: z.int(), ship: z.int(), mixed: z.int() }),
    days: z.array(z.object({ date: z.iso.date(), ...ordersDay })),
  })
  .describe('All orders including cancelled orders, by current status; item_count is the sum of quantities');

const revenueDay = {
  gross: moneyAmount,
  cancelled: moneyAmount,
  net: moneyAmount,
  refunded: moneyAmount,
  order_count: z.int(),
};

const revenueReport = z
  .object({
    report_type: z.literal('revenue'),
    ...period,
    ...revenueDay,
    average_order: moneyAmount,
    days: z.array(z.object({ date: z.iso.date(), ...revenueDay })),
  })
  .describe(
    'net = gross - cancelled; average_order = net per order that is not cancelled, rounded half up. refunded is the sum of the refunds of the orders, also of cancelled ones; net is before refunds',
  );

const customersDay = {
  order_count: z.int(),
  new_customers: z.int(),
  orders_of_new_customers: z.int(),
  orders_of_returning_customers: z.int(),
  orders_without_email: z.int(),
};

const customersReport = z
  .object({
    report_type: z.literal('customers'),
    ...period,
    ...customersDay,
    days: z.array(z.object({ date: z.iso.date(), ...customersDay })),
  })
  .describe(
    'A customer is an e-mail address, without regard to letter case. Its first order is from a new customer, and every later order is from a returning customer. order_count is the sum of all three kinds of orders.',
  );

const productsReport = z
  .object({
    report_type: z.literal('products'),
    ...period,
    product_count: z.int(),
    quantity: z.int(),
    revenue: moneyAmount,
    others: z.object({ product_count: z.int(), quantity: z.int(), revenue: moneyAmount }),
    products: z
      .array(z.object({ product_id: uuid, quantity: z.int(), revenue: moneyAmount, order_count: z.int() }))
      .max(reportedProducts),
  })
  .describe(
    'Excludes cancelled orders, so revenue equals the net of the revenue report. product_count, quantity and revenue cover all products. products lists up to 1,000 products with the highest revenue, and others covers the rest. The total of an order is split among its products to the cent: each product gets its exact amount cut to the cent, and the remaining cents go to the largest remainders.',
  );

export const report = z
  .discriminatedUnion('report_type', [ordersReport, revenueReport, customersReport, productsReport])
  .meta({ id: 'Report' });
export type Report = z.output<typeof report>;

export const getReport = endpoint('GET', '/api/v1/reports', 'get-report', {
  summary: 'Get a report for a range of time',
  description:
    'Covers exactly the orders created in the range; an end without a fraction of a second includes its whole second. Days are those of the time zone of the brand. Every figure is exact. Returns 422 if a JSON number cannot represent a figure exactly.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  limiter: 'api',
  query: reportQuery.refine((query) => query.end_date >= query.start_date, {
    path: ['end_date'],
    message: 'end_date must not be before start_date',
  }),
  responses: { 200: { description: 'The report', schema: dataOf(report) } },
  errors: ['figures_too_large', 'report_not_generated'],
});
