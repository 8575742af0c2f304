import { editCatalog } from '../edits/catalog.ts';
import type { Edit } from '../edits/edit.ts';
import type { FindingInput, GroupHeader, InterchangeHeader, SetHeader } from '../engine/consumer.ts';
import { type Finding, maskValue } from './finding.ts';

/** More of a value than this helps nobody. */
const longestText = 264;

/** The envelopes a finding is in; undefined above them. */
export interface EnvelopeContext {
  readonly interchange: InterchangeHeader | undefined;
  readonly group: GroupHeader | undefined;
  readonly set: SetHeader | undefined;
}

/**
 * Completes what a check reported: SNIP type, severity and text from the edit catalogue, envelope numbers, the
 * reference, and the value masked unless values were asked for. Throws RangeError for an id that neither the
 * catalogue nor the input describes.
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

/** An edit that stands for a fault in the guide's terms: an error, and of SNIP type 1 or 2. */
function asOfGuide(edit: Edit): Edit {
  const isAdvice = edit.severity === 'warning' || edit.severity === 'information';
  return { ...edit, snip: edit.snip === 1 ? 1 : 2, severity: isAdvice ? 'error' : edit.severity };
}

const segmentId = /^[A-Z0-9]{2,3}$/i;

/** A terminator inside a name makes the rest of the name a segment id, so other text is masked like a value. */
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

/** What stands where a short value belongs may be a whole damaged file. */
function short(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
