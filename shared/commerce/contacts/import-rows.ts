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
import { changeContact, movedChannels, newContact, withoutYes } from './contact.ts';
import {
  type Channel,
  type ContactImportInput,
  channels,
  consentStatuses,
  type ImportFault,
  importColumns,
  maxImportRows,
  maxTags,
  profileFieldNames,
  profileFields,
  type StoredContact,
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

interface RowRules {
  readonly brandId: string;
  readonly onMatch: ContactImportInput['on_match'];
  readonly consentSource: string;
  readonly id: string;
  readonly now: Date;
}

export interface ImportedRow {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly contact: StoredContact;
  /** Channels whose consent is another now. */
  readonly consents: readonly Channel[];
}

/** What a row makes of the contact with its address; of none, a new contact. */
export function importRow(row: ImportRow, known: StoredContact | undefined, rules: RowRules): ImportedRow {
  const { tags, email_consent, sms_consent, ...profile } = row;
  const input = { brand_id: rules.brandId, ...profile, tags };
  const base = known ? changed(known, row, rules) : newContact(input, 'import', rules);
  const wanted = { email: email_consent, sms: sms_consent };
  const consents = channels.filter((channel) => {
    const present = base.consents[channel]?.status;
    return wanted[channel] !== undefined && wanted[channel] !== present && present !== 'withdrawn';
  });
  const at = rules.now.toISOString();
  const given = Object.fromEntries(
    channels.flatMap((channel) => {
      const status = wanted[channel];
      if (!consents.includes(channel) || status === undefined) return [];
      return [[channel, { status, source: rules.consentSource, at }]];
    }),
  );
  const contact = { ...base, consents: { ...base.consents, ...given } };
  if (known === undefined) return { outcome: 'created', contact, consents };
  if (base === known && consents.length === 0) return { outcome: 'unchanged', contact: known, consents };
  const stamped = { ...contact, updated_at: at, version: known.version + 1 };
  return { outcome: 'updated', contact: stamped, consents };
}

/** The same object if the row changes nothing. */
function changed(known: StoredContact, row: ImportRow, { onMatch, now }: RowRules): StoredContact {
  const profile = Object.fromEntries(
    profileFieldNames.flatMap((name) =>
      row[name] === undefined || (onMatch === 'fill' && known[name] !== undefined) ? [] : [[name, row[name]]],
    ),
  );
  const tags = [...known.tags, ...row.tags].slice(0, Math.max(maxTags, known.tags.length));
  const { contact, members } = changeContact(known, { ...profile, tags }, now);
  // A file claims an address; only its own columns say yes for it.
  return members.length === 0 ? known : withoutYes(contact, movedChannels(known, contact));
}
