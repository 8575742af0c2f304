import { isoDay, type PublishedCode, type TableKind, tableKinds } from './published-list.ts';

/** A code list with dates, as it is stored. */
export interface CompactTable {
  readonly kind: TableKind;
  /** First day for which the table knows every code; undefined for all days. */
  readonly since: string | undefined;
  /** By code; a code may have several periods. */
  readonly codes: readonly PublishedCode[];
}

/** A stored table that cannot be read. */
export class CodeTableError extends Error {
  constructor(fault: string) {
    super(fault);
    this.name = 'CodeTableError';
  }
}

const format = 'granary-codes 1';

/**
 * Writes a table as text: a line `granary-codes 1 KIND SINCE`, then a line `CODE FROM TO` per period. Days are CCYYMMDD, `-`
 * is no limit, and absent days at the end are left out.
 */
export function writeCompactTable({ kind, since, codes }: CompactTable): string {
  const lines = codes.map(({ code, from, to }) => {
    if (to !== undefined) return `${code} ${compactDay(from)} ${compactDay(to)}`;
    return from === undefined ? code : `${code} ${compactDay(from)}`;
  });
  return `${[`${format} ${kind} ${compactDay(since)}`, ...lines].join('\n')}\n`;
}

const compactDay = (day: string | undefined): string => day?.replaceAll('-', '') ?? '-';

/** Reads a table. Throws CodeTableError for other text, and for a table of another kind. */
export function readCompactTable(text: string, kind: TableKind): CompactTable {
  const [head = '', ...lines] = text.trimEnd().split('\n');
  const [, found, since = '-'] = /^granary-codes 1 (\S+) (\S+)$/.exec(head) ?? [];
  const known = tableKinds.find((one) => one === found);
  if (known !== kind) throw new CodeTableError(`The table ${kind} cannot be read; import it again`);
  const codes = lines.map((line, i) => {
    const [code = '', from = '-', to = '-'] = line.split(' ');
    if (code === '')
      throw new CodeTableError(`The table ${kind} has no code in line ${i + 2}; import it again`);
    return { code, from: dayOf(from), to: dayOf(to) };
  });
  return { kind, since: dayOf(since), codes };
}

const dayOf = (text: string): string | undefined => (text === '-' ? undefined : isoDay(text));
