import { fulfillments, orderStatuses } from '#contract/commerce/orders.ts';
import type { Report } from '#contract/commerce/reports.ts';
import { api } from '#web/api/api.ts';
import { texts } from '#web/text/texts.ts';
import type { ReportRequest } from './report-request.ts';
import { type ReportTable, sumsOf } from './report-table.ts';

type ReportOf<Type extends Report['report_type']> = Extract<Report, { readonly report_type: Type }>;

/** Orders and items of each UTC day, and the orders by status and delivery as a summary. */
export async function readOrderReport(request: ReportRequest): Promise<ReportTable> {
  const report = await readReport('orders', request);
  const { column, total } = texts.reports;
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

/** Gross, cancelled, net and refunded amounts of each UTC day. */
export async function readRefundReport(request: ReportRequest): Promise<ReportTable> {
  const report = await readReport('revenue', request);
  const { column, total } = texts.reports;
  const table = {
    columns: [
      { label: column.date, kind: 'day' },
      { label: column.gross, kind: 'money' },
      { label: column.cancelled, kind: 'money' },
      { label: column.net, kind: 'money' },
      { label: column.refunded, kind: 'money' },
      { label: column.order_count, kind: 'count' },
    ],
    rows: report.days.map((one) => [
      one.date,
      one.gross,
      one.cancelled,
      one.net,
      one.refunded,
      one.order_count,
    ]),
  } as const;
  return { ...table, total: sumsOf(table, total) };
}

async function readReport<Type extends Report['report_type']>(
  type: Type,
  { brandId, from, to }: ReportRequest,
): Promise<ReportOf<Type>> {
  const report = await api('GET /api/v1/reports', {
    brand_id: brandId,
    start_date: `${from}T00:00:00Z`,
    end_date: `${to}T23:59:59Z`,
    report_type: type,
  });
  if (isOf(report, type)) return report;
  throw new TypeError(`Expected a report of ${type}`);
}

const isOf = <Type extends Report['report_type']>(report: Report, type: Type): report is ReportOf<Type> =>
  report.report_type === type;
