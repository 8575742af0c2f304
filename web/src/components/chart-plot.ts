import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { areWhole, type ChartLine, wholeSteps } from './chart-data.ts';

/** What is drawn. */
export interface PlotContent {
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
export function usePlot(
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
