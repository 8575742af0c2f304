import type { JsonIssue } from '../values/json-codec.ts';

/** What to do with characters outside of the basic and extended X12 character sets. */
export type CharacterRule = 'refuse' | 'transliterate';

/** A JSON value in which every text is X12, and the paths of the texts that were changed for it. */
export interface X12Texts {
  readonly json: unknown;
  readonly changed: readonly string[];
  readonly issues: readonly JsonIssue[];
}

/**
 * Holds every text of a JSON value against the X12 character sets. `refuse` reports each text with another character
 * by its path. `transliterate` writes such characters in ASCII (é as e, ß as ss, curly quotes as straight ones) and
 * reports only what has no such form. The two sets together are the printable characters of ASCII.
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
  refuse: 'has a character outside of the X12 character set; replace it or ask for transliteration',
  transliterate: 'has a character that cannot be written in the X12 character set; replace it',
};

/** Data elements hold printable characters of ASCII. */
function isX12(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Letters that have no decomposition into a letter of ASCII and a mark, and typographic signs. */
const forms: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'ng',
  Ŋ: 'NG',
  ŧ: 't',
  Ŧ: 'T',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '⁄': '/',
  '×': 'x',
  '•': '*',
  '·': '.',
  '€': 'EUR',
  '£': 'GBP',
};

function transliterated(text: string): string {
  const decomposed = text.normalize('NFKD').replace(/\p{Mn}/gu, '');
  return [...decomposed.replace(/\p{Zs}|[\t\r\n]+/gu, ' ')].map((one) => forms[one] ?? one).join('');
}
