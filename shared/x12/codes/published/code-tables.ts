import type { CodeFacts, CodeTables } from '../../checks/medical-code.ts';
import { type CodeList, lazyCodeList } from '../../guide/code-list.ts';
import { readCompactTable } from './compact-table.ts';
import { type PublishedCode, type TableKind, tableKinds } from './published-list.ts';

/** Functions that return the text of an imported table, by kind. A function runs at the first code of its kind. */
export type TableSources = Readonly<Partial<Record<TableKind, () => string>>>;

/** Returns the code tables of imported lists for `validate`. A table is read when the first code is looked up. */
export function codeTablesOf(sources: TableSources): CodeTables {
  const lookups = new Map<TableKind, Lookup>();
  const lookup = (kind: TableKind, read: () => string): Lookup => {
    const known = lookups.get(kind) ?? new Lookup(read(), kind);
    lookups.set(kind, known);
    return known;
  };
  const { icd10cm, hcpcs, taxonomy, pos, carc, rarc } = sources;
  return {
    ...(icd10cm && { diagnoses: (code, on) => lookup('icd10cm', icd10cm).facts(code, on) }),
    ...(hcpcs && {
      procedures: (code, on) => (isLevelTwo(code) ? lookup('hcpcs', hcpcs).facts(code, on) : inForce),
      modifiers: (code, on) => (isLevelTwoModifier(code) ? lookup('hcpcs', hcpcs).facts(code, on) : inForce),
    }),
    ...(taxonomy && { taxonomies: (code, on) => lookup('taxonomy', taxonomy).facts(code, on) }),
    ...(pos && { placesOfService: listOf('place of service', 'pos', pos) }),
    ...(carc && { adjustmentReasons: listOf('Claim adjustment reason (CARC)', 'carc', carc) }),
    ...(rarc && { remarks: listOf('Remittance advice remark (RARC)', 'rarc', rarc) }),
  };
}

/** Member of the code tables by kind. */
const members: Readonly<Record<TableKind, keyof CodeTables>> = {
  icd10cm: 'diagnoses',
  hcpcs: 'procedures',
  pos: 'placesOfService',
  taxonomy: 'taxonomies',
  carc: 'adjustmentReasons',
  rarc: 'remarks',
};

/** Returns the kinds without a table. Their codes are checked by format, or with the built-in list (pos, carc, rarc). */
export function absentTables(tables: CodeTables = {}): TableKind[] {
  return tableKinds.filter((kind) => tables[members[kind]] === undefined);
}

const inForce: CodeFacts = { inForce: true };
const notInForce: CodeFacts = { inForce: false };

/** HCPCS level II. CPT codes and CDT codes (D) are licensed and not in the list of CMS. */
const isLevelTwo = (code: string): boolean => /^[ABCE-V]\d{4}$/.test(code);

/** Modifiers of level II begin with a letter. P1 to P6 are of the CPT. */
const isLevelTwoModifier = (code: string): boolean => /^[A-Z]/.test(code) && !/^P[1-6]$/.test(code);

/** Looks up codes of one table. */
class Lookup {
  private readonly since: string | undefined;
  private readonly periods = new Map<string, PublishedCode[]>();

  constructor(text: string, kind: TableKind) {
    const { since, codes } = readCompactTable(text, kind);
    this.since = since;
    for (const row of codes) {
      const known = this.periods.get(row.code);
      if (known === undefined) this.periods.set(row.code, [row]);
      else known.push(row);
    }
  }

  /** Returns the facts of a code on a day. Before the first day of the table, a missing code may have been in force. */
  facts(code: string, on: string | undefined): CodeFacts | undefined {
    const periods = this.periods.get(code);
    if (periods === undefined) return on !== undefined && on < (this.since ?? '') ? inForce : undefined;
    if (on === undefined) return inForce;
    return periods.some(({ from = '', to }) => from <= on && (to === undefined || on <= to))
      ? inForce
      : notInForce;
  }
}

/** Returns a code list with the last period of each code. */
function listOf(name: string, kind: TableKind, read: () => string): CodeList {
  return lazyCodeList(name, () => {
    const { codes } = readCompactTable(read(), kind);
    return new Map(codes.map(({ code, from, to }) => [code, { ...(from && { from }), ...(to && { to }) }]));
  });
}
