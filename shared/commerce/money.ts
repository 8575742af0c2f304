import { Big } from 'big.js';

/** Money inside the service: whole cents. */
export type Cents = bigint;

/** One line of an order: `price` is for one unit. */
export interface PricedLine {
  readonly price: number;
  readonly quantity: number;
}

/** Maximum total of an order, in cents. Reports hold 7,000 orders of this size before {@link maxExactCents}. */
export const maxTotalCents: Cents = 999_999_999_999n;

/** Largest exact amount in JSON, in cents: below 2^46, neighboring doubles (IEEE 754) are less than a cent apart. */
export const maxExactCents: Cents = 2n ** 46n * 100n;

/** True for an amount that a JSON number keeps to the cent. */
export const isExactAmount = (cents: Cents): boolean => cents <= maxExactCents && cents >= -maxExactCents;

/**
 * The decimal that the caller wrote: the shortest text that reads back as `value`, so 0.1 is exactly one tenth.
 *
 * @throws RangeError for a negative or infinite value
 */
export function decimalOf(value: number): Big {
  if (!(value >= 0 && Number.isFinite(value))) throw new RangeError('Not a finite number of zero or more');
  return new Big(value);
}

/** Exact sum of price × quantity, without rounding. */
export const sumOfLines = (lines: readonly PricedLine[]): Big =>
  lines.reduce((sum, { price, quantity }) => sum.plus(decimalOf(price).times(quantity)), new Big(0));

/** An exact amount in cents, rounded half up. */
export const toCents = (amount: Big): Cents => wholeCents(amount, Big.roundHalfUp);

const wholeCents = (amount: Big, rounding: 0 | 1): Cents => BigInt(amount.times(100).toFixed(0, rounding));

/**
 * Splits `total` over `amounts`, whose exact sum rounds to it. Each part is its amount cut to the cent. The remaining
 * cents go to the largest remainders, the first among equals.
 */
export function apportion(total: Cents, amounts: readonly Big[]): readonly Cents[] {
  const parts = amounts.map((amount) => wholeCents(amount, Big.roundDown));
  const remainders = amounts.map((amount, index) => amount.times(100).minus(String(parts[index])));
  const over = Number(total - parts.reduce((sum, part) => sum + part, 0n));
  const byRemainder = [...remainders.entries()].sort(([i, a], [j, b]) => b.cmp(a) || i - j);
  const raised = new Set(byRemainder.slice(0, over).map(([index]) => index));
  return parts.map((part, index) => (raised.has(index) ? part + 1n : part));
}

/**
 * An amount shared in proportion to `weights`, in whole cents. The shares add up to the amount, unless no weight is above 0. The
 * remaining cents go to the largest remainders, the first among equals. No share exceeds its weight if the amount does not exceed their sum.
 */
export function sharesOf(amount: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n || amount === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const over = Number(exact.reduce((total, part) => total + (part % sum), 0n) / sum);
  const byRemainder = [...exact.entries()].sort(([i, a], [j, b]) => Number((b % sum) - (a % sum)) || i - j);
  const raised = new Set(byRemainder.slice(0, over).map(([index]) => index));
  return exact.map((part, index) => Number(part / sum) + (raised.has(index) ? 1 : 0));
}

/**
 * The decimal number for JSON.
 *
 * @throws RangeError beyond {@link maxExactCents}
 */
export function toDecimalNumber(cents: Cents): number {
  if (!isExactAmount(cents)) throw new RangeError('The amount is too large for a JSON number');
  return Number(`${cents}e-2`);
}
