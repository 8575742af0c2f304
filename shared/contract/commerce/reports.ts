import * as z from 'zod';
import { declareEndpoint } from '../endpoint.ts';
import { dataOf, datetime, money, uuid } from '../fields.ts';

export const reportTypes = ['orders', 'revenue', 'customers', 'products'] as const;

export const reportQuery = z.object({
  brand_id: uuid,
  start_date: datetime,
  end_date: datetime,
  report_type: z.enum(reportTypes).default('orders'),
});
export type ReportQuery = z.output<typeof reportQuery>;

/**
 * A report covers whole UTC days, from the day of `start_date` to the day of `end_date`, both included; `from` and
 * `to` state them.
 */
const period = { brand_id: uuid, from: z.iso.date(), to: z.iso.date() };

const ordersReport = z.object({
  report_type: z.literal('orders'),
  ...period,
  order_count: z.int(),
  item_count: z.int(),
  by_status: z.object({
    pending: z.int(),
    confirmed: z.int(),
    ready: z.int(),
    completed: z.int(),
    cancelled: z.int(),
  }),
  by_fulfillment: z.object({ pickup: z.int(), ship: z.int(), mixed: z.int() }),
  days: z.array(z.object({ date: z.iso.date(), order_count: z.int(), item_count: z.int() })),
});

const revenueReport = z.object({
  report_type: z.literal('revenue'),
  ...period,
  gross: money,
  cancelled: money,
  net: money,
  order_count: z.int(),
  average_order: money,
  days: z.array(
    z.object({ date: z.iso.date(), gross: money, cancelled: money, net: money, order_count: z.int() }),
  ),
});

const customersReport = z.object({
  report_type: z.literal('customers'),
  ...period,
  new_customers: z.int(),
  orders_of_new_customers: z.int(),
  orders_of_returning_customers: z.int(),
  orders_without_email: z.int(),
  days: z.array(
    z.object({
      date: z.iso.date(),
      new_customers: z.int(),
      orders_of_new_customers: z.int(),
      orders_of_returning_customers: z.int(),
      orders_without_email: z.int(),
    }),
  ),
});

const productsReport = z.object({
  report_type: z.literal('products'),
  ...period,
  product_count: z.int(),
  products: z.array(z.object({ product_id: uuid, quantity: z.int(), revenue: money, order_count: z.int() })),
});

export const report = z
  .discriminatedUnion('report_type', [ordersReport, revenueReport, customersReport, productsReport])
  .meta({ id: 'Report' });
export type Report = z.output<typeof report>;

export const getReport = declareEndpoint({
  service: 'commerce',
  name: 'get-report',
  method: 'GET',
  path: '/api/v1/reports',
  tag: 'reports',
  summary: 'Report over a range of days',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  limiter: 'api',
  query: reportQuery.refine((query) => query.end_date >= query.start_date, {
    path: ['end_date'],
    message: 'end_date is before start_date',
  }),
  responses: { 200: { description: 'The report', schema: dataOf(report) } },
  errors: ['report_not_generated'],
});
