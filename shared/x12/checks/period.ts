import type { Buffer } from 'node:buffer';
import { pack } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { isCalendarDay } from '../values/number-and-date.ts';

const dash = 0x2d;
const d8 = pack('D8');
const rd8 = pack('RD8');
const d6 = pack('D6');
const rd6 = pack('RD6');
const tm = pack('TM');
const dt = pack('DT');
const rts = pack('RTS');
const ts = pack('TS');

/** Reads the bytes at [start, end), which must be digits, as a number. */
function digits(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) value = value * 10 + (bytes[i] ?? 0) - 0x30;
  return value;
}

function areDigits(bytes: Buffer, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte < 0x30 || byte > 0x39) return false;
  }
  return true;
}

/** True for digits that are a calendar day: CCYYMMDD from 1900 on, or YYMMDD. */
export function isDateValid(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 8 && length !== 6) return false;
  // With a two-digit year, each year divisible by 4 is a leap year, including 2000.
  const year = length === 8 ? digits(bytes, start, start + 4) : 2000 + digits(bytes, start, start + 2);
  return year >= 1900 && isCalendarDay(year, digits(bytes, end - 4, end - 2), digits(bytes, end - 2, end));
}

/** True for digits that are a time: HHMM, HHMMSS, HHMMSSD or HHMMSSDD. */
export function isTimeValid(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 4 && length < 6) return false;
  return (
    length <= 8 &&
    digits(bytes, start, start + 2) < 24 &&
    digits(bytes, start + 2, start + 4) < 60 &&
    (length === 4 || digits(bytes, start + 4, start + 6) < 60)
  );
}

/** True for a date time period (1251) in the format of the qualifier (1250) before it. */
export function isPeriodValid(
  segment: SegmentCursor,
  element: number,
  component: number,
  start: number,
  end: number,
): boolean {
  const format =
    component === 0 ? segment.packed(element - 1) : segment.packedComponent(element, component - 1);
  const { bytes } = segment;
  switch (format) {
    case d8:
    case d6:
      return isDay(bytes, start, end, format === d8 ? 8 : 6);
    case rd8:
      return isRange(bytes, start, end, 8);
    case rd6:
      return isRange(bytes, start, end, 6);
    case tm:
      return areDigits(bytes, start, end) && isTimeValid(bytes, start, end);
    case dt:
      return isMoment(bytes, start, end, 12);
    case rts:
    case ts:
      return format === rts || isMoment(bytes, start, end, 14);
    default:
      return true;
  }
}

function isDay(bytes: Buffer, start: number, end: number, length: number): boolean {
  return end - start === length && areDigits(bytes, start, end) && isDateValid(bytes, start, end);
}

function isMoment(bytes: Buffer, start: number, end: number, length: number): boolean {
  return (
    end - start === length &&
    areDigits(bytes, start, end) &&
    isDateValid(bytes, start, start + 8) &&
    isTimeValid(bytes, start + 8, end)
  );
}

/** True for two days in order with a dash between them. */
function isRange(bytes: Buffer, start: number, end: number, length: number): boolean {
  const middle = start + length;
  return (
    end - start === length * 2 + 1 &&
    bytes[middle] === dash &&
    isDay(bytes, start, middle, length) &&
    isDay(bytes, middle + 1, end, length) &&
    digits(bytes, start, middle) <= digits(bytes, middle + 1, end)
  );
}
