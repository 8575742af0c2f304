import { add, compare, type Decimal, decimalOf, divide, times, zero } from './decimal.ts';

/** Money inside the service: whole cents. */
export type Cents = bigint;

/** One line of an order: `price` is for one unit. */
export interface PricedLine {
  readonly price: number;
  readonly quantity: number;
}

/**
 * Largest total of an order, in cents. Reports add up 7,000 orders of this size before they reach
 * {@link maxExactCents}.
 */
export const maxTotalCents: Cents = 999_999_999_999n;

/**
 * Largest amount, in cents, that a JSON number keeps: up to 2^46 neighbouring doubles (IEEE 754) are less than a cent
 * apart. Beyond it two amounts a cent apart could read alike.
 */
export const maxExactCents: Cents = 2n ** 46n * 100n;

/** True for an amount that a JSON number keeps to the cent. */
export const isExactAmount = (cents: Cents): boolean => cents <= maxExactCents && cents >= -maxExactCents;

const half: Decimal = { digits: 5n, scale: 3 };

/** Exact sum of price × quantity: no rounding, whatever the prices. */
export const sumOfLines = (lines: readonly PricedLine[]): Decimal =>
  lines.reduce((sum, { price, quantity }) => add(sum, times(decimalOf(price), quantity)), zero);

/** An exact amount in cents, rounded half up. */
export function toCents(amount: Decimal): Cents {
  const { whole, rest } = divide(amount, 2);
  return compare(rest, half) >= 0 ? whole + 1n : whole;
}

/**
 * Splits `total` over `amounts`, whose exact sum rounds to it, so that the parts add up to it again: each part is
 * its amount cut to the cent, and the cents left over go to the largest remainders (the first among equals).
 */
export function apportion(total: Cents, amounts: readonly Decimal[]): readonly Cents[] {
  const parts = amounts.map((amount) => divide(amount, 2));
  const over = Number(total - parts.reduce((sum, { whole }) => sum + whole, 0n));
  const byRemainder = parts.map((_, index) => index);
  byRemainder.sort((a, b) => compare(parts[b]?.rest ?? zero, parts[a]?.rest ?? zero) || a - b);
  const raised = new Set(byRemainder.slice(0, over));
  return parts.map(({ whole }, index) => (raised.has(index) ? whole + 1n : whole));
}

/**
 * The decimal number for JSON.
 *
 * @throws RangeError beyond {@link maxExactCents}
 */
export function toDecimalNumber(cents: Cents): number {
  if (!isExactAmount(cents)) throw new RangeError('The amount is too large for a JSON number');
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  const amount = Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
  return cents < 0n ? -amount : amount;
}
