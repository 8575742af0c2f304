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

/** Amounts of orders, each at the time of its order, whatever happens later. */
const salesAmounts = {
  gross: moneyAmount.describe('List price of the goods of all orders'),
  cancelled: moneyAmount.describe('The part of gross in cancelled orders'),
  discounts: moneyAmount.describe('Discounts, without cancelled orders'),
  refunded: moneyAmount.describe('What refunds took off the price of goods, without cancelled orders'),
  tax: moneyAmount.describe('Taxes, included or added, without cancelled orders'),
  net: moneyAmount.describe(
    'gross - cancelled - discounts - refunded - included taxes - referral credit used for goods: what the goods earned, paid or not yet',
  ),
  received: moneyAmount.describe('Payments less money returned, also of cancelled orders'),
};

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

export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

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

const ratio = z.number().nullable();

const analyzedPeriod = {
  brand_id: uuid,
  time_zone: z.string(),
  currency: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  /** The moments at which the first day begins and the last day ends. */
  start: timestamp,
  end: timestamp,
};

const bucket = { date: z.iso.date(), start: timestamp, end: timestamp };

const interval = z.enum(intervals);

const sales = {
  ...salesAmounts,
  order_count: z.int(),
  cancelled_count: z.int(),
  average_order: moneyAmount,
};

const revenue = z
  .object({
    figures: z.literal('revenue'),
    ...analyzedPeriod,
    interval,
    ...sales,
    previous: z.object({ from: z.iso.date(), to: z.iso.date(), ...sales }),
    growth: z.object({ gross: ratio, net: ratio, order_count: ratio, average_order: ratio }),
    series: z.array(z.object({ ...bucket, ...sales })),
  })
  .describe(
    'Amounts are those of the revenue report. average_order is net for each order that is not cancelled. previous is the period of as many days before `from`, and growth compares with it: 0.25 is 25 % more, null without figures to compare with.',
  );

const customers = {
  new_customers: z.int(),
  orders_of_returning_customers: z.int(),
  orders_without_email: z.int(),
  order_count: z.int(),
};

const customersAnalytics = z
  .object({
    figures: z.literal('customers'),
    ...analyzedPeriod,
    interval,
    ...customers,
    returning_share: ratio,
    previous: z.object({ from: z.iso.date(), to: z.iso.date(), ...customers }),
    growth: z.object({ new_customers: ratio, orders_of_returning_customers: ratio }),
    series: z.array(z.object({ ...bucket, ...customers })),
  })
  .describe(
    'As in the customers report. returning_share is the share of returning customers in the orders with a contact.',
  );

const cohortsAnalytics = z
  .object({
    figures: z.literal('cohorts'),
    ...analyzedPeriod,
    cohorts: z.array(
      z.object({
        month: z.string(),
        customers: z.int(),
        months: z.array(
          z.object({
            month: z.string(),
            months_since: z.int(),
            customers: z.int(),
            retention: ratio,
            order_count: z.int(),
            revenue: moneyAmount,
          }),
        ),
      }),
    ),
  })
  .describe(
    'Customers by the month of their first order that is not cancelled, and how many of them ordered in each month since. Covers the months of `from` and `to` as a whole.',
  );

const steps = {
  visits: z.int(),
  searches: z.int(),
  carts: z.int(),
  checkouts: z.int(),
  carts_or_checkouts: z.int(),
  orders: z.int(),
};

const funnelAnalytics = z
  .object({
    figures: z.literal('funnel'),
    ...analyzedPeriod,
    interval,
    ...steps,
    steps: z.array(
      z.object({
        step: z.enum(['visit', 'search', 'cart_or_checkout', 'order']),
        count: z.int(),
        of_previous: ratio,
        of_first: ratio,
      }),
    ),
    series: z.array(z.object({ ...bucket, ...steps })),
  })
  .describe(
    'Sessions that reached each step for the first time, at the time of arrival of their event. orders counts all orders of the brand, also those that are cancelled later or placed outside the shop.',
  );

const sold = { quantity: z.int(), revenue: moneyAmount, order_count: z.int() };

const productsAnalytics = z
  .object({
    figures: z.literal('products'),
    ...analyzedPeriod,
    product_count: z.int(),
    quantity: z.int(),
    revenue: moneyAmount,
    products: z.array(
      z.object({ product_id: uuid, name: z.string().optional(), ...sold, revenue_share: ratio }),
    ),
    others: z.object({ product_count: z.int(), quantity: z.int(), revenue: moneyAmount }),
  })
  .describe('Products by revenue, without cancelled orders');

const gallons = z.number();

const waterUse = {
  gallons,
  metered_gallons: gallons,
  log_count: z.int(),
  units_sold: z.int(),
  gallons_per_unit: z.number().nullable(),
};

const waterAnalytics = z
  .object({
    figures: z.literal('water'),
    ...analyzedPeriod,
    interval,
    ...waterUse,
    fields: z.array(
      z.object({
        field_id: uuid.optional(),
        field_name: z.string().optional(),
        gallons,
        metered_gallons: gallons,
        log_count: z.int(),
        share: ratio,
        series: z.array(
          z.object({ date: z.iso.date(), gallons, metered_gallons: gallons, log_count: z.int() }),
        ),
      }),
    ),
    others: z.object({ field_count: z.int(), gallons, metered_gallons: gallons, log_count: z.int() }),
    series: z.array(z.object({ ...bucket, ...waterUse })),
  })
  .describe(
    'field_name is the name of a field also after its deletion, else the name in the latest log. Water by `logged_at`, for each field: its id, else its name without regard to letter case, else no field. Each entry counts in millionths of a gallon; entries above 10^12 gallons do not count. metered_gallons is the water between readings of meters, at the time of the later reading; it is not part of gallons, share and gallons_per_unit, because logs may estimate the same water. units_sold is the quantity of all products in orders that are not cancelled.',
  );

export const analytics = z
  .discriminatedUnion('figures', [
    revenue,
    customersAnalytics,
    cohortsAnalytics,
    funnelAnalytics,
    productsAnalytics,
    waterAnalytics,
  ])
  .meta({ id: 'Analytics' });
export type Analytics = z.output<typeof analytics>;

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
