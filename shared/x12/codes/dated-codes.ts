import {
  type CodeEntry,
  type CodeList,
  type CodeValidity,
  codeSource,
  codeValidity,
  lazyCodeList,
} from '../guide/code-list.ts';

interface DatedCodes {
  /** Codes by first day, `always` for an unknown one: `2015-03-01: A1 A3-A8; always: A2`. */
  readonly since: string;
  /** Codes by last day, on which they are still in force. */
  readonly until: string;
  /** Rows `code text`, separated by `|`. */
  readonly texts?: string;
}

/** Builds a code list from the first and last days of its codes. Codes without a first day are not in the list. */
export function datedCodes(name: string, { since, until, texts = '' }: DatedCodes): CodeList {
  return lazyCodeList(name, () => {
    const textOf = codeSource(name, texts).entries;
    const entries = new Map<string, CodeEntry>();
    for (const [day, code] of codesByDay(since)) {
      entries.set(code, { ...(day !== 'always' && { from: day }), ...textOf.get(code) });
    }
    for (const [to, code] of codesByDay(until)) {
      const entry = entries.get(code);
      if (entry === undefined) throw new RangeError(`${name}: ${code} has a last day but no first day`);
      entries.set(code, { ...entry, to });
    }
    return entries;
  });
}

function codesByDay(text: string): [day: string, code: string][] {
  return text.split(';').flatMap((row) => {
    const [day = '', codes = ''] = row.trim().split(':');
    return expandCodes(codes).map((code): [string, string] => [day, code]);
  });
}

/** Expands codes and ranges: `A0-A2 MA01` to A0, A1, A2, MA01. The first number of a range sets the width. */
export function expandCodes(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).flatMap(expandCodeRange);
}

function expandCodeRange(run: string): string[] {
  const match = /^([A-Z]*)(\d+)-\1(\d+)$/.exec(run);
  const [, prefix = '', first = '', last = ''] = match ?? [];
  if (match === null) return [run];
  const codes: string[] = [];
  for (let n = Number(first); n <= Number(last); n++)
    codes.push(prefix + String(n).padStart(first.length, '0'));
  return codes;
}

/** ISO dates for checking a code. */
export interface CodeDates {
  readonly service: string | undefined;
  /** Date of the payer's decision: payment date or status date. */
  readonly decided: string | undefined;
}

export type CodeFault = Exclude<CodeValidity, 'valid'>;

/**
 * Returns the fault of a code; undefined for a valid code. A code withdrawn before the service date is expired. A code that
 * came into force after the service date is too new only if the decision is older still, because payers use the codes of
 * the day of their decision.
 */
export function codeFault(
  list: CodeList,
  code: string,
  { service, decided }: CodeDates,
): CodeFault | undefined {
  const standing = codeValidity(list, code, service ?? decided);
  if (standing === 'valid') return undefined;
  if (standing !== 'not_yet' || decided === undefined) return standing;
  return codeValidity(list, code, decided) === 'not_yet' ? 'not_yet' : undefined;
}

/** Returns the message for a faulty code of a partner, which is kept as sent. */
export function codeFaultMessage(name: string, standing: CodeFault): string {
  switch (standing) {
    case 'unknown':
      return `${name} code is not in the code list and is kept as sent; ask the payer`;
    case 'not_yet':
      return `${name} code is not yet in force on the service date and is kept as sent; ask the payer`;
    case 'expired':
      return `${name} code is no longer in force on the service date and is kept as sent; ask the payer`;
  }
}

/** Returns facts for a finding. An unknown code is left out, because it may be a name in the wrong place. */
export function codeFaultDetails(code: string, standing: CodeFault): Readonly<Record<string, string>> {
  return standing === 'unknown' ? { standing } : { code, standing };
}
