import * as z from 'zod';
import { moneyAmount, timestamp, uuid } from '#contract/fields.ts';

export const intervals = ['day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

/** Amounts of orders, each at the time of its order, whatever happens later. */
export const salesAmounts = {
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
