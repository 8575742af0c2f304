import { texts } from '#web/text/texts.ts';

/** One line, or one kind of bars, of a chart. */
export interface ChartLine {
  readonly label: string;
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[];
}

/** The values of all lines at one time. */
export interface ChartRow {
  readonly time: string;
  readonly values: readonly (number | null)[];
}

/** Turns lines into rows, for the table behind a chart. */
export const chartRows = (times: readonly string[], lines: readonly ChartLine[]): readonly ChartRow[] =>
  times.map((time, place) => ({ time, values: lines.map(({ values }) => values[place] ?? null) }));

/** Returns the values as CSV, with plain numbers for programs. */
export function chartCsv(times: readonly string[], lines: readonly ChartLine[]): string {
  const head = [texts.states.chart.time, ...lines.map(({ label }) => label)].map(quoted);
  const rows = chartRows(times, lines).map(({ time, values }) => [
    time,
    ...values.map((value) => value ?? ''),
  ]);
  return `${[head, ...rows].map((row) => row.join(',')).join('\r\n')}\r\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Whether all values are whole numbers, such as counts. Their axis has no fractions. */
export const areWhole = (lines: readonly ChartLine[]): boolean =>
  lines.every(({ values }) => values.every((value) => Number.isInteger(value ?? 0)));

/** Distances of the ticks of whole numbers: 1, 2, 5, 10, 20 and so on. */
export const wholeSteps: readonly number[] = Array.from(
  { length: 36 },
  (_, place) => ([1, 2, 5][place % 3] ?? 1) * 10 ** Math.floor(place / 3),
);
