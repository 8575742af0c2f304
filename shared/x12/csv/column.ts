import { decimalText, fitsDecimal } from '../values/decimal-text.ts';
import { formatCents } from '../values/money.ts';

/** A column of a table whose rows are made from T. */
export interface Column<T> {
  readonly name: string;
  /** Returns the cell as it is written. */
  readonly cell: (row: T) => string;
}

/** Text of a file, or an ISO date. A text that a spreadsheet would run as a formula gets an apostrophe in front. */
export const text = <T>(name: string, value: (row: T) => string | undefined): Column<T> => ({
  name,
  cell: (row) => quoted(guarded(value(row) ?? '')),
});

/** Several codes, separated by blanks. */
export const list = <T>(name: string, values: (row: T) => readonly string[]): Column<T> =>
  text(name, (row) => values(row).join(' '));

/** Integer cents as a decimal with two places. */
export const amount = <T>(name: string, value: (row: T) => number | undefined): Column<T> => ({
  name,
  cell: (row) => {
    const cents = value(row);
    return cents === undefined ? '' : formatCents(cents);
  },
});

export const number = <T>(name: string, value: (row: T) => number | undefined): Column<T> => ({
  name,
  cell: (row) => {
    const count = value(row);
    if (count === undefined) return '';
    return fitsDecimal(count) ? decimalText(count) : String(count);
  },
});

export const flag = <T>(name: string, value: (row: T) => boolean): Column<T> => ({
  name,
  cell: (row) => String(value(row)),
});

export function headerRow(columns: readonly Column<never>[]): string {
  return `${columns.map(({ name }) => name).join(',')}\r\n`;
}

export function dataRow<T>(columns: readonly Column<T>[], row: T): string {
  return `${columns.map(({ cell }) => cell(row)).join(',')}\r\n`;
}

/** Guards against CSV injection (OWASP), also with full-width signs. */
function guarded(value: string): string {
  return /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
}

function quoted(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
