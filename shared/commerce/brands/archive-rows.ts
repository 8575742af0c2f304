import { type Cell, csvText } from '../csv.ts';

/** A record as it is exported. */
export type ExportedRecord = Readonly<Record<string, unknown>>;

/** A record as one line of JSON. Sets become arrays, bytes base64 text, and fields of inner objects are sorted. */
export const recordLine = (record: ExportedRecord): string => `${JSON.stringify(record, plainValue)}\n`;

function plainValue(name: string, value: unknown): unknown {
  if (value instanceof Set) return [...value].sort();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'bigint') return String(value);
  if (name === '' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // DynamoDB does not keep the order of attributes.
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Columns in the order of their first appearance, with those of more records. */
export const mergedColumns = (
  columns: readonly string[],
  records: readonly ExportedRecord[],
): readonly string[] => [...new Set([...columns, ...records.flatMap(Object.keys)])];

export const csvHeader = (columns: readonly string[]): string => csvText([columns]);

/** Lines of {@link recordLine} as CSV with these columns. Arrays and objects are JSON text. */
export const csvRows = (lines: readonly string[], columns: readonly string[]): string =>
  csvText(
    lines.map((line) => {
      const record: ExportedRecord = Object(JSON.parse(line));
      return columns.map((column) => cellOf(record[column]));
    }),
  );

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}
