import { NumberValue } from '@aws-sdk/lib-dynamodb';

/**
 * Bytes of a value as DynamoDB counts them, or a few more: numbers count by their characters. Source: developer guide,
 * "DynamoDB item sizes and formats".
 */
export function valueSize(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null || value instanceof NumberValue)
    return 1 + String(value).length;
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value) || value instanceof Set) {
    let bytes = container;
    for (const one of value) bytes += element + valueSize(one);
    return bytes;
  }
  let bytes = container;
  for (const [name, one] of Object.entries(value))
    bytes += element + Buffer.byteLength(name) + valueSize(one);
  return bytes;
}

/** Bytes of a list or map itself, and of each of its elements in addition to name and value. */
const container = 3;
const element = 1;
