/** What JSON can say. An undefined member is as good as absent. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [member: string]: JsonValue | undefined };

/** The value has no canonical form: JSON cannot say it, or a field of an entry may not hold it. */
export class NotCanonical extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotCanonical';
  }
}

/** Deeper values are refused: no event has them, and a reader's recursion has its bounds. */
const maximumDepth = 64;

/**
 * The one JSON text of a value (RFC 8785, JSON Canonicalization Scheme): no white space, members sorted by the
 * UTF-16 code units of their names, numbers in ECMAScript's shortest form, strings with the shortest escapes.
 * Beyond the RFC, which forbids them, a lone surrogate is written as `\udXXX`, so that every string of a program
 * has a form of its own and the text is always well-formed Unicode.
 *
 * @throws NotCanonical for what JSON cannot say: NaN, infinities, functions, class instances, holes
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
      if (!Number.isFinite(value)) throw new NotCanonical('JSON has no word for a number that is not finite');
      return JSON.stringify(value);
    case 'object':
      if (value === null) return 'null';
      if (depth === maximumDepth) throw new NotCanonical(`The value is nested deeper than ${maximumDepth}`);
      return Array.isArray(value) ? writeArray(value, depth) : writeObject(value, depth);
    default:
      throw new NotCanonical(`JSON has no word for a value of type ${typeof value}`);
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
