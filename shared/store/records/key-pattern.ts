import { createHash } from 'node:crypto';

/*
 * Keys as text with facts in braces: `STOP#{id}` is the key `STOP#0199a1c0…`. `#` separates, so no fact contains it.
 *
 * - `{id}`: printable ASCII without `#` and `~`.
 * - `{number:7}`: a whole number with leading zeros, which sorts as text.
 * - `{name:text}`: any text. One that is long or has other characters is replaced by its hash.
 */

/** Names of the facts in a key pattern. */
export type FactsIn<Pattern extends string> = Pattern extends `${string}{${infer Fact}}${infer Rest}`
  ? (Fact extends `${infer Name}:${string}` ? Name : Fact) | FactsIn<Rest>
  : never;

type NumbersIn<Pattern extends string> = Pattern extends `${string}{${infer Fact}}${infer Rest}`
  ? (Fact extends `${infer Name}:${number}` ? Name : never) | NumbersIn<Rest>
  : never;

/** The facts of a key with one of these patterns. */
export type FactsOf<Pattern extends string> = {
  readonly [Fact in FactsIn<Pattern>]: Fact extends NumbersIn<Pattern> ? number : string;
};

/** Values among which the facts of a key are. Others are passed over. */
export type Facts = Readonly<Record<string, unknown>>;

const fact = /\{(\w+)(?::(\w+))?\}/g;

/** Names of the facts of a pattern, in their order. */
export const factNames = (pattern: string): readonly string[] =>
  [...pattern.matchAll(fact)].map(([, name = '']) => name);

/** The key with all its facts; undefined if one of them is missing. @throws TypeError for a fact that no key can have */
export function keyText(pattern: string, facts: Facts): string | undefined {
  let isComplete = true;
  const text = pattern.replace(fact, (_, name: string, format: string | undefined) => {
    const value = facts[name];
    if (value !== undefined) return encoded(value, format, `${name} of ${pattern}`);
    isComplete = false;
    return '';
  });
  return isComplete ? text : undefined;
}

/** What the keys with these facts begin with: the pattern up to the first fact that is missing. */
export function keyPrefix(pattern: string, facts: Facts): string {
  const names = [...pattern.matchAll(fact)];
  const open = names.find(([, name = '']) => facts[name] === undefined);
  const later = names.slice(open && names.indexOf(open)).find(([, name = '']) => facts[name] !== undefined);
  if (open && later) throw new TypeError(`${later[1]} of ${pattern} has no effect without ${open[1]}`);
  return keyText(pattern.slice(0, open?.index), facts) ?? '';
}

/** The facts of a key with this pattern, as they are in the key; undefined for other keys. */
export function factsOfKey(
  pattern: string,
  key: string,
): Readonly<Record<string, string | number>> | undefined {
  if (!key.startsWith(headOf(pattern))) return undefined;
  const found = expressionOf(pattern).exec(key);
  if (found === null) return undefined;
  const formats = new Map([...pattern.matchAll(fact)].map(([, name, format]) => [name, format]));
  const entries = Object.entries(found.groups ?? {});
  return Object.fromEntries(
    entries.map(([name, text]) => [name, isDigits(formats.get(name)) ? Number(text) : text]),
  );
}

/** The partitions of a pattern as a pattern for IAM: `STOPS#{brand_id}` is `STOPS#*`. */
export const iamPattern = (pattern: string): string => pattern.replace(/\{.*$/, '*');

/** Whether some key has both patterns. May err on the side of true for segments with several facts. */
export function canBeSame(one: string, other: string): boolean {
  const [left, right] = [one.split('#'), other.split('#')];
  return left.length === right.length && left.every((segment, n) => canEqual(segment, right[n] ?? ''));
}

/** Whether a range of keys with the pattern, from no fact on or from some, can have keys of the other pattern. */
export const canList = (pattern: string, other: string): boolean =>
  [...pattern.matchAll(fact)].some(({ index }) => canBegin(other, pattern.slice(0, index)));

function canBegin(pattern: string, beginning: string): boolean {
  const [begun, segments] = [beginning.split('#'), pattern.split('#')];
  const last = begun.pop() ?? '';
  const end = segments[begun.length];
  if (end === undefined || !begun.every((one, n) => canEqual(one, segments[n] ?? ''))) return false;
  const [head, beginningHead] = [headOf(end), headOf(last)];
  if (hasFacts(end) || hasFacts(last))
    return head.startsWith(beginningHead) || beginningHead.startsWith(head);
  return end.startsWith(last);
}

function canEqual(one: string, other: string): boolean {
  if (!hasFacts(one)) return new RegExp(`^${sourceOf(other)}$`).test(one);
  if (!hasFacts(other)) return new RegExp(`^${sourceOf(one)}$`).test(other);
  return compatible(headOf(one), headOf(other)) && compatible(tailOf(one), tailOf(other));
}

const hasFacts = (segment: string) => segment.includes('{');
const headOf = (segment: string) => segment.replace(/\{.*$/, '');
/** The text after the last fact, from its end to its beginning. */
const tailOf = (segment: string) => [...segment.replace(/^.*\}/, '')].reverse().join('');
const compatible = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const made = expressions.get(pattern) ?? new RegExp(`^${sourceOf(pattern)}$`);
  expressions.set(pattern, made);
  return made;
}

/** A regular expression for the keys of a pattern. Patterns have no characters with a meaning in it but those of facts. */
const sourceOf = (pattern: string): string =>
  pattern.replace(fact, (_, name, format) =>
    isDigits(format) ? `(?<${name}>\\d{${format}})` : `(?<${name}>[^#]+)`,
  );

const isDigits = (format: string | undefined) => format !== undefined && /^\d+$/.test(format);

/** A `}` at the beginning marks what is no plain text, so no two texts have the same key. */
const hashMark = '}';

/** Leaves room for several facts in the 1,024 bytes of a sort key. */
const maxTextLength = 100;

/** A `{name:text}` in a key. */
export function encodedText(text: string): string {
  if (/^[ -"$-|][ -"$-}]*$/.test(text) && text.length <= maxTextLength) return text;
  return hashMark + createHash('sha256').update(text).digest('base64url');
}

function encoded(value: unknown, format: string | undefined, place: string): string {
  if (format === 'text') return encodedText(String(value));
  if (format === undefined) {
    if (typeof value === 'string' && /^[ -"$-}]{1,512}$/.test(value)) return value;
    throw new TypeError(`${place} is not a text that a key can have`);
  }
  const digits = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : '';
  if (digits === '' || digits.length > Number(format)) {
    throw new TypeError(`${place} is not a number of at most ${format} digits`);
  }
  return digits.padStart(Number(format), '0');
}
