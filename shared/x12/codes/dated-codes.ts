import { type CodeEntry, type CodeList, codeSource, lazyCodeList } from '../guide/code-list.ts';

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
