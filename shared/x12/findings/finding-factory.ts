import { editCatalog } from '../edits/catalog.ts';
import type { Edit } from '../edits/edit.ts';
import type { FindingInput, GroupHeader, InterchangeHeader, SetHeader } from '../engine/consumer.ts';
import type { RepairKind } from '../reader/segment-sink.ts';
import { type Finding, maskValue } from './finding.ts';

const maxValueLength = 264;

/** The open envelopes around a finding. */
export interface EnvelopeContext {
  readonly interchange: InterchangeHeader | undefined;
  readonly group: GroupHeader | undefined;
  readonly set: SetHeader | undefined;
}

/**
 * Completes the report of a check: SNIP type, severity and text from the edit catalog, envelope numbers, the reference, and
 * the value, masked by default.
 *
 * @throws RangeError for an id that neither the catalog nor the input describes
 */
export function makeFinding(input: FindingInput, place: EnvelopeContext, showValues: boolean): Finding {
  const known = editCatalog.get(input.id);
  const edit = known !== undefined && input.isOfGuide ? asOfGuide(known) : known;
  const snip = input.snip ?? edit?.snip;
  const severity = input.severity ?? edit?.severity;
  const message = input.message ?? edit?.message;
  if (snip === undefined || severity === undefined || message === undefined) {
    throw new RangeError(`Edit ${input.id} is not described`);
  }
  const { interchange, group, set } = place;
  const { at, value } = input;
  const segment = segmentName(input.segment, showValues);
  return {
    id: input.id,
    reference: reference({ ...input, segment }, place),
    snip,
    severity,
    message,
    ...(interchange && { interchange: short(interchange.controlNumber) }),
    ...(group && { group: short(group.controlNumber) }),
    ...(set && { transaction: short(set.controlNumber) }),
    ...(input.loop && { loop: input.loop }),
    ...(segment && { segment }),
    ...(at.index > 0 && { segmentIndex: at.index }),
    byteOffset: at.offset,
    ...(input.element && { element: input.element }),
    ...(input.component && { component: input.component }),
    ...(input.repetition && { repetition: input.repetition }),
    ...(input.elementRef && { elementRef: String(input.elementRef) }),
    ...(value &&
      (showValues ? { value: short(value) } : { value: maskValue(short(value)), valueMasked: true })),
    ...(input.patientControlNumber && { patientControlNumber: input.patientControlNumber }),
    ...(input.businessUnit && { businessUnit: input.businessUnit }),
    ...(input.businessUnitName && { businessUnitName: input.businessUnitName }),
    ...(input.codes && { codes: input.codes }),
    ...(input.trigger && { trigger: input.trigger }),
    ...(input.repair && { repair: input.repair }),
    ...(input.details && { details: input.details }),
  };
}

/** Returns an edit for a rule of the guide: an error of SNIP type 1 or 2. */
function asOfGuide(edit: Edit): Edit {
  const isAdvice = edit.severity === 'warning' || edit.severity === 'information';
  return { ...edit, snip: edit.snip === 1 ? 1 : 2, severity: isAdvice ? 'error' : edit.severity };
}

const segmentId = /^[A-Z0-9]{2,3}$/i;

/** Masks text that is not a segment id, because a terminator inside a name makes the rest of the name look like one. */
function segmentName(id: string | undefined, showValues: boolean): string | undefined {
  if (id === undefined || segmentId.test(id)) return id;
  return showValues ? short(id) : maskValue(short(id));
}

function reference(
  { at, segment, element, component, repetition }: FindingInput,
  place: EnvelopeContext,
): string {
  const detail = element
    ? `.${element}${component ? `-${component}` : ''}${repetition ? `.${repetition}` : ''}`
    : '';
  if (place.set !== undefined && at.index > 0)
    return `${short(place.set.controlNumber)}.${at.index}${detail}`;
  const { interchange, group, set } = place;
  const envelope = [interchange?.controlNumber, group?.controlNumber, set?.controlNumber, segment];
  return envelope.flatMap((part) => (part ? short(part) : [])).join('.') + detail;
}

/** Truncates a value, because in a damaged file one value may extend to the end of the file. */
function short(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

const texts: Readonly<Record<RepairKind, string>> = {
  byte_order_mark: 'A byte order mark was skipped; write the file without it',
  leading_text: 'Text before the interchange header was skipped; start the file with ISA',
  indentation: 'Spaces before segments were skipped; write segments without indentation',
  header_width: 'ISA must have 106 bytes of fixed width; pad each element to its width',
  header_missing: 'Interchange header is missing; start the file with an ISA segment',
  terminator_bytes: 'Segment terminator must be one ASCII character; use ~',
  terminator_missing: 'Last segment has no terminator; end each segment with one',
  carriage_return: 'Carriage return before the terminator was skipped; use one terminator throughout',
  blank_before_terminator:
    'Blanks before the segment terminator were skipped; end each segment directly after its data',
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
