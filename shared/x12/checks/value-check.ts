import type { Buffer } from 'node:buffer';
import type { ElementPlan } from '../guide/element-plan.ts';
import * as byteClass from '../reader/byte-class.ts';
import { pack } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { isCalendarDay } from '../values/number-and-date.ts';

const { digit, decimalPoint: point, minus, blank, letter, punctuation: mark, foreign } = byteClass;
const notInDecimals = blank | letter | mark | foreign;
const notInIntegers = notInDecimals | point;
const space = 0x20;

export interface ValueProblem {
  readonly edit: string;
  /** IK403. */
  readonly code: string;
}

const tooLong: ValueProblem = { edit: 'V010', code: '5' };
const tooShort: ValueProblem = { edit: 'V010', code: '4' };
const badForm: ValueProblem = { edit: 'V010', code: '6' };
/** The guide allows fewer decimals for money than the data element. */
const tooManyPlaces: ValueProblem = { edit: 'V010', code: 'I12' };
const badDate: ValueProblem = { edit: 'V135', code: '8' };
const badTime: ValueProblem = { edit: 'V135', code: '9' };
const badCode: ValueProblem = { edit: 'V134', code: '7' };

/**
 * Returns the first fault of a value without separators: length, format, code. `seen` holds the classes of its bytes;
 * `component` is 0 for a simple element.
 */
export function valueProblem(
  plan: ElementPlan,
  segment: SegmentCursor,
  element: number,
  component: number,
  start: number,
  end: number,
  seen: number,
): ValueProblem | undefined {
  const length = lengthOf(plan, segment, start, end, seen);
  if (length > plan.max) return tooLong;
  if (length < plan.min) return tooShort;
  const { bytes } = segment;
  switch (plan.type) {
    case 'N0':
      if ((seen & notInIntegers) !== 0 || !isNumber(bytes, start, end, seen)) return badForm;
      break;
    case 'R':
      if ((seen & notInDecimals) !== 0 || !isNumber(bytes, start, end, seen)) return badForm;
      if (plan.isMoney && !hasCents(bytes, start, end)) return tooManyPlaces;
      break;
    case 'DT':
      if (seen !== digit || !isDateValid(bytes, start, end)) return badDate;
      break;
    case 'TM':
      if (seen !== digit || !isTimeValid(bytes, start, end)) return badTime;
      break;
    default:
      if (bytes[start] === space || bytes[end - 1] === space) return badForm;
      if (plan.isPeriod && !isPeriodValid(segment, element, component, start, end)) return badDate;
  }
  return plan.codes === undefined || plan.codes.has(bytes, start, end) ? undefined : badCode;
}

/** Counts characters, without the sign and point of a number (X12.6). */
function lengthOf(
  plan: ElementPlan,
  segment: SegmentCursor,
  start: number,
  end: number,
  seen: number,
): number {
  if ((seen & foreign) !== 0) return segment.slice(start, end).length;
  if (plan.type !== 'R' && plan.type !== 'N0') return end - start;
  return end - start - ((seen & minus) === 0 ? 0 : 1) - ((seen & point) === 0 ? 0 : 1);
}

/** True for bytes with at least one digit, at most one point, and a minus only in front. */
function isNumber(bytes: Uint8Array, start: number, end: number, seen: number): boolean {
  if (seen === digit) return true;
  if ((seen & digit) === 0) return false;
  let points = 0;
  for (let i = start; i < end; i++) {
    const byte = bytes[i];
    if (byte === 0x2e && ++points > 1) return false;
    if (byte === 0x2d && i > start) return false;
  }
  return true;
}

/** True for a number with at most two decimals. */
function hasCents(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === 0x2e) return end - i <= 3;
  return true;
}

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
function isDateValid(bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (length !== 8 && length !== 6) return false;
  // With a two-digit year, each year divisible by 4 is a leap year, including 2000.
  const year = length === 8 ? digits(bytes, start, start + 4) : 2000 + digits(bytes, start, start + 2);
  return year >= 1900 && isCalendarDay(year, digits(bytes, end - 4, end - 2), digits(bytes, end - 2, end));
}

/** True for digits that are a time: HHMM, HHMMSS, HHMMSSD or HHMMSSDD. */
function isTimeValid(bytes: Buffer, start: number, end: number): boolean {
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
function isPeriodValid(
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
