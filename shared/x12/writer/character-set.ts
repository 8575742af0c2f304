import type { JsonIssue } from '../values/json-codec.ts';

/** Treatment of characters outside the basic and extended X12 character sets. */
export type CharacterRule = 'refuse' | 'transliterate';

/** A JSON value with X12 texts, and the paths of its changed texts. */
export interface X12Texts {
  readonly json: unknown;
  readonly changed: readonly string[];
  readonly issues: readonly JsonIssue[];
}

/**
 * Checks every text of a JSON value against the X12 character sets, which together are printable ASCII. `refuse` reports
 * each text with another character by its path. `transliterate` writes such characters in ASCII (é as e, ß as ss, curly
 * quotes as straight ones) and reports only characters without an ASCII form.
 */
export function x12Texts(json: unknown, rule: CharacterRule): X12Texts {
  const changed: string[] = [];
  const issues: JsonIssue[] = [];
  const walk = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      if (isX12(value)) return value;
      const text = rule === 'transliterate' ? transliterated(value) : value;
      if (isX12(text)) changed.push(path);
      else issues.push({ path, message: messages[rule] });
      return text;
    }
    if (Array.isArray(value)) return value.map((entry: unknown, i) => walk(entry, `${path}[${i}]`));
    if (typeof value !== 'object' || value === null) return value;
    const prefix = path === '' ? '' : `${path}.`;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, walk(part, `${prefix}${key}`)]),
    );
  };
  return { json: walk(json, ''), changed, issues };
}

const messages: Readonly<Record<CharacterRule, string>> = {
  refuse: 'has a character outside the X12 character set; replace it or use transliteration',
  transliterate: 'has a character that cannot be written in the X12 character set; replace it',
};

function isX12(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/**
 * Letters without a decomposition into an ASCII letter and a mark, and typographic signs. Each entry is a character,
 * followed by its form in ASCII.
 */
const forms: ReadonlyMap<string, string> = new Map(
  [
    `ßss ẞSS æae ÆAE œoe ŒOE øo ØO łl ŁL đd ĐD ðd ÐD þth ÞTH ħh ĦH ıi ŋng ŊNG ŧt ŦT ‘' ’' ‚'`,
    `‛' ′' “" ”" „" ″" «" »" ‐- ‑- ‒- –- —- −- ⁄/ ×x •* ·. €EUR £GBP`,
  ]
    .flatMap((row) => row.split(' '))
    .map(([character = '', ...form]) => [character, form.join('')]),
);

function transliterated(text: string): string {
  const decomposed = text.normalize('NFKD').replace(/\p{Mn}/gu, '');
  return [...decomposed.replace(/\p{Zs}|[\t\r\n]+/gu, ' ')].map((one) => forms.get(one) ?? one).join('');
}
