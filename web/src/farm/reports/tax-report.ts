import type { Day } from '#calendar/days.ts';
import type { Order } from '#commerce/orders/order.ts';
import type { Interval } from '#commerce/reports/analytics-reply.ts';
import { api } from '#web/api/api.ts';
import { listInput, noFilters } from '../orders/order-filters.ts';
import type { ReportTable } from './report-table.ts';
import { reportTexts } from './report-texts.ts';

/** What a report is about. */
export interface ReportRequest {
  readonly brandId: string;
  readonly timeZone: string;
  readonly from: Day;
  readonly to: Day;
  readonly interval: Interval;
  /** Shows progress of reports that read orders. */
  readonly onProgress: (orders: number) => void;
}

/** Orders that a report reads at most. */
export const maxReportOrders = 10_000;

/** The period has more orders than a report reads. */
export class TooManyOrders extends Error {
  override readonly name = 'TooManyOrders';
}

/** Items, taxes, shipping, discounts and credit of the orders of a period, added up by line. */
export async function readTaxReport(request: ReportRequest): Promise<ReportTable> {
  const lines = new Map<string, Line>();
  let orders = 0;
  const { brandId: id, timeZone, from, to, onProgress } = request;
  const input = { ...listInput({ id, timeZone }, { ...noFilters, from, to }), limit: 200 };
  for await (const page of api('GET /api/v1/orders', input).pages()) {
    for (const order of page.data) if (order.status !== 'cancelled') addLines(lines, order);
    orders += page.data.length;
    if (orders > maxReportOrders) throw new TooManyOrders();
    onProgress(orders);
  }
  const { column } = reportTexts;
  return {
    columns: [
      { label: column.kind, kind: 'text' },
      { label: column.line, kind: 'text' },
      { label: column.rate, kind: 'percent' },
      { label: column.order_count, kind: 'count' },
      { label: column.amount, kind: 'money' },
    ],
    rows: [...lines.values()]
      .sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
      .map(({ kind, label, rate, orders: count, cents }) => [
        reportTexts.line[kind],
        label,
        rate === undefined ? '' : rate / 100,
        count,
        cents / 100,
      ]),
  };
}

const kinds = ['goods', 'discount', 'shipping', 'tax', 'credit'] as const;

interface Line {
  readonly kind: (typeof kinds)[number];
  readonly label: string;
  readonly rate: number | undefined;
  orders: number;
  cents: number;
}

function addLines(lines: Map<string, Line>, order: Order): void {
  const add = (kind: Line['kind'], label: string, cents: number, rate?: number) => {
    const key = JSON.stringify([kind, label, rate]);
    const line = lines.get(key) ?? { kind, label, rate, orders: 0, cents: 0 };
    line.orders += 1;
    line.cents += cents;
    lines.set(key, line);
  };
  const { goodsLine, creditLine } = reportTexts;
  add('goods', goodsLine, order.subtotal_cents);
  for (const { label, amount_cents } of order.discount_lines) add('discount', label, -amount_cents);
  for (const { label, amount_cents } of order.shipping_lines) add('shipping', label, amount_cents);
  for (const { label, amount_cents, rate_percent } of order.tax_lines)
    add('tax', label, amount_cents, rate_percent);
  if (order.credit_cents > 0) add('credit', creditLine, -order.credit_cents);
}
