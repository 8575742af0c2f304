import { useState } from 'preact/hooks';
import { isDay } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import { type Interval, intervals } from '#commerce/reports/analytics-reply.ts';
import { location, navigate } from '#web/app/router.ts';
import { Button, PrintButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { DateField, FieldRow, SelectField } from '#web/components/fields.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { MainAction, Page, Toolbar } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { type CsvValue, saveFile, toCsv } from '#web/data/csv-file.ts';
import { useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { salesTexts } from '../analytics/sales-texts.ts';
import { type Days, daysOf, periodNames } from './period.ts';
import { hasInterval, type ReportName, reportNames, reportReaders } from './report-readers.ts';
import { isNumeric, type ReportTable, showValue } from './report-table.ts';
import { reportTexts } from './report-texts.ts';
import { maxReportOrders, TooManyOrders } from './tax-report.ts';
import './reports.css';

/** Any figure of the farm for a range of days, as a table to read, print and save as CSV. The address has all choices. */
export default function ReportsPage() {
  const brand = useBrand();
  const choice = useChoice(brand.timeZone);
  const { name, days, interval } = choice;
  const isValid = days.from <= days.to;
  return (
    <Page
      title={reportTexts.question}
      answer={reportTexts.figures[name]}
      note={`${formatDate(days.from)} – ${formatDate(days.to)}. ${reportTexts.explains[name]}`}
    >
      <div class="report-choices screen-only">
        <FilterChips
          label={reportTexts.figure}
          value={name}
          onChange={(report) => change({ report })}
          options={reportNames.map((value) => ({ value, label: reportTexts.figures[value] }))}
        />
        <PeriodFields choice={choice} isValid={isValid} />
      </div>
      {isValid && (
        <ReportView
          key={`${name} ${days.from} ${days.to} ${interval}`}
          name={name}
          days={days}
          interval={interval}
        />
      )}
    </Page>
  );
}

function PeriodFields({ choice, isValid }: { readonly choice: Choice; readonly isValid: boolean }) {
  const { period, days, name, interval, today } = choice;
  return (
    <FieldRow>
      <SelectField
        label={reportTexts.period}
        value={period}
        onChange={(chosen) =>
          chosen === 'range'
            ? change({ period: chosen, ...days })
            : change({ period: chosen, from: '', to: '' })
        }
        options={[...periodNames, 'range' as const].map((value) => ({
          value,
          label: reportTexts.periods[value],
        }))}
      />
      {period === 'range' && (
        <>
          <DateField
            label={reportTexts.from}
            value={days.from}
            error={isValid ? undefined : reportTexts.fromAfterTo}
            onChange={(from) => change({ from })}
          />
          <DateField label={reportTexts.to} max={today} value={days.to} onChange={(to) => change({ to })} />
        </>
      )}
      {hasInterval(name) && (
        <SelectField
          label={reportTexts.by}
          value={interval}
          onChange={(by) => change({ by })}
          options={intervals.map((value) => ({ value, label: reportTexts.interval[value] }))}
        />
      )}
    </FieldRow>
  );
}

interface Choice {
  readonly name: ReportName;
  readonly period: (typeof periodNames)[number] | 'range';
  readonly days: Days;
  readonly interval: Interval;
  readonly today: string;
}

function useChoice(timeZone: string): Choice {
  const { query } = location.value;
  const today = localDay(new Date(), timeZone);
  const given = query.get('period');
  const period = given === 'range' ? 'range' : (periodNames.find((one) => one === given) ?? 'this_month');
  const day = (name: string) => {
    const text = query.get(name) ?? '';
    return isDay(text) ? text : today;
  };
  return {
    name: reportNames.find((one) => one === query.get('report')) ?? 'revenue',
    period,
    days: period === 'range' ? { from: day('from'), to: day('to') } : daysOf(period, today),
    interval: intervals.find((one) => one === query.get('by')) ?? 'day',
    today,
  };
}

function change(part: Readonly<Record<string, string>>): void {
  const { path, query } = location.peek();
  const changed = new URLSearchParams(query);
  for (const [name, text] of Object.entries(part)) {
    if (text === '') changed.delete(name);
    else changed.set(name, text);
  }
  navigate(`${path}?${changed}`, { replace: true });
}

/** Reads a report and shows its table, with CSV and print. */
function ReportView({
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
  if (report.data === undefined) {
    if (report.error instanceof TooManyOrders)
      return <Empty icon="report" title={reportTexts.tooMany(maxReportOrders)} />;
    if (report.error !== undefined)
      return <Failure error={report.error} onRetry={() => void report.refresh()} />;
    return (
      <>
        {read > 0 && <p role="status">{reportTexts.reading(read)}</p>}
        <Loading rows={10} />
      </>
    );
  }
  const table = report.data;
  if (table.rows.length === 0)
    return <Empty icon="report" title={reportTexts.emptyTitle} text={reportTexts.emptyDetail} />;
  return (
    <>
      <Toolbar>
        <MainAction>
          <Button icon="download" kind="primary" onClick={() => save(name, days, table)}>
            {reportTexts.csv}
          </Button>
        </MainAction>
        <PrintButton>{reportTexts.print}</PrintButton>
      </Toolbar>
      <Totals table={table} currency={brand.currency} />
      {table.summary && (
        <Facts wide facts={table.summary.map(([label, value]) => ({ label, value: formatNumber(value) }))} />
      )}
      <Rows table={table} label={reportTexts.figures[name]} currency={brand.currency} />
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
        card: head === salesTexts.net ? 'value' : undefined,
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
  saveFile(`${reportTexts.figures[name]} ${from} ${to}.csv`, csv);
}
