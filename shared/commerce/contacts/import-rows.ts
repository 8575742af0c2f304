import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import {
  type CsvFile,
  type CsvRow,
  checkedText,
  ignoredColumns,
  readCsvFile,
  UnreadableFile,
} from '../csv-file.ts';
import { normalEmail, normalPhone } from './addresses.ts';
import {
  consentStatuses,
  type ImportFault,
  importColumns,
  maxImportRows,
  maxTags,
  profileFields,
  tag,
} from './contact-fields.ts';

const row = z
  .object({
    ...z.object(profileFields).partial().shape,
    tags: z.array(tag).max(maxTags),
    email_consent: z.enum(consentStatuses).optional(),
    sms_consent: z.enum(consentStatuses).optional(),
  })
  .refine((contact) => contact.name ?? contact.email ?? contact.phone, {
    message: 'A contact needs a name, an email or a phone',
  });
export type ImportRow = z.output<typeof row>;

export type ReadRow =
  | { readonly line: number; readonly row: ImportRow }
  | { readonly line: number; readonly faults: readonly ImportFault[] };

export interface ContactFile {
  readonly rows: readonly ReadRow[];
  readonly ignoredColumns: readonly string[];
}

/**
 * Reads the rows of a CSV file.
 *
 * @throws ApiError validation_failed for a file that is not CSV, or that can name no contact
 */
export function readImport(csv: string): ContactFile {
  const { names, rows } = fileOf(csv);
  if (!['name', 'email', 'phone'].some((name) => names.includes(name))) {
    throw invalid('The file needs a column name, email or phone');
  }
  if (rows.length > maxImportRows)
    throw invalid(`The file has more than ${maxImportRows} rows; send several files`);
  return {
    rows: rows.map(({ line, cells }) => readRow(line, names, cells)),
    ignoredColumns: ignoredColumns(names, importColumns),
  };
}

function fileOf(csv: string): CsvFile {
  try {
    return readCsvFile(checkedText(csv), importColumns, { keepsEmpty: true, maxRows: maxImportRows });
  } catch (error) {
    throw error instanceof UnreadableFile ? invalid(error.message) : error;
  }
}

const known: ReadonlySet<string> = new Set(importColumns);

function readRow(line: number, columns: readonly string[], fields: readonly string[]): ReadRow {
  if (fields.length > columns.length) {
    return {
      line,
      faults: [{ line, message: `The line has ${fields.length} fields, the header ${columns.length}` }],
    };
  }
  const values = Object.fromEntries(
    columns.flatMap((name, index) => {
      const value = fields[index] ?? '';
      return value === '' || !known.has(name)
        ? []
        : [[name, name.endsWith('_consent') ? value.toLowerCase() : value]];
    }),
  );
  const tags = (values['tags'] ?? '').split(';').flatMap((text) => (text.trim() === '' ? [] : [text.trim()]));
  const result = row.safeParse({ ...values, tags });
  if (result.success) return { line, row: result.data };
  const faults = result.error.issues.map(({ path: [column], message }) => ({
    line,
    ...(column !== undefined && { column: String(column) }),
    message,
  }));
  return { line, faults };
}

/** The file with empty rows for a person, found by e-mail address or phone. Every other row keeps its place. */
export function withoutRowsOf(
  csv: string,
  { emails, phones }: { readonly emails: readonly string[]; readonly phones: readonly string[] },
): string {
  const { names, rows } = fileOf(csv);
  const [email, phone] = [names.indexOf('email'), names.indexOf('phone')];
  const isOf = ({ cells }: CsvRow) =>
    emails.includes(normalEmail(cells[email] ?? '')) || phones.includes(normalPhone(cells[phone] ?? ''));
  if (!rows.some(isOf)) return csv;
  const lines = [names, ...rows.map((row) => (isOf(row) ? names.map(() => '') : row.cells))];
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  return lines.map((fields) => fields.map(quoted).join(',')).join('\r\n');
}

const invalid = (message: string) =>
  new ApiError('validation_failed', { details: [{ path: ['body', 'csv'], message, code: 'invalid_csv' }] });
