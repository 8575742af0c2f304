/** A decimal number that is not negative: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const zero: Decimal = { digits: 0n, scale: 0 };

const numberText = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/**
 * The decimal that the caller wrote: the shortest text that reads back as `value` (ECMA-262, Number::toString),
 * so that 0.1 is one tenth and not the nearest binary fraction.
 *
 * @throws RangeError for a negative or infinite value
 */
export function decimalOf(value: number): Decimal {
  const match = numberText.exec(String(value));
  if (!match) throw new RangeError('Not a finite number of zero or more');
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** Exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale };
}

/** Exact product with a whole number. */
export const times = (a: Decimal, quantity: number): Decimal => ({
  digits: a.digits * BigInt(quantity),
  scale: a.scale,
});

/** `value` in whole units of 10^-`scale`, and what is left over (in units of 10^-`value.scale`, or 0). */
export function divide(value: Decimal, scale: number): { readonly whole: bigint; readonly rest: Decimal } {
  if (value.scale <= scale) return { whole: digitsAt(value, scale), rest: zero };
  const unit = 10n ** BigInt(value.scale - scale);
  return { whole: value.digits / unit, rest: { digits: value.digits % unit, scale: value.scale } };
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const [left, right] = [digitsAt(a, scale), digitsAt(b, scale)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const digitsAt = ({ digits, scale }: Decimal, wanted: number): bigint =>
  digits * 10n ** BigInt(wanted - scale);
