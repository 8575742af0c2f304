import type { Analytics } from '#commerce/reports/contract.ts';
import { type Cell, csvText } from '../csv.ts';

type Row = Readonly<Record<string, unknown>>;

/** The figures as CSV with a line of names. An absent value is an empty cell. */
export function analyticsCsv(analytics: Analytics): string {
  const columns = columnsOf[analytics.figures];
  const rows = rowsOf(analytics).map((row) => columns.map((column) => cellOf(row[column])));
  return csvText([columns, ...rows]);
}

function rowsOf(analytics: Analytics): readonly Row[] {
  switch (analytics.figures) {
    case 'cohorts':
      return analytics.cohorts.flatMap(({ month: cohort, months }) =>
        months.map((cell) => ({ cohort, ...cell })),
      );
    case 'products':
      return analytics.products;
    case 'water':
      return analytics.fields.flatMap(({ series, field_id, field_name }) =>
        series.map((cell) => ({ field_id, field_name, ...cell })),
      );
    default:
      return analytics.series;
  }
}

const bucket = ['date', 'start', 'end'];

const columnsOf: Readonly<Record<Analytics['figures'], readonly string[]>> = {
  revenue: [...bucket, 'gross', 'cancelled', 'net', 'order_count', 'cancelled_count', 'average_order'],
  customers: [
    ...bucket,
    'new_customers',
    'orders_of_returning_customers',
    'orders_without_email',
    'order_count',
  ],
  cohorts: ['cohort', 'month', 'months_since', 'customers', 'retention', 'order_count', 'revenue'],
  funnel: [...bucket, 'visits', 'searches', 'carts', 'checkouts', 'carts_or_checkouts', 'orders'],
  products: ['product_id', 'name', 'quantity', 'revenue', 'order_count', 'revenue_share'],
  water: ['field_id', 'field_name', 'date', 'gallons', 'metered_gallons', 'log_count'],
};

const cellOf = (value: unknown): Cell =>
  typeof value === 'number' || typeof value === 'string' ? value : '';
