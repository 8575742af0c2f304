import type { CodeEntry, CodeList } from '../guide/code-list.ts';

/** Codes by date. An item is one code (`A1`) or a range (`A0-A8`, `MA01-MA09`). */
type CodesByDate = Readonly<Record<string, readonly string[]>>;

/**
 * Builds a code list from the first and last days of its codes. `''` is an unknown first day. Codes without a first day are
 * not in the list. A code is still in force on its last day.
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
      if (entry === undefined) throw new RangeError(`${name}: ${code} has a last day but no first day`);
      entries.set(code, { ...entry, to });
    }
  }
  return { name, entries };
}

/** Expands `A0-A8` to A0, A1 and so on; leading zeros of the first number set the width. */
export function expandCodeRange(run: string): string[] {
  const match = /^([A-Z]*)(\d+)-\1(\d+)$/.exec(run);
  const [, prefix = '', first = '', last = ''] = match ?? [];
  if (match === null) return [run];
  const codes: string[] = [];
  for (let n = Number(first); n <= Number(last); n++)
    codes.push(prefix + String(n).padStart(first.length, '0'));
  return codes;
}
