import { NumberValue } from '@aws-sdk/lib-dynamodb';

/** A number as an attribute: a DynamoDB number if it can hold the value, else text. */
export type StoredNumber = number | string;

/**
 * DynamoDB holds 38 digits between 1E-130 and 9.99E+125, and the SDK reads whole numbers beyond 2^53 as bigint. JSON
 * numbers outside the safe range are stored as text (ECMA-262, Number::toString), which reads back as the same double.
 */
const smallest = 1e-100;

export const storeNumber = (value: number): StoredNumber => {
  const size = Math.abs(value);
  return size === 0 || (size >= smallest && size <= Number.MAX_SAFE_INTEGER) ? value : String(value);
};

/** The number that {@link storeNumber} stored. */
export const readNumber = (stored: StoredNumber): number => Number(stored);

/** A whole number that an update adds. DynamoDB adds 38 digits exactly; the SDK refuses numbers beyond 2^53. */
export const storeSum = (sum: number | bigint): number | NumberValue =>
  Number.isSafeInteger(Number(sum)) ? Number(sum) : exactNumber(BigInt(sum));

/** A number with all its digits. */
export const exactNumber = (value: number | bigint): NumberValue => NumberValue.from(String(value));
