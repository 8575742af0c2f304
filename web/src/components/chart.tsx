import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { Button } from './button.tsx';
import { areWhole, type ChartLine, chartCsv, chartRows, wholeSteps } from './chart-data.ts';
import { DataTable } from './data-table.tsx';
import { useElementId } from './element-id.ts';
import './chart.css';

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

/** What is drawn. */
interface PlotContent {
  readonly times: readonly string[];
  readonly series: readonly ChartLine[];
  readonly compare: ChartLine | undefined;
  readonly kind: 'line' | 'bars';
  readonly limit: { readonly label: string; readonly value: number } | undefined;
  readonly height: number;
  readonly format: (value: number) => string;
  readonly formatTime: (time: string) => string;
}

/** Draws the content into the element, again when its width or the theme changes. uPlot is loaded with the first chart. */
function usePlot(
  element: RefObject<HTMLElement>,
  content: PlotContent,
  onPoint: (place: number | undefined) => void,
): { point(place: number | undefined): void } {
  const plot = useRef<uPlot>();
  const { times, series, compare, kind, limit, height } = content;
  useEffect(() => {
    const host = element.current;
    if (host === null || times.length === 0) return;
    const stop = new AbortController();
    const draw = async () => {
      const { default: Plot } = await import('./chart-library.ts');
      if (stop.signal.aborted) return;
      plot.current?.destroy();
      plot.current = new Plot(optionsOf(Plot, host, content, onPoint), dataOf(content), host);
    };
    void draw();
    const resize = new ResizeObserver(() => {
      const width = host.clientWidth;
      if (plot.current && width > 0 && width !== plot.current.width) plot.current.setSize({ width, height });
    });
    resize.observe(host);
    const theme = new MutationObserver(() => void draw());
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => void draw(), {
      signal: stop.signal,
    });
    return () => {
      stop.abort();
      resize.disconnect();
      theme.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [times, series, compare, kind, limit, height]);
  return {
    point(place) {
      const chart = plot.current;
      if (chart === undefined) return;
      const time = place === undefined ? undefined : chart.data[0][place];
      chart.setCursor(
        { left: time === undefined ? -10 : chart.valToPos(time, 'x'), top: time === undefined ? -10 : 10 },
        false,
      );
    },
  };
}

function dataOf({ times, series, compare, limit }: PlotContent): uPlot.AlignedData {
  const lines = [...(compare ? [compare] : []), ...series].map(({ values }) =>
    times.map((_, place) => values[place] ?? null),
  );
  return [times.map((_, place) => place), ...lines, ...(limit ? [times.map(() => limit.value)] : [])];
}

function optionsOf(
  Plot: typeof uPlot,
  host: HTMLElement,
  content: PlotContent,
  onPoint: (place: number | undefined) => void,
): uPlot.Options {
  const { times, series, compare, kind, limit, height, format, formatTime } = content;
  const colour = (token: string) => colourOf(host, token);
  const strokes = ['--accent', '--info', '--warning'].map(colour);
  const grid = { stroke: colour('--line'), width: 1 };
  const font = `13px ${getComputedStyle(host).fontFamily}`;
  const axis = { stroke: colour('--muted'), font, ticks: { show: false } };
  const bars = Plot.paths.bars?.({ size: [0.7, 28], radius: 0.1 });
  const line = (index: number): uPlot.Series => ({
    stroke: strokes[index] ?? '',
    width: 2,
    points: { show: times.length === 1, size: 6 },
    ...(kind === 'bars' && bars ? { paths: bars, fill: strokes[index] ?? '', points: { show: false } } : {}),
  });
  return {
    width: host.clientWidth,
    height,
    padding: [12, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { size: 8 }, drag: { x: false, y: false, setScale: false } },
    scales: { x: { time: false, range: (_, min, max) => rangeOf(kind, min, max) }, y: { range: upFromZero } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 28,
        gap: 6,
        splits: (chart) => timeSplits(times.length, chart.width),
        values: (_, places) => places.map((place) => shortTime(times[place], formatTime)),
      },
      {
        ...axis,
        grid,
        gap: 8,
        size: (_, values) => 16 + Math.max(0, ...(values ?? []).map((value) => widthOf(value, font))),
        values: (_, values) => values.map(format),
        ...(areWhole(series) && { incrs: [...wholeSteps] }),
        space: 36,
      },
    ],
    series: [
      {},
      ...(compare
        ? [{ stroke: colour('--compare'), width: 1.5, dash: [4, 4], points: { show: false } }]
        : []),
      ...series.map((_, index) => line(index)),
      ...(limit ? [{ stroke: colour('--danger'), width: 1.5, dash: [2, 3], points: { show: false } }] : []),
    ],
    hooks: {
      setCursor: [
        (chart) => {
          const hasPointer = (chart.cursor.left ?? -1) >= 0;
          const place = chart.cursor.idx;
          onPoint(hasPointer && typeof place === 'number' ? place : undefined);
        },
      ],
    },
  };
}

const upFromZero = (_: uPlot, min: number, max: number): [number, number] => [
  Math.min(0, min),
  max > 0 ? max * 1.08 : Math.max(1, max),
];

const rangeOf = (kind: 'line' | 'bars', min: number, max: number): [number, number] =>
  kind === 'bars' || min === max ? [min - 0.6, max + 0.6] : [min, max];

/** Places of the labels: as many as fit, evenly spaced. */
function timeSplits(count: number, width: number): number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 96))));
  return Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every);
}

function shortTime(time: string | undefined, formatTime: (time: string) => string): string {
  return time === undefined ? '' : formatTime(time).replace(/,? \d{4}$/, '');
}

/** Tokens are pairs of colours; the browser resolves them for the theme on an element. */
function colourOf(host: HTMLElement, token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  host.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const canvas =
  typeof document === 'undefined' ? undefined : document.createElement('canvas').getContext('2d');

function widthOf(text: string, font: string): number {
  if (!canvas) return text.length * 7;
  canvas.font = font;
  return canvas.measureText(text).width;
}
