import { X12Error } from '../findings/x12-error.ts';

/** Maximum digits of a quantity (data element 380). */
const maxDigits = 15;

/**
 * Writes a number as an X12 decimal: digits and a point, without exponent.
 *
 * @throws X12Error `not_writable` for a number with more than 15 digits, because rounding would change it
 */
export function decimalText(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) < 10 ** maxDigits) return String(value);
  const text = expanded(value);
  if (text === undefined || digitsOf(text) > maxDigits) {
    throw new X12Error('not_writable', `Number has more than ${maxDigits} digits; shorten it`);
  }
  return text;
}

/** Whether {@link decimalText} can write the number. */
export function fitsDecimal(value: number): boolean {
  const text = expanded(value);
  return text !== undefined && digitsOf(text) <= maxDigits;
}

/** Counts digits, without a zero before the point. */
function digitsOf(text: string): number {
  return text.replace(/^-?(?:0(?=\.))?|\./g, '').length;
}

/** Returns the shortest decimal form of the same number; undefined for NaN, infinity and extreme exponents. */
function expanded(value: number): string | undefined {
  const [, sign = '', mantissa = '', exponent = '0'] =
    /^(-?)([\d.]+)(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (mantissa === '' || Math.abs(Number(exponent)) > 2 * maxDigits) return undefined;
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  const digits = shift < 0 ? '0'.repeat(-shift) + whole + fraction : whole + fraction.padEnd(shift, '0');
  const point = whole.length + Math.max(shift, 0);
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const after = digits.slice(point).replace(/0+$/, '');
  return sign + before + (after === '' ? '' : `.${after}`);
}
