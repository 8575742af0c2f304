import { Buffer } from 'node:buffer';

const zero = 0x30;
const point = 0x2e;
const minus = 0x2d;
/** Maximum digits, because a double holds 15 digits of cents exactly. */
const maxDigits = 15;

/**
 * Reads a decimal number in bytes as integer cents. Undefined for anything else, and for more than two places or 15
 * digits.
 */
export function readCents(bytes: Buffer, start: number, end: number): number | undefined {
  let i = start;
  const negative = bytes[i] === minus && i < end;
  if (negative) i++;
  if (i >= end || end - i > maxDigits + 1) return undefined;
  let cents = 0;
  let digits = 0;
  let places = -1;
  for (; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === point && places < 0) {
      places = 0;
      continue;
    }
    const digit = byte - zero;
    if (digit < 0 || digit > 9) return undefined;
    if (places >= 2) {
      if (digit !== 0) return undefined;
      continue;
    }
    cents = cents * 10 + digit;
    digits++;
    if (places >= 0) places++;
  }
  if (digits === 0) return undefined;
  cents *= places <= 0 ? 100 : places === 1 ? 10 : 1;
  if (cents > Number.MAX_SAFE_INTEGER) return undefined;
  return negative && cents !== 0 ? -cents : cents;
}

/** Reads a decimal number in bytes, without exponent or grouping; undefined for anything else. */
export function readDecimal(bytes: Buffer, start: number, end: number): number | undefined {
  let i = start;
  const negative = bytes[i] === minus && i < end;
  if (negative) i++;
  let whole = 0;
  let digits = 0;
  let scale = 0;
  for (; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === point && scale === 0) {
      scale = 1;
      continue;
    }
    const digit = byte - zero;
    if (digit < 0 || digit > 9) return undefined;
    whole = whole * 10 + digit;
    digits++;
    if (scale > 0) scale *= 10;
  }
  if (digits === 0) return undefined;
  const value = scale > 1 ? whole / scale : whole;
  return negative ? -value : value;
}

/** ISO texts of days that were read before. Dates repeat, so most days need neither a check nor a new text. */
const knownDays = new Int32Array(4096);
const knownTexts: string[] = Array.from({ length: 4096 }, () => '');

/** Reads eight bytes CCYYMMDD as YYYY-MM-DD; undefined if they are not a calendar day. */
export function readDate(bytes: Buffer, start: number): string | undefined {
  let day = 0;
  for (let i = start; i < start + 8; i++) {
    const digit = (bytes[i] ?? 0) - zero;
    if (digit < 0 || digit > 9) return undefined;
    day = day * 10 + digit;
  }
  const slot = (day ^ (day >>> 7)) & 4095;
  if (knownDays[slot] === day && day !== 0) return knownTexts[slot];
  const year = Math.trunc(day / 10_000);
  const month = Math.trunc(day / 100) % 100;
  const dayOfMonth = day % 100;
  if (!isCalendarDay(year, month, dayOfMonth)) return undefined;
  const century = twoDigits[Math.trunc(year / 100)] ?? '';
  const text = `${century}${twoDigits[year % 100]}-${twoDigits[month]}-${twoDigits[dayOfMonth]}`;
  knownDays[slot] = day;
  knownTexts[slot] = text;
  return text;
}

/** `00` to `99`. */
const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0'));

/** Converts CCYYMMDD to YYYY-MM-DD; undefined if it is not a calendar day. */
export function isoDate(text: string): string | undefined {
  return /^\d{8}$/.test(text) ? readDate(Buffer.from(text, 'latin1'), 0) : undefined;
}

export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 1) return false;
  return day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
