import type { CodeEntry, CodeList } from '../guide/code-list.ts';

/** Codes by date; each item is one code (`A1`) or a run of codes (`A0-A8`, `MA01-MA09`). */
type CodesByDate = Readonly<Record<string, readonly string[]>>;

/**
 * A code list from its dates: when each code came into force (`''` for "not known"), and the last day on which it
 * was. A code that is named in no start date is not in the list. A code that is withdrawn on a date is still good
 * on that date.
 */
export function datedCodes(
  name: string,
  since: CodesByDate,
  until: CodesByDate,
  texts: Readonly<Record<string, string>>,
): CodeList {
  const entries = new Map<string, CodeEntry>();
  for (const [from, runs] of Object.entries(since)) {
    for (const code of runs.flatMap(expandCodeRange)) {
      const text = texts[code];
      entries.set(code, {
        ...(from === '' ? {} : { from }),
        ...(text === undefined ? {} : { text }),
      });
    }
  }
  for (const [to, runs] of Object.entries(until)) {
    for (const code of runs.flatMap(expandCodeRange)) {
      const entry = entries.get(code);
      if (entry === undefined) throw new RangeError(`${name}: ${code} ends but never began`);
      entries.set(code, { ...entry, to });
    }
  }
  return { name, entries };
}

/** `A0-A8` as A0, A1 … A8; leading zeros of the first number set the width. */
export function expandCodeRange(run: string): string[] {
  const match = /^([A-Z]*)(\d+)-\1(\d+)$/.exec(run);
  const [, prefix = '', first = '', last = ''] = match ?? [];
  if (match === null) return [run];
  const codes: string[] = [];
  for (let n = Number(first); n <= Number(last); n++)
    codes.push(prefix + String(n).padStart(first.length, '0'));
  return codes;
}
