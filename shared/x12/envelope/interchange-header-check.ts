import type { InterchangeHeader } from '../engine/consumer.ts';
import { areUsable } from '../reader/delimiters.ts';
import { shortDate } from './envelope-header.ts';

/** A fault in the ISA, with its TA105 note. */
export interface InterchangeHeaderProblem {
  readonly edit: string;
  readonly element: number;
  readonly note: string;
  readonly severity: 'warning' | undefined;
  readonly message: string | undefined;
}

/** TA105 notes for ISA01 to ISA16. */
const notes = [10, 11, 12, 13, 5, 6, 7, 8, 14, 15, 16, 17, 18, 19, 20, 27];

/** Qualifiers of sender and receiver ids (ISA05, ISA07). */
export const interchangeQualifiers: ReadonlySet<string> = new Set('01 14 20 27 28 29 30 33 ZZ'.split(' '));

/** Messages by ISA element, where the edit covers several faults. */
const messages: Readonly<Partial<Record<number, string>>> = {
  1: 'ISA01 must be 00 to 06; correct the qualifier',
  3: 'ISA03 must be 00 or 01; correct the qualifier',
  5: 'ISA05 is not a known id qualifier; send one such as ZZ',
  6: 'Sender id is missing; send ISA06',
  7: 'ISA07 is not a known id qualifier; send one such as ZZ',
  8: 'Receiver id is missing; send ISA08',
  9: 'ISA09 must be a calendar date YYMMDD; correct the date',
  10: 'ISA10 must be a time of day HHMM; correct the time',
  11: 'ISA11 must be a repetition separator; send one such as ^',
  12: 'Version is not supported; send ISA12 00501',
  13: 'Interchange control number must have nine digits; correct ISA13',
  14: 'ISA14 must be 0 or 1; correct the indicator',
  15: 'ISA15 must be P, T or I; correct the indicator',
};

type Check = (value: string, header: InterchangeHeader) => boolean;

const checks: readonly (readonly [element: number, edit: string, isRight: Check])[] = [
  [1, 'V141', (value) => /^0[0-6]$/.test(value)],
  [3, 'V141', (value) => value === '00' || value === '01'],
  [5, 'V141', (value) => interchangeQualifiers.has(value)],
  [6, 'V141', (value) => value !== ''],
  [7, 'V141', (value) => interchangeQualifiers.has(value)],
  [8, 'V141', (value) => value !== ''],
  [9, 'V141', (value) => shortDate(value) !== undefined],
  [10, 'V141', (value) => /^([01]\d|2[0-3])[0-5]\d$/.test(value)],
  [11, 'V002', (_, header) => header.version < '00402' || header.delimiters.repetition !== undefined],
  [12, 'V003', (value) => value === '00501'],
  [13, 'V004', (value) => /^\d{9}$/.test(value)],
  [14, 'V141', (value) => value === '0' || value === '1'],
  [15, 'V141', (value) => value === 'P' || value === 'T' || value === 'I'],
  [16, 'V002', (_, header) => areUsable(header.delimiters)],
];

/** Checks the elements of an ISA. */
export function interchangeHeaderProblems(header: InterchangeHeader): InterchangeHeaderProblem[] {
  return checks
    .filter(([element, , isRight]) => !isRight(header.elements[element] ?? '', header))
    .map(([element, edit]) => ({
      edit,
      element,
      note: String(notes[element - 1] ?? 22).padStart(3, '0'),
      // The file is readable without a repetition separator.
      severity: element === 11 ? 'warning' : undefined,
      message: messages[element],
    }));
}
