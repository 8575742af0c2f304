import { useMemo, useRef, useState } from 'preact/hooks';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { Button } from './button.tsx';
import { type ChartLine, chartCsv, chartRows } from './chart-data.ts';
import { usePlot } from './chart-plot.ts';
import { DataTable } from './data-table.tsx';
import './chart.css';
import { useElementId } from './element-id.ts';

export type { ChartLine } from './chart-data.ts';

/** Properties of a chart of values over time. */
export interface TimeChartProps {
  readonly label: string;
  /** Days (`2026-03-02`) or instants, one for each value. */
  readonly times: readonly string[];
  /** Mostly one; at most three. */
  readonly series: readonly ChartLine[];
  /** The period before, value by value beside the first series; drawn in grey. */
  readonly compare?: ChartLine | undefined;
  readonly kind?: 'line' | 'bars' | undefined;
  readonly format?: ((value: number) => string) | undefined;
  readonly formatTime?: ((time: string) => string) | undefined;
  /** A limit drawn as a line, such as the water that may be used. */
  readonly limit?: { readonly label: string; readonly value: number } | undefined;
  readonly height?: number | undefined;
}

/** A chart of values over time: values on hover and by arrow keys, with the table behind it and its CSV. */
export function TimeChart(props: TimeChartProps) {
  const { label, times, series, compare, kind = 'line', limit, height = 200 } = props;
  const format = props.format ?? ((value: number) => formatNumber(value));
  const formatTime = props.formatTime ?? ((time: string) => formatDate(time));
  const [place, setPlace] = useState<number>();
  const plot = useRef<HTMLDivElement>(null);
  const keysId = useElementId();
  const isEmpty = times.length === 0;
  const lines = useMemo(() => (compare === undefined ? series : [...series, compare]), [series, compare]);
  const chart = usePlot(plot, { times, series, compare, kind, limit, height, format, formatTime }, setPlace);
  const move = (event: KeyboardEvent) => {
    const next = nextPlace(event.key, place, times.length);
    if (next === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    setPlace(next);
    chart.point(next);
  };
  const readout = place === undefined ? undefined : times[place];
  return (
    <figure class="chart">
      <figcaption class="chart-caption">
        <span class="chart-label">{label}</span>
        <span class="chart-readout" role="status">
          {readout === undefined || place === undefined ? (
            <Keys
              series={series}
              compare={compare}
              limit={limit && `${limit.label} ${format(limit.value)}`}
            />
          ) : (
            <>
              <span class="chart-time">{formatTime(readout)}</span>
              {lines.map((line) => (
                <span
                  key={line.label}
                  class={line === compare ? 'chart-value chart-compared' : 'chart-value'}
                >
                  <span class="chart-line-name">{line.label}</span>{' '}
                  <b>{valueText(line.values[place], format)}</b>
                </span>
              ))}
            </>
          )}
        </span>
      </figcaption>
      {isEmpty ? (
        <p class="chart-empty" style={{ height: `${height}px` }}>
          {texts.states.chart.noValues}
        </p>
      ) : (
        <div
          ref={plot}
          class="chart-plot"
          role="img"
          aria-label={label}
          aria-describedby={keysId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys read the values
          tabIndex={0}
          style={{ height: `${height}px` }}
          onKeyDown={move}
          onBlur={() => {
            setPlace(undefined);
            chart.point(undefined);
          }}
        />
      )}
      <p class="unseen" id={keysId}>
        {texts.states.chart.keys}
      </p>
      {!isEmpty && (
        <details class="chart-behind">
          <summary>{texts.states.chart.table}</summary>
          <DataTable
            label={label}
            rows={chartRows(times, lines)}
            rowKey={({ time }) => time}
            columns={[
              { id: 'time', label: texts.states.chart.time, cell: ({ time }) => formatTime(time) },
              ...lines.map((line, index) => ({
                id: String(index),
                label: line.label,
                align: 'end' as const,
                cell: ({ values }: { readonly values: readonly (number | null)[] }) =>
                  valueText(values[index], format),
              })),
            ]}
          />
          <Button small icon="download" onClick={() => download(label, chartCsv(times, lines))}>
            {texts.states.chart.csv}
          </Button>
        </details>
      )}
    </figure>
  );
}

function Keys({
  series,
  compare,
  limit,
}: Pick<TimeChartProps, 'series' | 'compare'> & { readonly limit: string | undefined }) {
  return (
    <>
      {(series.length > 1 || compare !== undefined) &&
        series.map((line, index) => (
          <span key={line.label} class={`chart-key chart-key-${index}`}>
            {line.label}
          </span>
        ))}
      {compare && <span class="chart-key chart-key-compare">{compare.label}</span>}
      {limit !== undefined && <span class="chart-key chart-key-limit">{limit}</span>}
    </>
  );
}

const valueText = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? texts.states.chart.noValue : format(value);

function nextPlace(key: string, place: number | undefined, count: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(count - 1, (place ?? -1) + 1);
  if (key === 'ArrowLeft') return Math.max(0, (place ?? count) - 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function download(label: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${label.replaceAll(/[^\p{L}\p{N}]+/gu, '-').toLowerCase()}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
