import { parse } from 'csv-parse/sync';
import * as z from 'zod';
import { type ImportFault, importColumns, maxImportRows } from '#contract/commerce/contact-imports.ts';
import { consentStatuses, maxTags, profileFields, tag } from '#contract/commerce/contacts.ts';
import { ApiError } from '#contract/errors.ts';
import { withoutFormulaGuard } from '../csv.ts';
import { normalEmail } from '../customer.ts';
import { normalPhone } from './addresses.ts';

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

/**
 * Reads the rows of a CSV file.
 *
 * @throws ApiError validation_failed for a file that is not CSV, or whose header has unknown columns
 */
export function readImport(csv: string): readonly ReadRow[] {
  const [header, ...records] = recordsOf(csv);
  if (header === undefined) throw invalid('The file has no header line');
  const columns = header.fields.map((name) => name.trim().toLowerCase());
  const known: readonly string[] = importColumns;
  const unknown = columns.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const at = columns.indexOf(unknown[0] ?? '') + 1;
    throw invalid(`Column ${at} of the header is unknown; use ${known.join(', ')}`);
  }
  if (new Set(columns).size < columns.length) throw invalid('The header names a column twice');
  if (!['name', 'email', 'phone'].some((name) => columns.includes(name))) {
    throw invalid('The file needs a column name, email or phone');
  }
  if (records.length > maxImportRows)
    throw invalid(`The file has more than ${maxImportRows} rows; send several files`);
  return records.map(({ line, fields }) => readRow(line, columns, fields));
}

function readRow(line: number, columns: readonly string[], fields: readonly string[]): ReadRow {
  if (fields.length > columns.length) {
    return {
      line,
      faults: [{ line, message: `The line has ${fields.length} fields, the header ${columns.length}` }],
    };
  }
  const values = Object.fromEntries(
    columns.flatMap((name, index) => {
      const value = fields[index]?.trim() ?? '';
      return value === '' ? [] : [[name, name.endsWith('_consent') ? value.toLowerCase() : value]];
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
  const records = recordsOf(csv).map(({ fields }) => fields);
  const columns = (records[0] ?? []).map((name) => name.trim().toLowerCase());
  const [email, phone] = [columns.indexOf('email'), columns.indexOf('phone')];
  const isOf = (fields: readonly string[]) =>
    emails.includes(normalEmail(fields[email]?.trim() ?? '')) ||
    phones.includes(normalPhone(fields[phone]?.trim() ?? ''));
  if (!records.slice(1).some(isOf)) return csv;
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
  const lines = records.map((fields, index) => (index > 0 && isOf(fields) ? columns.map(() => '') : fields));
  return lines.map((fields) => fields.map(quoted).join(',')).join('\r\n');
}

interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) }));

function recordsOf(csv: string): readonly CsvRecord[] {
  try {
    const records = parsed.parse(
      parse(csv, {
        bom: true,
        info: true,
        relax_column_count: true,
        skip_empty_lines: true,
        to: maxImportRows + 2,
      }),
    );
    // The parser counts the lines up to the end of a record, and a CRLF inside quotes as two of them.
    let surplus = 0;
    return records.map(({ record, info }) => {
      surplus += matchesIn(record, /\r\n/g);
      return {
        line: info.lines - surplus - matchesIn(record, /\r\n|\n|\r/g),
        fields: record.map(withoutFormulaGuard),
      };
    });
  } catch {
    throw invalid('The file is not CSV: check its quotes and separators');
  }
}

const matchesIn = (fields: readonly string[], pattern: RegExp): number =>
  fields.reduce((sum, field) => sum + (field.match(pattern)?.length ?? 0), 0);

const invalid = (message: string) =>
  new ApiError('validation_failed', { details: [{ path: ['body', 'csv'], message, code: 'invalid_csv' }] });
