/** Formats and check digits of the identifiers in health care claims. All functions take the value as sent. */

/**
 * National provider identifier: ten digits, the first 1 or 2, the last a Luhn check digit over the number with the prefix
 * 80840 (45 CFR 162.406).
 */
export function isNpi(value: string): boolean {
  if (!hasNpiForm(value)) return false;
  // 24 is the part of the prefix in the sum.
  let sum = 24;
  for (let i = 0; i < 10; i++) {
    const digit = value.charCodeAt(i) - 0x30;
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

export function hasNpiForm(value: string): boolean {
  return value.length === 10 && (value[0] === '1' || value[0] === '2') && isDigits(value);
}

/** Employer identification number: nine digits, not all equal, no prefix 00. */
export function isEin(value: string): boolean {
  return value.length === 9 && isDigits(value) && !value.startsWith('00') && !isOneDigitRepeated(value);
}

/** Social security number: nine digits, no area 000, 666 or 9xx, no group 00, no serial 0000. */
export function isSsn(value: string): boolean {
  if (value.length !== 9 || !isDigits(value)) return false;
  const area = value.substring(0, 3);
  if (area === '000' || area === '666' || area[0] === '9') return false;
  return value.substring(3, 5) !== '00' && value.substring(5) !== '0000';
}

/** Provider taxonomy code: ten characters, the last an X. */
export function isTaxonomy(value: string): boolean {
  return taxonomy.test(value);
}

/** ZIP code without hyphen: five or nine digits. */
export function isZip(value: string): boolean {
  return (value.length === 5 || value.length === 9) && isDigits(value);
}

/** Nine-digit ZIP code whose last four digits are not a filler. */
export function isZipPlus4(value: string): boolean {
  return value.length === 9 && isDigits(value) && !value.endsWith('0000') && !value.endsWith('9999');
}

export function isCanadianPostalCode(value: string): boolean {
  return canadianPostalCode.test(value);
}

/** CLIA number of a laboratory: `99D9999999`. */
export function isClia(value: string): boolean {
  return clia.test(value);
}

/** National drug code in claims: eleven digits (5-4-2) without hyphens. */
export function isNdc(value: string): boolean {
  return value.length === 11 && isDigits(value);
}

function isDigits(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return value.length > 0;
}

const taxonomy = /^[0-9A-Z]{9}X$/;
const canadianPostalCode = /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/;
const clia = /^\d{2}D\d{7}$/;

function isOneDigitRepeated(value: string): boolean {
  for (let i = 1; i < value.length; i++) if (value[i] !== value[0]) return false;
  return true;
}
