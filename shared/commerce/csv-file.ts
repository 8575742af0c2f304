import { CsvError, type Info, type Options } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { foldedText, tidyText } from '#contract/text-forms.ts';
import { withoutFormulaGuard } from './csv.ts';

/** The file as a whole cannot be read. */
export class UnreadableFile extends Error {}

export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  /** Tidy text without guards against formulas. */
  readonly cells: readonly string[];
}

export interface CsvFile {
  /** Names of columns in lower case. Blanks and hyphens in them are underscores. */
  readonly names: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Whether numbers may have a decimal comma, because commas do not separate cells. */
  readonly hasDecimalCommas: boolean;
}

/** Separators that spreadsheets write. Those of countries with decimal commas write semicolons. */
const separators = [',', ';', '\t', '|'] as const;

/** Far more than a spreadsheet has: the work for a column does not depend on its rows. */
const maxColumns = 1000;

/**
 * Reads a file of a spreadsheet: the separator is the one with which the header has the most known columns, or the one of a first
 * line `sep=;`. Rows without text are left out, unless `keepsEmpty`. Of a file with more rows than `maxRows` it returns one more.
 *
 * @throws UnreadableFile with the reason
 */
export function readCsvFile(
  text: string,
  known: readonly string[],
  { keepsEmpty = false, maxRows }: { readonly keepsEmpty?: boolean; readonly maxRows: number },
): CsvFile {
  const [hint = '', hinted] = /^\ufeff?sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(text) ?? [];
  const rest = text.slice(hint.length);
  const separator = hinted ?? separatorOf(rest, known);
  const options = { delimiter: separator, skip_records_with_empty_values: !keepsEmpty, to: maxRows + 2 };
  const [header, ...rows] = rowsOf(rest, options, hint === '' ? 1 : 2);
  if (header === undefined) throw new UnreadableFile('The file is empty; send a header line');
  if (header.cells.length > maxColumns)
    throw new UnreadableFile(`The header has more than ${maxColumns} columns`);
  const names = header.cells.map(columnName);
  const seen = new Set<string>();
  const repeated = names.find((name) => name !== '' && (seen.has(name) || !seen.add(name)));
  if (repeated !== undefined) throw new UnreadableFile(`Column ${shownName(repeated)} occurs twice`);
  const kept = keepsEmpty ? rows : rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  return { names, rows: kept, hasDecimalCommas: separator !== ',' };
}

/** Names of columns that a file has and nobody knows; the first fifty. */
export const ignoredColumns = (names: readonly string[], known: readonly string[]): string[] =>
  names
    .filter((name) => name !== '' && !known.includes(name))
    .slice(0, 50)
    .map(shownName);

const shownName = (name: string): string => name.slice(0, 64);

const columnName = (cell: string): string => foldedText(cell).replaceAll(/[ -]+/g, '_');

function separatorOf(text: string, known: readonly string[]): string {
  const [header = ''] = /^[^\r\n]*/.exec(text.trimStart()) ?? [];
  const score = (separator: string) =>
    header.split(separator, maxColumns).filter((cell) => known.includes(columnName(cell.replaceAll('"', ''))))
      .length;
  // The first of equal ones, so that a header of one column has commas.
  return separators.reduce((best, one) => (score(one) > score(best) ? one : best));
}

/**
 * The text of a file: UTF-8, or UTF-16 with a byte order mark.
 *
 * @throws UnreadableFile that names the encoding
 */
export function textOfFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const name = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    return withoutNul(new TextDecoder(name, { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile('The file is not UTF-8, perhaps Windows-1252; save it as CSV UTF-8');
  }
}

/**
 * Text that was decoded elsewhere.
 *
 * @throws UnreadableFile if it was decoded wrongly
 */
export function checkedText(text: string): string {
  if (withoutNul(text).includes('\ufffd'))
    throw new UnreadableFile('The file was not UTF-8, perhaps Windows-1252; save it as CSV UTF-8');
  return text;
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw new UnreadableFile('The file seems to be UTF-16; save it as CSV UTF-8');
  return text;
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: Info;
}

const emptyLines = /^(?:\r\n|\n|\r)*/;
const rowsWithoutText = /^(?:(?:[ \t,;|]|"")*(?:\r\n|\n|\r))*/;

function rowsOf(text: string, options: Options, firstLine: number): CsvRow[] {
  const bytes = Buffer.from(text);
  const skipped = options.skip_records_with_empty_values ? rowsWithoutText : emptyLines;
  let [offset, line] = [0, firstLine];
  return parsedRows(text, options).map(({ record, info }) => {
    const passed = bytes.toString('utf8', offset, info.bytes);
    const start = line + breaksIn(skipped.exec(passed)?.[0] ?? '');
    offset = info.bytes;
    line += breaksIn(passed);
    return { line: start, cells: record.map((cell) => tidyText(withoutFormulaGuard(cell))) };
  });
}

/** The parser's own count takes a CRLF inside quotes for two lines. */
const breaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

function parsedRows(text: string, options: Options): readonly ParsedRow[] {
  try {
    const rows: unknown = parse(text, {
      ...options,
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 256 * 1024,
    });
    // The types of the library do not know that `info` changes the records.
    return rows as readonly ParsedRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its message quotes the file.
    throw new UnreadableFile(`The file is not CSV (RFC 4180); see line ${Number(error['lines'])}`);
  }
}
