import * as z from 'zod';
import { activityEvent, activityEventNames } from '#contract/commerce/events.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import {
  cursorQuery,
  dataOf,
  datetime,
  moneyAmount,
  pageOf,
  queryInteger,
  rangeEnd,
  timestamp,
  uuid,
} from '#contract/fields.ts';
import { analytics, intervals, salesAmounts } from './analytics-reply.ts';

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
  ...salesAmounts,
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
    'net is what the goods earned; received is cash, with shipping and taxes. average_order = net per order that is not cancelled, rounded half up. Changes of an order, refunds and payments change the figures of the day of the order.',
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
    'A customer is a contact, with all its addresses and merged duplicates. Its first order is from a new customer, and every later order is from a returning customer. orders_without_email are those without a contact, which have neither an e-mail address nor a phone number of one. Cancelled orders do not count: after a cancellation, the next order of the customer is the first. order_count is the sum of all three kinds of orders.',
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
      .array(
        z.object({
          product_id: uuid,
          name: z.string().optional(),
          quantity: z.int(),
          revenue: moneyAmount,
          order_count: z.int(),
        }),
      )
      .max(reportedProducts),
  })
  .describe(
    'A product that never was in the catalog has no name. Excludes cancelled orders, so revenue equals the net of the revenue report: the worth of each order by product. product_count, quantity and revenue cover all products. products lists up to 1,000 products with the highest revenue, and others covers the rest.',
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

const analyticsEndpoint = endpointsOf('commerce', 'analytics');

export const analyticsFigures = ['revenue', 'customers', 'cohorts', 'funnel', 'products', 'water'] as const;

/** Five years with two leap days. */
const maxAnalyticsDays = 1827;

const [earliest, latest] = ['2000-01-01', '2199-12-31'];

const date = z.iso.date().refine((value) => value >= earliest && value <= latest, {
  message: `Expected a date from ${earliest} to ${latest}`,
});

const daysIn = ({ from, to }: { readonly from: string; readonly to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

export const analyticsQuery = z
  .strictObject({
    brand_id: uuid.describe('Id of the brand'),
    from: date.describe("First day, in the brand's time zone"),
    to: date.describe("Last day, in the brand's time zone"),
    interval: z.enum(intervals).default('day').describe('Length of a bucket'),
    limit: queryInteger(1, 200, 20).describe('Maximum products or fields'),
    format: z.enum(['json', 'csv']).optional().describe('csv: the same as Accept: text/csv'),
  })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'to must not be before from' })
  .refine((query) => daysIn(query) <= maxAnalyticsDays, {
    path: ['to'],
    message: `A period has at most ${maxAnalyticsDays} days`,
  });
export type AnalyticsQuery = z.output<typeof analyticsQuery>;

export const getAnalytics = analyticsEndpoint('GET', '/api/v1/analytics/{figures}', 'get-analytics', {
  summary: 'Get figures for charts',
  description:
    "Days, weeks from Monday, and months are those of the brand's time zone, and a day may have 23 or 25 hours. Every bucket of the period is in the series, also without figures. Figures are exact and include every change that has been acknowledged. CSV has one line for each bucket, product, cell of a cohort, or field and bucket.",
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  limiter: 'api',
  parameters: z.object({ figures: z.enum(analyticsFigures).describe('Kind of figures') }),
  query: analyticsQuery,
  responses: {
    200: {
      description: 'The figures',
      schema: dataOf(analytics),
      text: {
        'text/csv':
          'date,start,end,gross,cancelled,discounts,refunded,tax,net,received,order_count,cancelled_count,average_order\r\n2026-03-01,2026-03-01T07:00:00.000Z,2026-03-02T07:00:00.000Z,27,0,0,0,0,27,0,2,0,13.5\r\n',
      },
    },
  },
  errors: ['not_found', 'figures_too_large', 'report_not_generated'],
});

const activityEndpoint = endpointsOf('commerce', 'activity');

export const activity = z
  .intersection(z.object({ id: uuid, brand_id: uuid, created_at: timestamp }), activityEvent)
  .meta({ id: 'Activity' });
export type Activity = z.output<typeof activity>;

export const listActivity = activityEndpoint('GET', '/api/v1/activity', 'list-activity', {
  summary: 'List the activity of a brand, newest first',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    event: z.enum(activityEventNames).optional().describe('Activity of this event'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Activity, newest first', schema: pageOf(activity) } },
  errors: ['invalid_cursor'],
});

export const visitSteps = ['visit', 'search', 'cart', 'checkout'] as const;
export type VisitStep = (typeof visitSteps)[number];

/** A transaction has 100 actions: each event may need its own, and so may its session. */
const maxEvents = 20;

export const visitsInput = z.object({
  brand_id: uuid,
  /** Made by the shop, new for each visit, without data of a person. */
  session_id: uuid,
  events: z
    .array(z.object({ id: uuid, step: z.enum(visitSteps) }))
    .min(1)
    .max(maxEvents),
});
export type VisitsInput = z.output<typeof visitsInput>;

export const recordVisits = analyticsEndpoint('POST', '/api/v1/analytics/visits', 'record-visits', {
  summary: 'Record steps of a visit to a shop',
  description:
    'Without a credential, so that the pages of a shop can call it. The client makes the ids: an event counts once, however often it is sent within two days. A session counts once in each step, at the time of arrival. Events of crawlers are accepted and not counted.',
  access: { kind: 'public' },
  data: 'write',
  writes: ['visits', 'order-figures'],
  limiter: 'api',
  idempotent: true,
  body: visitsInput,
  responses: {
    202: {
      description: 'The number of events that were new',
      schema: dataOf(z.object({ counted: z.int() })),
    },
  },
  errors: ['not_found', 'conflict'],
});
