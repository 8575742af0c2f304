import { isProvince, isState, isZipOfState } from '../codes/state.ts';
import type { AnyElementSpec, SegmentSpec } from '../guide.ts';
import {
  hasNpiForm,
  isCanadianPostalCode,
  isEin,
  isNpi,
  isSsn,
  isTaxonomy,
  isZip,
  isZipPlus4,
} from '../identifier.ts';
import { pack, type Segment } from '../segment.ts';
import { ageOn } from './calendar.ts';
import type { ClaimCheck } from './claim-check.ts';

/** Edits that one segment of a party decides alone: V022, V024 to V028, V030, V035, V038, V044. */

export type SegmentCheck = (check: ClaimCheck, segment: Segment) => void;

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
      check.here('V044', segment, { element: 4, value: segment.text(4), code: 'I13' });
    } else if (mayBePerson && entityType === person && !segment.has(4) && segment.has(3)) {
      check.here(check.node.loopId === '2010BA' ? 'V035' : 'V044', segment, { element: 4, isMissing: true });
    }
  };
}

function checkNpi(check: ClaimCheck, segment: Segment): void {
  const value = segment.text(9);
  if (isNpi(value)) return;
  const isMadeUp = check.isTest && hasNpiForm(value);
  check.here('V022', segment, { element: 9, value, ...(isMadeUp && { severity: 'warning' }) });
}

/** N3 of 2010AA. */
export function checkStreet(check: ClaimCheck, segment: Segment): void {
  for (const element of [1, 2]) {
    if (!segment.has(element)) continue;
    const value = segment.text(element);
    if (postOfficeBox.test(value)) check.here('V025', segment, { element, value });
  }
}

const postOfficeBox =
  /\bP\.? ?O\.? ?BOX\b|\bP\. ?O\.(?: |$)|\bPOST OFFICE BOX\b|\bLOCK ?BOX\b|\bP\.?O\.?B\.? ?#? ?\d/i;

/** N4 of any loop. */
export function checkCity(check: ClaimCheck, segment: Segment): void {
  const country = segment.packed(4);
  if (country === 0 || country === unitedStates) checkUnitedStates(check, segment);
  else if (country === canada) checkCanada(check, segment);
}

/** N4 of 2010AA: state and ZIP+4 are needed. */
export function checkBillingCity(check: ClaimCheck, segment: Segment): void {
  const country = segment.packed(4);
  const isAbroad = country !== 0 && country !== unitedStates && country !== canada;
  for (const element of [2, 3]) {
    if (!segment.has(element) && !isAbroad) check.here('V024', segment, { element, isMissing: true });
  }
  checkSiteCity(check, segment);
}

/** N4 of a place where service is given or billed: ZIP+4. */
export function checkSiteCity(check: ClaimCheck, segment: Segment): void {
  checkCity(check, segment);
  const country = segment.packed(4);
  if ((country !== 0 && country !== unitedStates) || !segment.has(3)) return;
  const zip = segment.text(3);
  if (!isZip(zip) || isZipPlus4(zip)) return;
  // Nine digits with a filler for the last four are a habit of many senders.
  const isTolerated = zip.length === 9 || check.run.expects.fiveDigitZip;
  const severity = isTolerated ? 'warning' : 'error';
  check.here('V026', segment, { element: 3, value: zip, severity });
}

function checkUnitedStates(check: ClaimCheck, segment: Segment): void {
  const state = segment.text(2);
  const zip = segment.text(3);
  const isKnown = isState(state);
  if (state !== '' && !isKnown) check.here('V027', segment, { element: 2, value: state });
  if (zip !== '' && !isZip(zip)) check.here('V027', segment, { element: 3, value: zip });
  else if (isKnown && zip !== '' && !isZipOfState(zip, state)) {
    check.here('V027', segment, { element: 3, value: zip, severity: 'warning' });
  }
}

function checkCanada(check: ClaimCheck, segment: Segment): void {
  const province = segment.text(2);
  const code = segment.text(3);
  if (!isProvince(province)) check.here('V027', segment, { element: 2, value: province });
  if (!isCanadianPostalCode(code)) check.here('V027', segment, { element: 3, value: code });
}

/** REF*EI and REF*SY of 2010AA. */
export function checkTaxId(check: ClaimCheck, segment: Segment): void {
  const value = segment.text(2);
  const isValid = segment.is(1, 'SY') ? isSsn(value) : isEin(value);
  if (!isValid) check.here('V028', segment, { element: 2, value });
}

export function checkTaxonomy(check: ClaimCheck, segment: Segment): void {
  if (!segment.has(3)) return;
  const value = segment.text(3);
  const { taxonomies } = check.run.tables;
  const isValid =
    isTaxonomy(value) && (taxonomies?.(value, check.run.today)?.inForce ?? taxonomies === undefined);
  if (!isValid) check.here('V030', segment, { element: 3, value });
}

export function checkDemographics(check: ClaimCheck, segment: Segment): void {
  const birthDate = segment.date(2);
  if (birthDate === undefined) return;
  const { today } = check.run;
  // A year before 1900 is no date at all, which the guide has reported.
  if (birthDate < '1900') return;
  if (birthDate > today || ageOn(birthDate, today) > 130) {
    check.here('V038', segment, { element: 2, value: segment.text(2), code: '8' });
  }
}
