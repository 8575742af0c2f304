import type { ElementPlan } from '../guide/element-plan.ts';
import * as byteClass from '../reader/byte-class.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { isDateValid, isPeriodValid, isTimeValid } from './period.ts';

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
