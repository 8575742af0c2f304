/** Kinds of code lists that can be imported. */
export const tableKinds = ['icd10cm', 'hcpcs', 'pos', 'taxonomy', 'carc', 'rarc'] as const;
export type TableKind = (typeof tableKinds)[number];

/** A file of a published list. */
export interface PublishedFile {
  /** Name without folders. Some lists have their edition in it. */
  readonly name: string;
  /** One character per byte (latin1), because some lists have columns of bytes. */
  readonly text: string;
  /** First day of the edition, for a name without a year. */
  readonly since?: string | undefined;
}

/** A code with its first and last valid day as ISO dates. An absent day is no limit. */
export interface PublishedCode {
  readonly code: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The codes of one file. */
export interface PublishedList {
  /** First day for which the list is complete; undefined for a list that also has all withdrawn codes. */
  readonly since: string | undefined;
  /** True when a code that a newer list lacks is withdrawn; false when each row states its last day. */
  readonly isEdition: boolean;
  readonly codes: readonly PublishedCode[];
}

/** A published list that cannot be read, with the place of the fault. */
export class CodeListError extends Error {
  readonly file: string;
  /** From 1. */
  readonly line: number;

  constructor(file: string, line: number, fault: string) {
    super(`${file}, line ${line}: ${fault}`);
    this.name = 'CodeListError';
    this.file = file;
    this.line = line;
  }
}

/** Returns the day of `CCYYMMDD`, `M/D/CCYY`, `CCYY-MM-DD` or `Month D, CCYY` as an ISO date; undefined for no date. */
export function isoDay(text: string): string | undefined {
  const trimmed = text.trim();
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(trimmed) ?? [];
  if (year !== undefined) return checkedDay(year, month, day);
  const [, usMonth, usDay, usYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(trimmed) ?? [];
  if (usYear !== undefined) return checkedDay(usYear, usMonth, usDay);
  const [, name = '', namedDay, namedYear] = /^([A-Z][a-z]+)\.? (\d{1,2}), ?(\d{4})$/.exec(trimmed) ?? [];
  const number = monthNumber(name);
  return number === undefined ? undefined : checkedDay(namedYear, String(number), namedDay);
}

/** Returns the number of an English month by its first three letters. */
export function monthNumber(name: string): number | undefined {
  const at = months.indexOf(name.slice(0, 3).toLowerCase());
  return at < 0 || name.length < 3 ? undefined : at + 1;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function checkedDay(year = '', month = '', day = ''): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(iso) ? iso : undefined;
}

/** Returns the day before an ISO date. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Returns the lines of a text with their numbers, without empty ones. */
export function numberedLines(text: string): { readonly line: number; readonly text: string }[] {
  return withoutMark(text)
    .split(/\r\n|\r|\n/)
    .map((one, i) => ({ line: i + 1, text: one }))
    .filter((one) => one.text.trim() !== '');
}

/** Removes a byte order mark, as UTF-8 or read as latin1. */
export const withoutMark = (text: string): string => text.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, '');
