import type { FindingInput } from '../engine/consumer.ts';
import type { RepairKind } from '../reader/segment-sink.ts';

const texts: Readonly<Record<RepairKind, string>> = {
  byte_order_mark: 'A byte order mark was left out; write the file without it',
  leading_text: 'Text before the interchange header was skipped; begin the file with ISA',
  indentation: 'Blanks before segments were left out; write segments without indentation',
  header_width:
    'ISA is not 106 bytes of fixed width, it was read by its separators; pad each element to its width',
  header_missing: 'Interchange header is missing, delimiters were taken from the first segment; send an ISA',
  terminator_bytes: 'The segment terminator has several bytes; use one ASCII character such as ~',
  terminator_missing: 'The last segment has no terminator; end each segment with one',
  carriage_return: 'A carriage return before the terminator was left out; use one terminator throughout',
  empty_segment: 'An empty segment was left out; write one terminator after each segment',
  encoding: 'Text outside of ASCII was read as the encoding stated; send the X12 character set',
  segment_too_long: 'Segment is longer than the reader takes; it was skipped',
};

/** V001 and V140 are what a strict receiver would refuse the file for; the other repairs are for information. */
const ids: Readonly<Partial<Record<RepairKind, string>>> = {
  leading_text: 'V149',
  header_width: 'V001',
  header_missing: 'V140',
  encoding: 'V142',
  segment_too_long: 'V143',
};

/** TA105 notes of the faults that concern the interchange as a whole. */
const notes: Readonly<Partial<Record<RepairKind, string>>> = { header_width: '022', header_missing: '022' };

/** A repair of the reader as a finding, with before and after. */
export function repairFinding(kind: RepairKind, offset: number, before: string, after: string): FindingInput {
  const note = notes[kind];
  return {
    id: ids[kind] ?? 'V139',
    at: { index: 0, offset },
    message: texts[kind],
    repair: kind === 'segment_too_long' ? undefined : { before, after },
    codes: note === undefined ? undefined : { interchange: note },
    details: { repair: kind },
  };
}
