/** Allowed codes, each with the days on which it is in force. */
export interface CodeList {
  readonly name: string;
  readonly entries: ReadonlyMap<string, CodeEntry>;
}

/** `from` and `to` are the first and the last valid day as ISO dates. An absent day is no limit. */
export interface CodeEntry {
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
}

/** Returns an undated list: `codes('Y', 'N')`. */
export function codes(...values: readonly string[]): CodeList {
  return { name: values.join('|'), entries: new Map(values.map((value) => [value, {}])) };
}

/** Returns a named list of rows `code text` or `code first-day text`, separated by `|`. */
export function codeSource(name: string, table: string): CodeList {
  return lazyCodeList(name, () => {
    const rows = table.matchAll(/([^\s|]+) (?:(\d{4}-\d\d-\d\d) )?([^|]*[^\s|])/g);
    return new Map(
      [...rows].map(([, code = '', from, text = '']) => [code, { ...(from && { from }), text }]),
    );
  });
}

/** Returns a list that parses its codes on first use, because a cold start needs few of them. */
export function lazyCodeList(name: string, parse: () => CodeList['entries']): CodeList {
  let entries: CodeList['entries'] | undefined;
  return {
    name,
    get entries() {
      entries ??= parse();
      return entries;
    },
  };
}

export type CodeValidity = 'valid' | 'unknown' | 'not_yet' | 'expired';

/** Returns the fault of a code, or undefined for a valid code. `when` describes the compared date. */
export function validityMessage(name: string, validity: CodeValidity, when: string): string | undefined {
  switch (validity) {
    case 'valid':
      return undefined;
    case 'unknown':
      return `${name} code does not exist; correct it`;
    case 'not_yet':
      return `${name} code is not yet in force ${when}; send one that is`;
    case 'expired':
      return `${name} code is no longer in force ${when}; send one that is`;
  }
}

/** Returns the validity of a code on an ISO date. Without a date, checks only that the code exists. */
export function codeValidity(list: CodeList, code: string, on?: string): CodeValidity {
  const entry = list.entries.get(code);
  if (entry === undefined) return 'unknown';
  if (on === undefined) return 'valid';
  if (entry.from !== undefined && on < entry.from) return 'not_yet';
  if (entry.to !== undefined && on > entry.to) return 'expired';
  return 'valid';
}
