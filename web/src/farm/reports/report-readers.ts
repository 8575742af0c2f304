import { startOfDay } from '#calendar/time-zone.ts';
import { fulfillments, orderStatuses } from '#commerce/orders/order.ts';
import type { Report } from '#commerce/reports/contract.ts';
import { api } from '#web/api/api.ts';
import { texts } from '#web/text/texts.ts';
import { type FiguresOf, readFigures } from '../analytics/figures.ts';
import { salesAmounts, salesTexts } from '../analytics/sales-texts.ts';
import { endOfDay } from '../orders/order-filters.ts';
import { type ReportColumn, type ReportTable, sumsOf } from './report-table.ts';
import { reportTexts } from './report-texts.ts';
import { type ReportRequest, readTaxReport } from './tax-report.ts';

type ReportOf<Type extends Report['report_type']> = Extract<Report, { readonly report_type: Type }>;

/** Orders and items of each day, and the orders by status and delivery as a summary. */
async function readOrderReport(request: ReportRequest): Promise<ReportTable> {
  const report = await readReport('orders', request);
  const { column, total } = reportTexts;
  const { status, fulfillment } = texts.orders;
  return {
    columns: [
      { label: column.date, kind: 'day' },
      { label: column.order_count, kind: 'count' },
      { label: column.item_count, kind: 'count' },
    ],
    rows: report.days.map((one) => [one.date, one.order_count, one.item_count]),
    total: [total, report.order_count, report.item_count],
    summary: [
      ...orderStatuses.map((name) => [status[name], report.by_status[name]] as const),
      ...fulfillments.map((name) => [fulfillment[name], report.by_fulfillment[name]] as const),
    ],
  };
}

/** What cancellations and refunds took away on each day, and what was left and received. */
async function readRefundReport(request: ReportRequest): Promise<ReportTable> {
  const report = await readReport('revenue', request);
  const { column, total } = reportTexts;
  const shown = ['gross', 'cancelled', 'refunded', 'net', 'received'] as const;
  const table = {
    columns: [day(column.date), ...shown.map((name) => money(salesTexts[name])), count(column.order_count)],
    rows: report.days.map((one) => [one.date, ...shown.map((name) => one[name]), one.order_count]),
  };
  return { ...table, total: sumsOf(table, total) };
}

async function readReport<Type extends Report['report_type']>(
  type: Type,
  { brandId, timeZone, from, to }: ReportRequest,
): Promise<ReportOf<Type>> {
  const report = await api('GET /api/v1/reports', {
    brand_id: brandId,
    start_date: startOfDay(from, timeZone).toISOString(),
    end_date: endOfDay(to, timeZone),
    report_type: type,
  });
  if (isOf(report, type)) return report;
  throw new TypeError(`Expected a report of ${type}`);
}

const isOf = <Type extends Report['report_type']>(report: Report, type: Type): report is ReportOf<Type> =>
  report.report_type === type;

/** Names of the reports, in the order of the page. */
export const reportNames = [
  'revenue',
  'refunds',
  'taxes',
  'orders',
  'products',
  'customers',
  'cohorts',
  'funnel',
  'water',
  'authority',
] as const;

export type ReportName = (typeof reportNames)[number];

/** Reports whose rows are days, weeks or months. */
export const hasInterval = (name: ReportName): boolean =>
  name === 'revenue' || name === 'customers' || name === 'funnel' || name === 'water';

/** Reads a report as a table. */
export const reportReaders: Readonly<Record<ReportName, (request: ReportRequest) => Promise<ReportTable>>> = {
  revenue: readRevenue,
  refunds: readRefundReport,
  taxes: readTaxReport,
  orders: readOrderReport,
  products: readProducts,
  customers: readCustomers,
  cohorts: readCohorts,
  funnel: readFunnel,
  water: readWater,
  authority: readAuthority,
};

async function readRevenue({ brandId, from, to, interval }: ReportRequest): Promise<ReportTable> {
  const { series, ...all } = await readFigures('revenue', brandId, { from, to, interval });
  const { column, total } = reportTexts;
  const valuesOf = (sales: FiguresOf<'revenue'>['series'][number] | typeof all) => [
    ...salesAmounts.map((name) => sales[name]),
    sales.order_count,
    sales.cancelled_count,
    sales.average_order,
  ];
  return {
    columns: [
      day(column.date),
      ...salesAmounts.map((name) => money(salesTexts[name])),
      count(column.order_count),
      count(column.cancelled_count),
      money(column.average_order),
    ],
    rows: series.map((one) => [one.date, ...valuesOf(one)]),
    total: [total, ...valuesOf(all)],
  };
}

async function readProducts({ brandId, from, to, interval }: ReportRequest): Promise<ReportTable> {
  const all = await readFigures('products', brandId, { from, to, interval }, 200);
  const { column, total, deletedProduct, otherProducts } = reportTexts;
  const { others } = all;
  return {
    columns: [
      text(column.product),
      count(column.quantity),
      money(column.revenue),
      count(column.order_count),
      percent(column.share),
    ],
    rows: [
      ...all.products.map((one) => [
        one.name ?? deletedProduct,
        one.quantity,
        one.revenue,
        one.order_count,
        one.revenue_share,
      ]),
      ...(others.product_count > 0
        ? [[otherProducts(others.product_count), others.quantity, others.revenue, '', '']]
        : []),
    ],
    total: [total, all.quantity, all.revenue, '', ''],
  };
}

async function readCustomers({ brandId, from, to, interval }: ReportRequest): Promise<ReportTable> {
  const { series } = await readFigures('customers', brandId, { from, to, interval });
  const { column, total } = reportTexts;
  const table = {
    columns: [
      day(column.date),
      count(column.order_count),
      count(column.new_customers),
      count(column.orders_of_returning_customers),
      count(column.orders_without_email),
    ],
    rows: series.map((one) => [
      one.date,
      one.order_count,
      one.new_customers,
      one.orders_of_returning_customers,
      one.orders_without_email,
    ]),
  };
  return { ...table, total: sumsOf(table, total) };
}

async function readCohorts({ brandId, from, to, interval }: ReportRequest): Promise<ReportTable> {
  const { cohorts } = await readFigures('cohorts', brandId, { from, to, interval });
  const { column } = reportTexts;
  return {
    columns: [
      text(column.first_month),
      count(column.customers),
      count(column.months_since),
      count(column.ordering),
      percent(column.retention),
      count(column.order_count),
      money(column.revenue),
    ],
    rows: cohorts.flatMap((cohort) =>
      cohort.months.map((one) => [
        cohort.month,
        cohort.customers,
        one.months_since,
        one.customers,
        one.retention,
        one.order_count,
        one.revenue,
      ]),
    ),
  };
}

async function readFunnel({ brandId, from, to, interval }: ReportRequest): Promise<ReportTable> {
  const { series } = await readFigures('funnel', brandId, { from, to, interval });
  const { column, total } = reportTexts;
  const table = {
    columns: [
      day(column.date),
      count(column.visits),
      count(column.searches),
      count(column.carts),
      count(column.checkouts),
      count(column.orders),
    ],
    rows: series.map((one) => [one.date, one.visits, one.searches, one.carts, one.checkouts, one.orders]),
  };
  return { ...table, total: sumsOf(table, total) };
}

async function readWater({ brandId, from, to, interval }: ReportRequest): Promise<ReportTable> {
  const { series, ...all } = await readFigures('water', brandId, { from, to, interval });
  const { column, total } = reportTexts;
  return {
    columns: [
      day(column.date),
      decimal(column.gallons),
      decimal(column.metered_gallons),
      count(column.units_sold),
      decimal(column.gallons_per_unit),
    ],
    rows: series.map((one) => [
      one.date,
      one.gallons,
      one.metered_gallons,
      one.units_sold,
      one.gallons_per_unit,
    ]),
    total: [total, all.gallons, all.metered_gallons, all.units_sold, all.gallons_per_unit],
  };
}

async function readAuthority({ brandId, from, to }: ReportRequest): Promise<ReportTable> {
  const rows = await api('GET /api/v1/water-report', {
    brand_id: brandId,
    from: from.slice(0, 7),
    to: to.slice(0, 7),
  });
  const { column, source, noField, total } = reportTexts;
  const table = {
    columns: [
      text(column.field),
      text(column.month),
      text(column.source),
      decimal(column.gallons),
      decimal(column.cubic_metres),
      decimal(column.acre_feet),
    ],
    rows: rows.map((one) => [
      one.field_name ?? noField,
      one.month,
      source[one.source],
      one.volume.gallons,
      one.volume.cubic_metres,
      one.volume.acre_feet,
    ]),
  };
  return { ...table, total: sumsOf(table, total) };
}

const column =
  (kind: ReportColumn['kind']) =>
  (label: string): ReportColumn => ({ label, kind });
const [text, day, count, money, percent, decimal] = [
  column('text'),
  column('day'),
  column('count'),
  column('money'),
  column('percent'),
  column('decimal'),
];
