import { CsvError, type Info } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { ApiError } from '#contract/errors.ts';
import type { ReadLine } from './bank-line.ts';
import { type BankFileSettings, maxBankLines } from './contract.ts';
import type { BankFileJson } from './reconciliation-fields.ts';

interface ReadBankFile {
  readonly lines: readonly ReadLine[];
  readonly faults: BankFileJson['faults'];
  /** Lines after the header, without blank ones. */
  readonly count: number;
}

const usualNames = {
  date: ['date', 'posting date', 'posted date', 'transaction date'],
  amount: ['amount'],
  credit: ['credit', 'deposit', 'credit amount'],
  debit: ['debit', 'withdrawal', 'debit amount'],
  description: ['description', 'memo', 'details', 'addenda'],
  trace: ['trace', 'trace number', 'reference', 'reference number', 'check number'],
} as const;

type Column = keyof typeof usualNames;
const columns = Object.keys(usualNames) as Column[];

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Characters of a description or trace that are kept. */
const maxText = 500;

/**
 * Reads a bank file. A line with a fault is left out and reported with its number.
 *
 * @throws ApiError validation_failed for a file that is not CSV, has too many lines, or lacks a column
 */
export function readBankFile(csv: string, settings: BankFileSettings): ReadBankFile {
  const [header, ...records] = recordsOf(csv, settings);
  if (header === undefined) throw invalid('The file is empty; send a header line and lines');
  if (records.length > maxBankLines)
    throw invalid(`The file has too many lines; send at most ${maxBankLines} at a time`);
  const places = placesOf(header.record, settings);
  const faults: ReadBankFile['faults'] = [];
  const lines: ReadLine[] = [];
  for (const { record, info } of records) {
    const line = info.lines - linesInside(record);
    const found: { line: number; column: string; message: string }[] = [];
    const cell = (column: Column) =>
      places[column] === undefined ? '' : (record[places[column]] ?? '').trim();
    const date = readDay(cell('date'), settings.date_format);
    if (date === undefined) found.push({ line, column: 'date', message: 'Not a date of the expected form' });
    const amount = amountOf(cell, places, settings);
    if (typeof amount === 'string') found.push({ line, column: 'amount', message: amount });
    if (record.length !== header.record.length) {
      found.push({
        line,
        column: 'line',
        message: `Expected ${header.record.length} cells, found ${record.length}`,
      });
    }
    if (found.length > 0 || date === undefined || typeof amount === 'string') {
      faults.push(...found);
      continue;
    }
    const [trace, description] = [cell('trace').slice(0, maxText), cell('description').slice(0, maxText)];
    lines.push({
      ...{ line, date, amount },
      ...(trace !== '' && { trace }),
      ...(description !== '' && { description }),
    });
  }
  return { lines, faults, count: records.length };
}

/** Cents, or the fault. */
function amountOf(
  cell: (column: Column) => string,
  places: Places,
  { decimal }: BankFileSettings,
): number | string {
  if (places.amount !== undefined) {
    const amount = readAmount(cell('amount'), decimal);
    if (amount === undefined) return 'Not an amount with at most two decimal places';
    return amount === 0 ? 'The amount is zero' : amount;
  }
  const [credit, debit] = [cell('credit'), cell('debit')].map((text) =>
    text === '' ? 0 : readAmount(text, decimal),
  );
  if (credit === undefined || debit === undefined) return 'Not an amount with at most two decimal places';
  if (credit !== 0 && debit !== 0) return 'Both a credit and a debit';
  const amount = credit - Math.abs(debit);
  return amount === 0 ? 'Neither a credit nor a debit' : amount;
}

type Places = Readonly<Partial<Record<Column, number>>>;

function placesOf(header: readonly string[], settings: BankFileSettings): Places {
  const names = header.map((name) => name.trim().toLowerCase());
  const places: Partial<Record<Column, number>> = {};
  for (const column of columns) {
    const chosen = settings[`${column}_column`];
    const wanted: readonly string[] = chosen === undefined ? usualNames[column] : [chosen.toLowerCase()];
    const place = names.findIndex((name) => wanted.includes(name));
    if (place >= 0) places[column] = place;
    else if (chosen !== undefined)
      throw invalid(`The header has no column of this name`, ['query', `${column}_column`]);
  }
  if (places.date === undefined) throw invalid('The header has no date column; name it with date_column');
  if (places.amount === undefined && places.credit === undefined)
    throw invalid('The header has no amount column; name it with amount_column or credit_column');
  return places;
}

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: Info;
}

function recordsOf(csv: string, { separator }: BankFileSettings): readonly CsvRecord[] {
  try {
    // The parser counts a CRLF inside quotes as two lines.
    const parsed: unknown = parse(csv.replaceAll('\r\n', '\n'), {
      ...{ bom: true, info: true, relax_column_count: true, skip_empty_lines: true },
      skip_records_with_empty_values: true,
      to: maxBankLines + 2,
      delimiter: separators[separator],
    });
    // With `info`, each record comes with its place.
    return parsed as CsvRecord[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid(`The file is not CSV; see line ${Number(error['lines'])}`);
  }
}

/** Line breaks inside the cells of a record: it begins that many lines before its end. */
const linesInside = (record: readonly string[]): number =>
  record.reduce((sum, cell) => sum + (cell.match(/\r|\n/g)?.length ?? 0), 0);

const invalid = (message: string, path: string[] = ['body', 'csv']) =>
  new ApiError('validation_failed', { details: [{ path, message, code: 'invalid_csv' }] });

const maxCents = 99_999_999_999;
const maxAmountLength = 100;

/**
 * Integer cents of an amount such as `1,234.50`, `$12`, `-12.5`, `(12.50)` or `12.50-`; undefined for another text.
 */
export function readAmount(text: string, decimal: BankFileSettings['decimal']): number | undefined {
  const point = decimal === 'comma' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  // The expression takes quadratic time for long blanks.
  if (text.length > maxAmountLength) return undefined;
  const found = /^(\(|-|\+)?\s*\$?\s*(-)?(\d*)(?:\.(\d{1,2}))?\s*(\)|-)?$/.exec(point.trim());
  if (found === null) return undefined;
  const [, before = '', inner = '', whole = '', fraction = '', after = ''] = found;
  if (whole === '' && fraction === '') return undefined;
  if ((before === '(') !== (after === ')')) return undefined;
  const signs = [before === '-', inner === '-', after === '-', before === '('].filter(Boolean).length;
  if (signs > 1) return undefined;
  const cents = Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0') || '0');
  if (cents > maxCents) return undefined;
  return signs === 1 && cents !== 0 ? -cents : cents;
}

const forms: Readonly<
  Record<string, { readonly pattern: RegExp; readonly order: readonly [number, number, number] }>
> = {
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/, order: [1, 2, 3] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: [3, 1, 2] },
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: [3, 2, 1] },
  YYYYMMDD: { pattern: /^(\d{4})(\d\d)(\d\d)$/, order: [1, 2, 3] },
};

/** The day as `YYYY-MM-DD`; undefined for a text of another form, or a day that does not exist. */
export function readDay(text: string, format: BankFileSettings['date_format']): string | undefined {
  for (const name of format === 'iso_or_us' ? ['YYYY-MM-DD', 'MM/DD/YYYY'] : [format]) {
    const form = forms[name];
    const found = form?.pattern.exec(text);
    if (form === undefined || !found) continue;
    const [year, month, day] = form.order.map((place) => found[place] ?? '');
    const iso = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    const time = Date.parse(`${iso}T00:00:00Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
  }
  return undefined;
}
