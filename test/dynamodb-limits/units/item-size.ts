import { hash } from 'node:crypto';

/** A value in DynamoDB's JSON, such as `{"S": "text"}`. */
export type AttributeValue = Readonly<Record<string, unknown>>;

export type Item = Readonly<Record<string, AttributeValue>>;

/** Write units of an item: one per started kB, and one for an item that does not exist. */
export const writeUnits = (bytes: number): number => Math.max(1, Math.ceil(bytes / 1024));

/** Read units: one per started 4 kB, half of that for an eventually consistent read. */
export const readUnits = (bytes: number, isConsistent: boolean): number =>
  Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);

/** Bytes of an item as DynamoDB counts them (developer guide, "DynamoDB item sizes and formats"). */
export function itemBytes(item: Item): number {
  let bytes = 0;
  for (const name in item) bytes += Buffer.byteLength(name) + valueBytes(item[name] ?? {});
  return bytes;
}

/** Identifies the content of an item. */
export const contentDigest = (item: Item): string => hash('md5', canonicalText(item), 'base64');

function valueBytes(value: AttributeValue): number {
  const [type = '', content] = Object.entries(value)[0] ?? [];
  switch (type) {
    case 'S':
      return Buffer.byteLength(String(content));
    case 'N':
      return numberBytes(String(content));
    case 'B':
      return Buffer.byteLength(String(content), 'base64');
    case 'SS':
    case 'NS':
    case 'BS':
      return (content as readonly string[]).reduce(
        (sum, one) => sum + valueBytes({ [type.charAt(0)]: one }),
        0,
      );
    case 'L':
      return (content as readonly AttributeValue[]).reduce((sum, one) => sum + 1 + valueBytes(one), 3);
    case 'M':
      return Object.entries(content as Item).reduce(
        (sum, [name, one]) => sum + 1 + Buffer.byteLength(name) + valueBytes(one),
        3,
      );
    default:
      // BOOL and NULL.
      return 1;
  }
}

/** One byte for two significant digits, counted on each side of the decimal point, and one more; another one for a sign. */
function numberBytes(text: string): number {
  const [mantissa = ''] = text.split(/[eE]/);
  const [before = '', after = ''] = mantissa.replace(/^[-+]/, '').split('.');
  let [whole, fraction] = [before.replace(/^0+/, ''), after.replace(/0+$/, '')];
  if (fraction === '') whole = whole.replace(/0+$/, '');
  if (whole === '') fraction = fraction.replace(/^0+/, '');
  return Math.ceil(whole.length / 2) + Math.ceil(fraction.length / 2) + 1 + (text.startsWith('-') ? 1 : 0);
}

/** JSON with sorted names. */
function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonicalText(one)}`).join()}}`;
}
