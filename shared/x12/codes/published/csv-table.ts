import { CodeListError, type PublishedFile, withoutMark } from './published-list.ts';

/** A row of a CSV file with its cells by column name. */
export interface CsvRow {
  /** Line on which the row begins, from 1. */
  readonly line: number;
  /** Returns the trimmed cell; empty for a missing column. */
  cell(...names: readonly string[]): string;
}

/** Rows before the header that a maintainer may use for a title or licence. */
const maxTitleRows = 25;

/**
 * Reads a CSV file (RFC 4180) or a file with tabs. The header is the first row with the named column. Column names are
 * compared without case and punctuation. Throws CodeListError for a file without header and for an unclosed quote.
 */
export function readCsvTable(file: PublishedFile, column: readonly string[]): CsvRow[] {
  const rows = csvRows(file);
  const names = column.map(plain);
  const at = rows
    .slice(0, maxTitleRows)
    .findIndex((row) => row.cells.some((cell) => names.includes(plain(cell))));
  const header = rows[at];
  if (header === undefined) throw new CodeListError(file.name, 1, `No header with the column ${column[0]}`);
  const columns = new Map(header.cells.map((cell, i) => [plain(cell), i]));
  return rows.slice(at + 1).map(({ line, cells }) => ({
    line,
    cell(...wanted) {
      const name = wanted.map(plain).find((one) => columns.has(one));
      return (cells[columns.get(name ?? '') ?? -1] ?? '').trim();
    },
  }));
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

interface Row {
  readonly line: number;
  readonly cells: string[];
}

function csvRows(file: PublishedFile): Row[] {
  const text = withoutMark(file.text);
  const separator = /^[^\n"]*\t/.test(text) ? '\t' : ',';
  const rows: Row[] = [];
  let row: Row = { line: 1, cells: [] };
  let cell = '';
  let line = 1;
  const endRow = () => {
    row.cells.push(cell);
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row);
    cell = '';
  };
  for (let i = 0; i < text.length; i++) {
    const one = text[i] ?? '';
    if (one === '"' && cell.trim() === '') {
      const end = closingQuote(text, i + 1);
      if (end < 0) throw new CodeListError(file.name, line, 'A quote is not closed; correct the row');
      const quoted = text.slice(i + 1, end);
      cell = quoted.replaceAll('""', '"');
      line += quoted.split('\n').length - 1;
      i = end;
    } else if (one === separator) {
      row.cells.push(cell);
      cell = '';
    } else if (one === '\n') {
      endRow();
      line++;
      row = { line, cells: [] };
    } else if (one !== '\r') cell += one;
  }
  endRow();
  return rows;
}

/** Returns the index of the quote that closes a cell; -1 without one. Doubled quotes are part of the cell. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
