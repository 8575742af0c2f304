import { ageOn } from '../../../calendar/days.ts';
import {
  hasNpiForm,
  isCanadianPostalCode,
  isEin,
  isNpi,
  isSsn,
  isTaxonomy,
  isZip,
  isZipPlus4,
} from '../../checks/identifier.ts';
import { tableFault } from '../../checks/medical-code.ts';
import { isProvince, isState, isZipOfState } from '../../codes/state.ts';
import type { AnyElementSpec, SegmentSpec } from '../../guide/guide.ts';
import { pack, type Segment } from '../../reader/segment.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';

/** Edits of single segments of a party: V022, V024 to V028, V030, V035, V038, V044. */

export type SegmentCheck = (check: ClaimSetCheck, segment: Segment) => void;

const xx = pack('XX');
const person = pack('1');
const organization = pack('2');
const unitedStates = pack('US');
const canada = pack('CA');

/** NM1 of a loop with the types of entity (NM102) and the ids (NM108) its guide allows. */
export function nameCheck(spec: SegmentSpec): SegmentCheck {
  const [, type, name, , , , , id] = spec.elements;
  const allows = (element: AnyElementSpec | undefined, code: string): boolean =>
    element?.kind === 'element' && (element.codes?.entries.has(code) ?? false);
  const hasNpi = allows(id, 'XX');
  const isNamed = name?.usage === 'R';
  const mayBePerson = isNamed && allows(type, '1');
  const mayBeEither = mayBePerson && allows(type, '2');
  return (check, segment) => {
    if (hasNpi && segment.packed(8) === xx && segment.has(9)) checkNpi(check, segment);
    const entityType = segment.packed(2);
    if (mayBeEither && entityType === organization && segment.has(4)) {
      const message = 'An organization has a first name; leave NM104 empty or send NM102 1';
      check.reportHere('V044', segment, { element: 4, value: segment.text(4), message, code: 'I13' });
    } else if (mayBePerson && entityType === person && !segment.has(4) && segment.has(3)) {
      const id = check.node.loopId === '2010BA' ? 'V035' : 'V044';
      const message = 'First name of a person is missing; send NM104';
      check.reportHere(id, segment, { element: 4, isMissing: true, message });
    }
  };
}

function checkNpi(check: ClaimSetCheck, segment: Segment): void {
  const value = segment.text(9);
  if (isNpi(value)) return;
  const message = npiFault(value);
  const isMadeUp = check.isTest && message !== npiLength;
  check.reportHere('V022', segment, { element: 9, value, message, ...(isMadeUp && { severity: 'warning' }) });
}

const npiLength = 'NPI must have ten digits; correct it';

function npiFault(value: string): string {
  if (!/^\d{10}$/.test(value)) return npiLength;
  if (!hasNpiForm(value)) return 'NPI must begin with 1 or 2; correct it';
  return 'NPI check digit is wrong; correct the number';
}

/** N3 of 2010AA. */
export function checkStreet(check: ClaimSetCheck, segment: Segment): void {
  for (const element of [1, 2]) {
    if (!segment.has(element)) continue;
    const value = segment.text(element);
    if (postOfficeBox.test(value)) check.reportHere('V025', segment, { element, value });
  }
}

const postOfficeBox =
  /\bP\.? ?O\.? ?BOX\b|\bP\. ?O\.(?: |$)|\bPOST OFFICE BOX\b|\bLOCK ?BOX\b|\bP\.?O\.?B\.? ?#? ?\d/i;

/** N4 of any loop. */
export function checkCity(check: ClaimSetCheck, segment: Segment): void {
  const country = segment.packed(4);
  if (country === 0 || country === unitedStates) checkUnitedStates(check, segment);
  else if (country === canada) checkCanada(check, segment);
}

/** N4 of 2010AA: state and ZIP+4 are needed. */
export function checkBillingCity(check: ClaimSetCheck, segment: Segment): void {
  const country = segment.packed(4);
  const isAbroad = country !== 0 && country !== unitedStates && country !== canada;
  for (const element of [2, 3]) {
    if (!segment.has(element) && !isAbroad) check.reportHere('V024', segment, { element, isMissing: true });
  }
  checkSiteCity(check, segment);
}

/** N4 of a place where service is given or billed: ZIP+4. */
export function checkSiteCity(check: ClaimSetCheck, segment: Segment): void {
  checkCity(check, segment);
  const country = segment.packed(4);
  if ((country !== 0 && country !== unitedStates) || !segment.has(3)) return;
  const zip = segment.text(3);
  if (!isZip(zip) || isZipPlus4(zip)) return;
  // Many senders fill the last four digits of the ZIP code with zeros or nines.
  const isFiller = zip.length === 9;
  const severity = isFiller || check.run.expects.fiveDigitZip || check.isTest ? 'warning' : 'error';
  const message = isFiller ? 'Last four digits of the ZIP code are a filler; send the real ZIP+4' : undefined;
  check.reportHere('V026', segment, { element: 3, value: zip, severity, message });
}

function checkUnitedStates(check: ClaimSetCheck, segment: Segment): void {
  const state = segment.text(2);
  const zip = segment.text(3);
  const isKnown = isState(state);
  if (state !== '' && !isKnown) {
    check.reportHere('V027', segment, {
      element: 2,
      value: state,
      message: 'State code is not known; correct N402',
    });
  }
  if (zip !== '' && !isZip(zip)) {
    const message = 'ZIP code must have five or nine digits without a hyphen; correct N403';
    check.reportHere('V027', segment, { element: 3, value: zip, message });
  } else if (isKnown && zip !== '' && !isZipOfState(zip, state)) {
    const message = 'ZIP code is not one of this state; check N402 and N403';
    check.reportHere('V027', segment, { element: 3, value: zip, severity: 'warning', message });
  }
}

function checkCanada(check: ClaimSetCheck, segment: Segment): void {
  const province = segment.text(2);
  const code = segment.text(3);
  if (!isProvince(province)) {
    const message = 'Province is not known; correct N402';
    check.reportHere('V027', segment, { element: 2, value: province, message });
  }
  if (!isCanadianPostalCode(code)) {
    const message = 'Canadian postal code must have the form A9A9A9; correct N403';
    check.reportHere('V027', segment, { element: 3, value: code, message });
  }
}

/** REF*EI and REF*SY of 2010AA. */
export function checkTaxId(check: ClaimSetCheck, segment: Segment): void {
  const value = segment.text(2);
  const isPerson = segment.is(1, 'SY');
  if (isPerson ? isSsn(value) : isEin(value)) return;
  if (!/^\d{9}$/.test(value)) {
    const message = 'Tax id must have nine digits without a hyphen; correct REF02';
    check.reportHere('V028', segment, { element: 2, value, message });
    return;
  }
  const message = isPerson
    ? 'Social security number is never issued; check REF*SY'
    : 'Employer id is never issued; check REF*EI';
  check.reportHere('V028', segment, {
    element: 2,
    value,
    message,
    ...(check.isTest && { severity: 'warning' }),
  });
}

export function checkTaxonomy(check: ClaimSetCheck, segment: Segment): void {
  if (!segment.has(3)) return;
  const value = segment.text(3);
  const message = taxonomyFault(check, value);
  if (message !== undefined) check.reportHere('V030', segment, { element: 3, value, message });
}

function taxonomyFault(check: ClaimSetCheck, value: string): string | undefined {
  const { taxonomies } = check.run.tables;
  if (value.length !== 10) return 'Taxonomy code must have ten characters; correct PRV03';
  if (!value.endsWith('X')) return 'Taxonomy code must end in X; correct PRV03';
  if (!isTaxonomy(value)) return 'Taxonomy code must consist of digits and capital letters; correct PRV03';
  return taxonomies && tableFault('Taxonomy code', taxonomies(value, check.run.today.date), 'today');
}

export function checkDemographics(check: ClaimSetCheck, segment: Segment): void {
  const birthDate = segment.date(2);
  if (birthDate === undefined) return;
  const { today } = check.run;
  // The guide reports years before 1900 as invalid dates.
  if (birthDate < '1900') return;
  const place = { element: 2, value: segment.text(2), code: '8' };
  if (today.isBefore(birthDate)) {
    check.reportHere('V038', segment, { ...place, message: 'Birth date is in the future; correct DMG02' });
  } else if (ageOn(birthDate, today.latest) > 130 && ageOn(birthDate, today.date) > 130) {
    const message = 'Birth date is more than 130 years ago; correct DMG02';
    check.reportHere('V038', segment, { ...place, message });
  }
}
