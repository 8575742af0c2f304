import { NumberValue } from '@aws-sdk/lib-dynamodb';

/** A number as an attribute: DynamoDB's own number where it holds the value, else its text. */
export type StoredNumber = number | string;

/**
 * DynamoDB keeps 38 digits between 1E-130 and 9.99E+125, and the SDK reads whole numbers beyond 2^53 as bigint.
 * A JSON number reaches from 5e-324 to 1.8e308: what lies outside the safe part is kept as the text of the number
 * (ECMA-262, Number::toString), which reads back as exactly the same double.
 */
const smallest = 1e-100;

/** The attribute that holds a number. */
export const storeNumber = (value: number): StoredNumber => {
  const size = Math.abs(value);
  return size === 0 || (size >= smallest && size <= Number.MAX_SAFE_INTEGER) ? value : String(value);
};

/** The number that {@link storeNumber} stored. */
export const readNumber = (stored: StoredNumber): number => Number(stored);

/**
 * A whole number as an attribute that is added to another. DynamoDB adds 38 digits exactly; the SDK takes no number
 * for it beyond 2^53, and gives a bigint for what it reads there.
 */
export const storeSum = (sum: number | bigint): number | NumberValue =>
  Number.isSafeInteger(Number(sum)) ? Number(sum) : NumberValue.from(String(BigInt(sum)));
