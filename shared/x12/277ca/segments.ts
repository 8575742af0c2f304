import { optionalText, type Segment } from '../reader/segment.ts';
import type { Organization, PatientName, StatusInformation, StatusReason } from './types.ts';

/** True for an absent number and for zeros, which some senders use instead. */
export const isAbsentNumber = (text: string | undefined): boolean =>
  text === undefined || /^[0\s]*$/.test(text);

export function readOrganization(nm1: Segment): Organization {
  return {
    entity: nm1.text(1),
    name: nm1.text(3),
    firstName: optionalText(nm1, 4),
    idQualifier: optionalText(nm1, 8),
    id: optionalText(nm1, 9),
    position: nm1.position(),
  };
}

export function readPerson(nm1: Segment): PatientName {
  return {
    lastName: optionalText(nm1, 3),
    firstName: optionalText(nm1, 4),
    middleName: optionalText(nm1, 5),
    idQualifier: optionalText(nm1, 8),
    id: optionalText(nm1, 9),
  };
}

/** Reads an STC with its reasons STC01, STC10 and STC11. */
export function readStatus(stc: Segment): StatusInformation {
  const reasons: StatusReason[] = [readReason(stc, 1)];
  if (stc.has(10)) reasons.push(readReason(stc, 10));
  if (stc.has(11)) reasons.push(readReason(stc, 11));
  return {
    reasons,
    date: stc.date(2),
    action: optionalText(stc, 3),
    amount: stc.cents(4),
    message: optionalText(stc, 12),
    position: stc.position(),
  };
}

function readReason(stc: Segment, element: number): StatusReason {
  const entity = stc.component(element, 3);
  return {
    category: stc.component(element, 1),
    code: stc.component(element, 2),
    entity: entity === '' ? undefined : entity,
  };
}
