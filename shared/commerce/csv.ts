import { stringify } from 'csv-stringify/sync';

/** A cell of a CSV file. */
export type Cell = string | number;

/**
 * Rows as CSV (RFC 4180): lines end with CRLF, and cells with commas, quotes or line breaks are quoted. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection). A text that already has
 * apostrophes in front of a formula gets one more, so that {@link withoutFormulaGuard} restores every text.
 */
export const csvText = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    { cast: { number, string }, escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: '\r\n' },
  );

/** Numbers never are formulas. */
const number = (value: number) => ({ value: String(value), escape_formulas: false });

const guardedFormula = /^'+[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

const string = (value: string) => (guardedFormula.test(value) ? `'${value}` : value);

/** The text without the apostrophe that {@link csvText} puts in front of formulas. */
export const withoutFormulaGuard = (text: string): string =>
  guardedFormula.test(text) ? text.slice(1) : text;
