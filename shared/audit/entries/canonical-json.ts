/** A value that JSON can represent. An undefined member counts as absent. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue | undefined };

/** The value has no canonical form: JSON cannot represent it, or a field of an entry must not contain it. */
export class NotCanonical extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotCanonical';
  }
}

/** Bounds the recursion of readers; no event is nested as deep. */
const maxDepth = 64;

/**
 * The canonical JSON text of a value (RFC 8785, JSON Canonicalization Scheme): no white space, members sorted by the
 * UTF-16 code units of their names, numbers in ECMAScript's shortest form, strings with the shortest escapes. A lone
 * surrogate, which the RFC forbids, is written as `\udXXX`, so the text is always well-formed Unicode.
 *
 * @throws NotCanonical for NaN, infinities, functions, class instances and holes
 */
export function canonicalJson(value: JsonValue): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value))
        throw new NotCanonical('JSON cannot represent a number that is not finite');
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      if (depth === maxDepth) throw new NotCanonical(`The value is nested deeper than ${maxDepth}`);
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
    default:
      throw new NotCanonical(`JSON cannot represent a value of type ${typeof value}`);
  }
}

const writeArray = (values: readonly unknown[], depth: number): string =>
  `[${Array.from(values, (value) => write(value, depth + 1)).join(',')}]`;

function writeObject(value: object, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new NotCanonical('Only plain objects have a canonical form');
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${write(member, depth + 1)}`);
  return `{${members.join(',')}}`;
}
