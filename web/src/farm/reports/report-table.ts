import type { CsvValue } from '#web/data/csv-file.ts';
import { formatAmount, formatDate, formatNumber, formatPercent } from '#web/text/format.ts';

/** How the values of a column are shown. A CSV file has the values as they are. */
type ColumnKind = 'text' | 'day' | 'count' | 'money' | 'percent' | 'decimal';

/** A column of a report. */
export interface ReportColumn {
  readonly label: string;
  readonly kind: ColumnKind;
}

/** A report as rows of values. `total` has an empty text where a column has no total. */
export interface ReportTable {
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly CsvValue[])[];
  readonly total?: readonly CsvValue[] | undefined;
  /** Counts of the whole period, shown above the rows. */
  readonly summary?: readonly (readonly [label: string, count: number])[] | undefined;
}

/** Whether the values of a column are numbers, which are aligned at their end. */
export const isNumeric = (kind: ColumnKind): boolean => kind !== 'text' && kind !== 'day';

/** A value for a person. */
export function showValue(value: CsvValue, kind: ColumnKind, currency: string): string {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'number') return kind === 'day' ? formatDate(String(value)) : String(value);
  switch (kind) {
    case 'money':
      return formatAmount(value, currency);
    case 'percent':
      return formatPercent(value);
    case 'decimal':
      return formatNumber(value, 2);
    default:
      return formatNumber(value);
  }
}

/** The sums of the columns of counts and amounts; the first column has the label. */
export function sumsOf(
  { columns, rows }: Pick<ReportTable, 'columns' | 'rows'>,
  label: string,
  summed: readonly ColumnKind[] = ['count', 'money', 'decimal'],
): readonly CsvValue[] {
  return columns.map(({ kind }, index) => {
    if (index === 0) return label;
    if (!summed.includes(kind)) return '';
    return exactSum(rows.map((row) => Number(row[index] ?? 0)));
  });
}

/** Amounts have at most six decimals, so that sums of millionths are exact. */
function exactSum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * 1_000_000), 0) / 1_000_000;
}
