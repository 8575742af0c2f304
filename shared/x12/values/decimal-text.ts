import { X12Error } from '../findings/x12-error.ts';

/** X12 decimals (R) of quantities hold so many digits (data element 380). */
const mostDigits = 15;

/**
 * A number as an X12 decimal: digits and a point, never an exponent. Throws X12Error (`not_writable`) for a number
 * that takes more than 15 digits, because shortening it would change it.
 */
export function decimalText(value: number): string {
  if (Number.isSafeInteger(value) && Math.abs(value) < 10 ** mostDigits) return String(value);
  const text = expanded(value);
  if (text === undefined || digitsOf(text) > mostDigits) {
    throw new X12Error('not_writable', `A number has more than ${mostDigits} digits; shorten it`);
  }
  return text;
}

/** Whether {@link decimalText} takes the number. */
export function fitsDecimal(value: number): boolean {
  const text = expanded(value);
  return text !== undefined && digitsOf(text) <= mostDigits;
}

/** A zero before the point, the sign and the point are not digits of the number. */
function digitsOf(text: string): number {
  return text.replace(/^-?(?:0(?=\.))?|\./g, '').length;
}

/** The shortest decimal form that reads as the same number; undefined for none or one beyond all use. */
function expanded(value: number): string | undefined {
  const [, sign = '', mantissa = '', exponent = '0'] =
    /^(-?)([\d.]+)(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  if (mantissa === '' || Math.abs(Number(exponent)) > 2 * mostDigits) return undefined;
  const [whole = '', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  const digits = shift < 0 ? '0'.repeat(-shift) + whole + fraction : whole + fraction.padEnd(shift, '0');
  const point = whole.length + Math.max(shift, 0);
  const before = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const after = digits.slice(point).replace(/0+$/, '');
  return sign + before + (after === '' ? '' : `.${after}`);
}
