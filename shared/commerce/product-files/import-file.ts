import { CsvError, type Info } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { type CsvColumn, csvColumns, maxImportLines } from '#contract/commerce/product-files.ts';
import { withoutFormulaGuard } from '../csv.ts';

export interface ImportLine {
  /** The line of the file on which the record begins; the header is line 1. */
  readonly line: number;
  /** Cells of known columns that the file has. */
  readonly cells: ReadonlyMap<CsvColumn, string>;
  /** Cells beyond those of the header. */
  readonly extraCells: number;
}

export interface ImportFile {
  readonly lines: readonly ImportLine[];
  readonly ignoredColumns: readonly string[];
}

/** The file as a whole cannot be imported. */
export class UnreadableFile extends Error {}

interface Row {
  readonly record: readonly string[];
  readonly line: number;
}

interface ParsedRow {
  readonly record: readonly string[];
  readonly info: Info;
}

/**
 * Reads a whole file, so that a file with a fault of its form is refused before anything of it is imported.
 *
 * @throws UnreadableFile with the reason
 */
export function readImportFile(bytes: Uint8Array): ImportFile {
  const [header, ...rows] = rowsOf(textOf(bytes));
  if (header === undefined) throw new UnreadableFile('The file is empty; send a header line');
  const names = header.record.map((name) => name.trim().toLowerCase());
  const seen = new Set<string>();
  const repeated = names.find((name) => name !== '' && (seen.has(name) || !seen.add(name)));
  if (repeated !== undefined) throw new UnreadableFile(`Column ${shown(repeated)} occurs twice`);
  if (!names.includes('sku') && !names.includes('id'))
    throw new UnreadableFile('The header has no column sku');
  if (rows.length > maxImportLines)
    throw new UnreadableFile(`The file has more than ${maxImportLines} lines`);
  const known: ReadonlySet<string> = new Set(csvColumns);
  const places = csvColumns.flatMap((column) => {
    const index = names.indexOf(column);
    return index < 0 ? [] : [{ column, index }];
  });
  return {
    ignoredColumns: names
      .filter((name) => name !== '' && !known.has(name))
      .slice(0, 50)
      .map(shown),
    lines: rows.map(({ record, line }) => ({
      line,
      cells: cellsOf(record, places),
      extraCells: record.slice(names.length).filter((cell) => cell.trim() !== '').length,
    })),
  };
}

const shown = (name: string): string => name.slice(0, 64);

const cellsOf = (
  record: readonly string[],
  places: readonly { readonly column: CsvColumn; readonly index: number }[],
): ReadonlyMap<CsvColumn, string> =>
  new Map(
    places.map(({ column, index }) => [column, withoutFormulaGuard(record[index] ?? '').trim()] as const),
  );

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile('The file must be UTF-8');
  }
}

function rowsOf(text: string): Row[] {
  const bytes = Buffer.from(text);
  let [offset, line] = [0, 1];
  return parsedRows(text).map(({ record, info }) => {
    const passed = bytes.toString('utf8', offset, info.bytes);
    const start = line + breaksIn(/^(?:[ \t,"]*(?:\r\n|\n|\r))*/.exec(passed)?.[0] ?? '');
    offset = info.bytes;
    line += breaksIn(passed);
    return { record, line: start };
  });
}

/** The parser's own count takes a CRLF inside quotes for two lines. */
const breaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

function parsedRows(text: string): readonly ParsedRow[] {
  try {
    const rows: unknown = parse(text, {
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 256 * 1024,
      to: maxImportLines + 2,
    });
    // The types of the library do not know that `info` changes the records.
    return rows as readonly ParsedRow[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // Its message quotes the file.
    throw new UnreadableFile(`The file is not CSV (RFC 4180); see line ${Number(error['lines'])}`);
  }
}
