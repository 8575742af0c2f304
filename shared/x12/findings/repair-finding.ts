import type { FindingInput } from '../engine/consumer.ts';
import type { RepairKind } from '../reader/segment-sink.ts';

const texts: Readonly<Record<RepairKind, string>> = {
  byte_order_mark: 'A byte order mark was skipped; write the file without it',
  leading_text: 'Text before the interchange header was skipped; start the file with ISA',
  indentation: 'Spaces before segments were skipped; write segments without indentation',
  header_width: 'ISA must have 106 bytes of fixed width; pad each element to its width',
  header_missing: 'Interchange header is missing; start the file with an ISA segment',
  terminator_bytes: 'Segment terminator must be one ASCII character; use ~',
  terminator_missing: 'Last segment has no terminator; end each segment with one',
  carriage_return: 'Carriage return before the terminator was skipped; use one terminator throughout',
  empty_segment: 'Empty segment was skipped; write one terminator after each segment',
  encoding: 'Text outside ASCII was read in the stated encoding; send the X12 character set',
  segment_too_long: 'Segment is longer than the maximum and was skipped; shorten it',
};

/** Edits of repairs. A strict receiver refuses a file with V001 or V140; repairs without an entry are information. */
const ids: Readonly<Partial<Record<RepairKind, string>>> = {
  leading_text: 'V149',
  header_width: 'V001',
  header_missing: 'V140',
  encoding: 'V142',
  segment_too_long: 'V143',
};

/** TA105 notes of faults of the whole interchange. */
const notes: Readonly<Partial<Record<RepairKind, string>>> = { header_width: '022', header_missing: '022' };

/** Returns the finding for a repair of the reader. */
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
