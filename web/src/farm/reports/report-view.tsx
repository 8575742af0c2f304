import { useState } from 'preact/hooks';
import type { Interval } from '#contract/commerce/analytics.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { Toolbar } from '#web/components/page.tsx';
import { PrintButton } from '#web/components/print-button.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { saveFile } from '../csv/save-file.ts';
import { type CsvValue, toCsv } from '../csv/to-csv.ts';
import type { Days } from './period.ts';
import { type ReportName, reportReaders } from './report-readers.ts';
import { isNumeric, type ReportTable, showValue } from './report-table.ts';
import { maxReportOrders, TooManyOrders } from './tax-report.ts';

/** Reads a report and shows its table, with CSV and print. */
export function ReportView({
  name,
  days,
  interval,
}: {
  readonly name: ReportName;
  readonly days: Days;
  readonly interval: Interval;
}) {
  const brand = useBrand();
  const [read, setRead] = useState(0);
  const report = useQuery(`reports/${name}?from=${days.from}&to=${days.to}&by=${interval}`, () =>
    reportReaders[name]({
      brandId: brand.id,
      timeZone: brand.timeZone,
      ...days,
      interval,
      onProgress: setRead,
    }),
  );
  const { reports } = texts;
  if (report.data === undefined) {
    if (report.error instanceof TooManyOrders)
      return <Empty icon="report" title={reports.tooMany(maxReportOrders)} />;
    if (report.error !== undefined)
      return <Failure error={report.error} onRetry={() => void report.refresh()} />;
    return (
      <>
        {read > 0 && <p role="status">{reports.reading(read)}</p>}
        <Loading rows={10} />
      </>
    );
  }
  const table = report.data;
  if (table.rows.length === 0)
    return <Empty icon="report" title={reports.emptyTitle} text={reports.emptyDetail} />;
  return (
    <>
      <Toolbar>
        <Button icon="download" kind="primary" onClick={() => save(name, days, table)}>
          {reports.csv}
        </Button>
        <PrintButton>{reports.print}</PrintButton>
      </Toolbar>
      <Totals table={table} currency={brand.currency} />
      {table.summary && (
        <Facts wide facts={table.summary.map(([label, value]) => ({ label, value: formatNumber(value) }))} />
      )}
      <Rows table={table} label={reports.figures[name]} currency={brand.currency} />
    </>
  );
}

/** The totals of the columns in large type. */
function Totals({
  table: { columns, total = [] },
  currency,
}: {
  readonly table: ReportTable;
  readonly currency: string;
}) {
  const shown = columns.flatMap(({ label, kind }, index) => {
    const value = index === 0 ? '' : showValue(total[index], kind, currency);
    return value === '' ? [] : [{ label, value }];
  });
  if (shown.length === 0) return null;
  return (
    <Figures>
      {shown.map(({ label, value }) => (
        <Figure key={label} label={label} value={value} />
      ))}
    </Figures>
  );
}

function Rows({
  table: { columns, rows, total },
  label,
  currency,
}: {
  readonly table: ReportTable;
  readonly label: string;
  readonly currency: string;
}) {
  return (
    <DataTable<readonly CsvValue[]>
      label={label}
      rows={rows}
      rowKey={(_, index) => String(index)}
      columns={columns.map(({ label: head, kind }, index) => ({
        id: String(index),
        label: head,
        align: isNumeric(kind) ? 'end' : 'start',
        cell: (row) => showValue(row[index], kind, currency),
        ...(total && { foot: index === 0 ? total[0] : showValue(total[index], kind, currency) }),
      }))}
    />
  );
}

function save(name: ReportName, { from, to }: Days, { columns, rows, total }: ReportTable): void {
  const all = total ? [...rows, total] : rows;
  const csv = toCsv(
    columns.map(({ label }) => label),
    all,
  );
  saveFile(`${texts.reports.figures[name]} ${from} ${to}.csv`, csv);
}
