import type { Trailer } from '../engine/consumer.ts';
import type { AcknowledgmentCodes } from '../findings/finding.ts';
import type { Segment } from '../reader/segment.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';

/** Counted items and repeated header element of a trailer, with the edits and response codes of its faults. */
export interface TrailerRules {
  readonly id: 'SE' | 'GE' | 'IEA';
  /** The header element that the trailer repeats. */
  readonly header: string;
  readonly counted: string;
  readonly countEdit: string;
  readonly numberEdit: string;
  /** Codes of a missing trailer, a wrong count and a wrong number (IK502, AK905, TA105). */
  readonly codes: readonly AcknowledgmentCodes[];
}

export const setTrailer: TrailerRules = {
  ...{ id: 'SE', header: 'ST02', counted: 'segments from ST to SE', countEdit: 'V007', numberEdit: 'V006' },
  codes: [{ set: '2' }, { set: '4' }, { set: '3' }],
};

export const groupTrailer: TrailerRules = {
  ...{ id: 'GE', header: 'GS06', counted: 'sets in the group', countEdit: 'V008', numberEdit: 'V005' },
  codes: [{ group: '3' }, { group: '5' }, { group: '4' }],
};

export const interchangeTrailer: TrailerRules = {
  ...{
    id: 'IEA',
    header: 'ISA13',
    counted: 'groups in the interchange',
    countEdit: 'V008',
    numberEdit: 'V004',
  },
  codes: [{ interchange: '023' }, { interchange: '021' }, { interchange: '001' }],
};

/** Reads a trailer and adds the real count. */
export function readTrailer(segment: Segment | undefined, count: number): Trailer {
  if (segment === undefined) return { present: false, declaredCount: undefined, count, controlNumber: '' };
  const text = segment.text(1);
  const declaredCount = /^\d{1,10}$/.test(text) ? Number(text) : undefined;
  return { present: true, declaredCount, count, controlNumber: segment.text(2).trimEnd() };
}

export interface TrailerProblem {
  readonly edit: string;
  readonly message: string;
  readonly element: number | undefined;
  readonly value: string | undefined;
  readonly codes: AcknowledgmentCodes;
  readonly details?: Readonly<Record<string, number>>;
}

/** Compares a trailer with the control number of its header and with the real count. */
export function trailerProblems(rules: TrailerRules, trailer: Trailer, number: string): TrailerProblem[] {
  const [missing = {}, wrongCount = {}, wrongNumber = {}] = rules.codes;
  if (!trailer.present) {
    const message = `${rules.id} is missing; close each ${rules.header.slice(0, -2)} with ${rules.id}`;
    return [{ edit: 'V137', message, element: undefined, value: undefined, codes: missing }];
  }
  const { declaredCount, count, controlNumber } = trailer;
  const problems: TrailerProblem[] = [];
  if (declaredCount !== count) {
    const details = { counted: count, ...(declaredCount !== undefined && { declared: declaredCount }) };
    const message = `${rules.id}01 is not the number of ${rules.counted}; correct the count`;
    problems.push({
      edit: rules.countEdit,
      message,
      element: 1,
      value: undefined,
      codes: wrongCount,
      details,
    });
  }
  if (canonical(rules, controlNumber) !== canonical(rules, number)) {
    const message = `${rules.id}02 differs from ${rules.header}; send the same number in both`;
    problems.push({ edit: rules.numberEdit, message, element: 2, value: controlNumber, codes: wrongNumber });
  }
  return problems;
}

/** GS06 and GE02 are integers, so leading zeros do not count. */
function canonical(rules: TrailerRules, number: string): string {
  return rules.id === 'GE' && /^\d+$/.test(number) ? number.replace(/^0+(?=\d)/, '') : number;
}

/** Returns the trailer, or undefined when the input ends in the middle of it. */
export function wholeTrailer(
  rules: TrailerRules,
  segment: SegmentCursor | undefined,
  count: number,
  { controlNumber }: { readonly controlNumber: string },
): SegmentCursor | undefined {
  if (segment?.isUnterminated !== true) return segment;
  const trailer = readTrailer(segment, count);
  return trailerProblems(rules, trailer, controlNumber).length > 0 ? undefined : segment;
}
