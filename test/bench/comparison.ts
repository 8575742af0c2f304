/** A figure of Granary beside another of the same run and unit: of a peer, of the least that any solution needs, or a goal. */
interface Comparison {
  readonly what: string;
  readonly figure: number;
  readonly unit: string;
  readonly other: string;
  readonly otherFigure: number;
}

/** A figure that this machine cannot give. */
interface LeftOut {
  readonly what: string;
  readonly leftOut: string;
}

/** The end of a bench that threw. */
interface Failed {
  readonly failed: string;
}

export type Row = Comparison | LeftOut | Failed;

const heads = ['bench', 'what', 'figure', 'compared with', 'its figure', 'ratio'] as const;
/** Columns of numbers. */
const right: readonly string[] = ['figure', 'its figure', 'ratio'];

/** Returns the rows of all benches as one aligned table. */
export function comparisonTable(rows: readonly (readonly [bench: string, Row])[]): string {
  const cells = rows.map(([bench, row]) => [bench, ...cellsOf(row)]);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => line[column]?.length ?? 0)),
  );
  const pad = (text: string, column: number) =>
    right.includes(heads[column] ?? '')
      ? text.padStart(widths[column] ?? 0)
      : text.padEnd(widths[column] ?? 0);
  const line = (texts: readonly string[]) => `| ${texts.map(pad).join(' | ')} |`;
  const rule = heads.map((head, column) =>
    right.includes(head) ? `${'-'.repeat((widths[column] ?? 1) - 1)}:` : '-'.repeat(widths[column] ?? 0),
  );
  return [line(heads), line(rule), ...cells.map(line)].join('\n');
}

function cellsOf(row: Row): readonly string[] {
  if ('failed' in row) return ['failed', '', row.failed.replaceAll('\n', ' '), '', ''];
  if ('leftOut' in row) return [row.what, '', `left out: ${row.leftOut}`, '', ''];
  const { what, figure, unit, other, otherFigure } = row;
  return [
    what,
    `${digits(figure)} ${unit}`,
    other,
    `${digits(otherFigure)} ${unit}`,
    digits(figure / otherFigure),
  ];
}

/** Three digits that count; more would be noise. */
function digits(value: number): string {
  const decimals = value === 0 ? 0 : 2 - Math.floor(Math.log10(Math.abs(value)));
  return value.toLocaleString('en', {
    minimumFractionDigits: Math.min(4, Math.max(0, decimals)),
    maximumFractionDigits: Math.min(4, Math.max(0, decimals)),
  });
}
