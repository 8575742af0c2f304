import { type Finding, maskValue } from '../findings/finding.ts';
import { isKnownSegmentId } from '../reader/segment-ids.ts';

/**
 * Returns the finding with the data of claims masked: claim number, business unit, value, and a segment id that is none. Control
 * numbers and positions stay, because they find the place.
 */
export function maskedFinding(finding: Finding): Finding {
  const { segment, value, patientControlNumber, businessUnit, repair } = finding;
  return {
    ...finding,
    ...(segment !== undefined && { segment: isKnownSegmentId(segment) ? segment : maskValue(segment) }),
    ...(value !== undefined && { value: maskValue(value), valueMasked: true }),
    ...(patientControlNumber !== undefined && { patientControlNumber: maskValue(patientControlNumber) }),
    ...(businessUnit !== undefined && { businessUnit: maskValue(businessUnit) }),
    ...(repair !== undefined && {
      repair: { before: maskedHeader(repair.before), after: maskedHeader(repair.after) },
    }),
  };
}

/** Masks an ISA. Other repairs hold separators, blanks or the name of an encoding. */
const maskedHeader = (text: string): string =>
  text.startsWith('ISA') ? `ISA${maskValue(text.slice('ISA'.length))}` : text;
