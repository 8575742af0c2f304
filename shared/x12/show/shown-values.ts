import type { RecordSpec } from '../description/field.ts';
import type { CodeList } from '../guide/code-list.ts';
import { formatCents } from '../values/money.ts';

/** Returns a code with its text: `45 charge above the fee schedule or contract`. */
export function withText(code: string | undefined, list: CodeList): string | undefined {
  if (code === undefined || code === '') return undefined;
  return joined(' ', code, list.entries.get(code)?.text);
}

/** Joins the parts that have a value. */
export function joined(separator: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

export function money(cents: number | undefined): string {
  return cents === undefined ? '' : formatCents(cents);
}

/** The values of a described record that its description names. */
export function describedFacts<T extends object>(
  { fields }: RecordSpec<T>,
  value: T | undefined,
): [label: string, value: string][] {
  return Object.entries<unknown>({ ...value }).flatMap(([name, one]): [string, string][] => {
    const field = fields[name];
    if (field?.kind !== 'element' || field.about === undefined || one === undefined) return [];
    return [[field.about, field.scalar.type === 'amount' ? money(Number(one)) : String(one)]];
  });
}

/** One day, or the first and the last. */
export function period(from: string | undefined, to: string | undefined): string | undefined {
  return from === to ? from : joined(' to ', from, to) || undefined;
}

/** Kinds of identifiers: NM108, N103 and REF01 of parties. */
const identifiers: Readonly<Partial<Record<string, string>>> = {
  XX: 'NPI',
  MI: 'member id',
  PI: 'payer id',
  XV: 'plan id',
  FI: 'tax id',
  '46': 'trading partner id',
  '24': 'employer id',
  '34': 'social security number',
  II: 'health identifier',
  C: 'corrected id',
  EI: 'employer id',
  SY: 'social security number',
};

interface Named {
  readonly lastName?: string | undefined;
  readonly firstName?: string | undefined;
  readonly middleName?: string | undefined;
  readonly suffix?: string | undefined;
  /** Of an organization. */
  readonly name?: string;
  readonly idQualifier?: string | undefined;
  readonly id?: string | undefined;
}

/** Returns name and identifier of a person or organization: `FERN, OLIVE (member id A123456)`. */
export function partyText(party: Named | undefined): string | undefined {
  if (party === undefined) return undefined;
  const given = joined(' ', party.firstName, party.middleName);
  const name = joined(', ', joined(' ', party.name ?? party.lastName, party.suffix), given);
  const { id, idQualifier = '' } = party;
  if (id === undefined || id === '') return name || undefined;
  const labelled = joined(' ', identifiers[idQualifier] ?? idQualifier, id);
  return name === '' ? labelled : `${name} (${labelled})`;
}

/** Returns procedure, qualifier and modifiers: `HC 99213-25`. */
export function procedureText(
  qualifier: string,
  code: string,
  modifiers: readonly string[] | undefined,
): string {
  return joined(' ', qualifier, joined('-', code, ...(modifiers ?? [])));
}
