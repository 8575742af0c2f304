import { isDay } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import type { Interval } from '#contract/commerce/analytics.ts';
import { intervals } from '#contract/commerce/analytics.ts';
import { location, navigate } from '#web/app/router.ts';
import { DateField, FieldRow, SelectField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { Page } from '#web/components/page.tsx';
import { useBrand } from '#web/session/session.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { type Days, daysOf, periodNames } from './period.ts';
import { hasInterval, type ReportName, reportNames } from './report-readers.ts';
import { ReportView } from './report-view.tsx';
import './reports.css';

/** Any figure of the farm for a range of days, as a table to read, print and save as CSV. The address has all choices. */
export default function ReportsPage() {
  const brand = useBrand();
  const choice = useChoice(brand.timeZone);
  const { name, days, interval } = choice;
  const { reports } = texts;
  const isValid = days.from <= days.to;
  return (
    <Page
      title={reports.question}
      answer={reports.figures[name]}
      note={`${formatDate(days.from)} – ${formatDate(days.to)}. ${reports.explains[name]}`}
    >
      <div class="report-choices screen-only">
        <FilterChips
          label={reports.figure}
          value={name}
          onChange={(report) => change({ report })}
          options={reportNames.map((value) => ({ value, label: reports.figures[value] }))}
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
  const { reports } = texts;
  return (
    <FieldRow>
      <SelectField
        label={reports.period}
        value={period}
        onChange={(chosen) =>
          chosen === 'range'
            ? change({ period: chosen, ...days })
            : change({ period: chosen, from: '', to: '' })
        }
        options={[...periodNames, 'range' as const].map((value) => ({
          value,
          label: reports.periods[value],
        }))}
      />
      {period === 'range' && (
        <>
          <DateField
            label={reports.from}
            value={days.from}
            error={isValid ? undefined : reports.fromAfterTo}
            onChange={(from) => change({ from })}
          />
          <DateField label={reports.to} max={today} value={days.to} onChange={(to) => change({ to })} />
        </>
      )}
      {hasInterval(name) && (
        <SelectField
          label={reports.by}
          value={interval}
          onChange={(by) => change({ by })}
          options={intervals.map((value) => ({ value, label: reports.interval[value] }))}
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
