import type { Buffer } from 'node:buffer';

const zero = 0x30;
const point = 0x2e;
const minus = 0x2d;
/** 15 digits of cents stay exact in a double. */
const mostDigits = 15;

/**
 * A decimal number in bytes as exact integer cents; undefined for anything else, more than two places or more than
 * 15 digits included. Never rounds.
 */
export function readCents(bytes: Buffer, start: number, end: number): number | undefined {
  let i = start;
  const negative = bytes[i] === minus && i < end;
  if (negative) i++;
  if (i >= end || end - i > mostDigits + 1) return undefined;
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

/** A decimal number in bytes; undefined for anything else. No exponent, no grouping. */
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

/** CCYYMMDD as YYYY-MM-DD; undefined when it is not a day of the calendar. */
export function isoDate(text: string): string | undefined {
  if (!/^\d{8}$/.test(text)) return undefined;
  const year = Number(text.substring(0, 4));
  const month = Number(text.substring(4, 6));
  const day = Number(text.substring(6, 8));
  if (!isCalendarDay(year, month, day)) return undefined;
  return `${text.substring(0, 4)}-${text.substring(4, 6)}-${text.substring(6, 8)}`;
}

export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || year < 1) return false;
  return day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
