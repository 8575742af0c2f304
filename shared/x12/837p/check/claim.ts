import { isClia } from '../../checks/identifier.ts';
import { placesOfService } from '../../codes/place-of-service.ts';
import { isState } from '../../codes/state.ts';
import { codeValidity, validityMessage } from '../../guide/code-list.ts';
import type { Segment } from '../../reader/segment.ts';
import { formatCents } from '../../values/money.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';
import { isSameAddress } from './hierarchy.ts';
import type { ServicePeriod } from './service-period.ts';

/** Edits of loop 2300 and its parties: V033, V034, V039 to V043, V050 to V063, V073, V074, V078. */

/** Checks CLM. */
export function checkClaimInformation(check: ClaimSetCheck, segment: Segment): void {
  const number = segment.text(1);
  if (number.length > 20 || !usualNumber.test(number)) {
    if (number !== '' && number.length <= 38) {
      const message =
        number.length > 20
          ? 'Patient control number is longer than 20 characters; payers may cut it'
          : 'Patient control number has characters other than A-Z 0-9 - . / _; payers may refuse it';
      const code = number.length > 20 ? '5' : 'I12';
      check.reportHere('V050', segment, { element: 1, value: number, severity: 'warning', message, code });
    }
  }
  const charge = segment.cents(2);
  if (charge !== undefined && charge <= 0) {
    const [severity, message] =
      charge < 0
        ? (['error', 'Claim charge is negative; send zero or more'] as const)
        : (['warning', 'Claim charge is zero; check CLM02'] as const);
    check.reportHere('V052', segment, { element: 2, value: segment.text(2), severity, message });
  }
  const frequency = segment.component(5, 3);
  if (frequency !== '' && !isFrequency(check, frequency)) {
    check.reportHere('V056', segment, { element: 5, component: 3, value: frequency });
  }
  const state = segment.component(11, 4);
  const country = segment.component(11, 5);
  if (state !== '' && (country === '' || country === 'US') && !isState(state)) {
    const message = 'Accident state is not known; correct CLM11-4';
    check.reportHere('V027', segment, { element: 11, component: 4, value: state, message });
  }
}

const usualNumber = /^[A-Z0-9\-./_]*$/;
const frequencies = new Set(['1', '7', '8']);

/** Without a profile, the frequencies that most payers accept; with one, R206 decides. */
function isFrequency(check: ClaimSetCheck, frequency: string): boolean {
  return check.run.profile?.frequencies.includes(frequency) ?? frequencies.has(frequency);
}

/** PWK of claim and line. */
export function checkAttachment(check: ClaimSetCheck, segment: Segment): void {
  if (segment.is(2, 'AA')) return;
  if (!segment.has(5) && !segment.has(6)) check.reportHere('V073', segment, { element: 6, isMissing: true });
}

/** REF*X4 and REF*F4 of claim and line. */
export function checkCliaNumber(check: ClaimSetCheck, segment: Segment): void {
  const value = segment.text(2);
  if (isClia(value)) return;
  const message = 'CLIA number must have the form 99D9999999; correct REF02';
  check.reportHere('V070', segment, { element: 2, value, message });
}

/** Checks the parts of a claim against each other. */
export function checkClaimParts(check: ClaimSetCheck, claim: ProfessionalClaim, period: ServicePeriod): void {
  checkPatient(check, claim);
  checkTotal(check, claim);
  checkPlaceOfService(check, claim, period);
  checkFrequency(check, claim);
  checkAccident(check, claim);
  checkStay(check, claim, period);
  checkDates(check, claim, period);
  checkPatientPaid(check, claim);
  checkParties(check, claim);
  checkFilingLimit(check, claim, period);
}

function checkPatient(check: ClaimSetCheck, { subscriber, patient }: ProfessionalClaim): void {
  const isSelf = subscriber.relationship === '18';
  if (isSelf && patient === undefined && check.isFirstReport('V034', subscriber))
    checkSelf(check, subscriber);
  if (isSelf !== (patient !== undefined) || !check.hasSegment('2000B/SBR', subscriber.levelPosition)) return;
  if (!check.isFirstReport('V033', patient ?? subscriber)) return;
  check.reportInLoop('V033', '2000B/SBR', subscriber.levelPosition, {
    ...{ element: 2, isOfPatient: true },
    value: subscriber.relationship,
  });
}

/** The subscriber as patient: address and demographics. They may be missing for the claims of dependents. */
function checkSelf(check: ClaimSetCheck, subscriber: ProfessionalClaim['subscriber']): void {
  const because = { path: '2000B/SBR', loop: subscriber.levelPosition, element: 2 };
  for (const path of ['2010BA/N3', '2010BA/N4', '2010BA/DMG']) {
    if (!check.hasSegment(path, subscriber.position))
      check.reportInLoop('V034', path, subscriber.position, { because, isOfPatient: true });
  }
}

function checkTotal(check: ClaimSetCheck, { totalCharge, lines, position }: ProfessionalClaim): void {
  if (totalCharge === undefined || lines.length === 0) return;
  let sum = 0;
  for (const { charge } of lines) {
    if (charge === undefined) return;
    sum += charge;
  }
  if (sum === totalCharge) return;
  const details = { total_charge: formatCents(totalCharge), sum_of_lines: formatCents(sum) };
  check.reportInLoop('V053', '2300/CLM', position, { element: 2, details });
}

/** The fault of a place of service on a date; undefined when it is valid. */
export function placeOfServiceFault(
  { run }: ClaimSetCheck,
  code: string,
  on: string | undefined,
): string | undefined {
  const list = run.tables.placesOfService ?? placesOfService;
  return validityMessage('Place of service', codeValidity(list, code, on), 'on the service date');
}

function checkPlaceOfService(check: ClaimSetCheck, claim: ProfessionalClaim, { first }: ServicePeriod): void {
  const { placeOfService, position, serviceFacility } = claim;
  if (placeOfService === undefined || placeOfService.length > 2) return;
  const message = placeOfServiceFault(check, placeOfService, first);
  if (message !== undefined) {
    check.reportInLoop('V055', '2300/CLM', position, {
      element: 5,
      component: 1,
      value: placeOfService,
      message,
    });
  }
  if (placeOfService === '12' && serviceFacility) {
    check.reportInLoop('V041', '2310C/NM1', serviceFacility.position, {
      severity: 'warning',
      message: 'Place of service is the home, but loop 2310C names a facility; check CLM05-1 and 2310C',
      details: { place_of_service: '12' },
    });
  }
}

function checkFrequency(check: ClaimSetCheck, { frequency, references, position }: ProfessionalClaim): void {
  const original = references?.originalClaimNumber;
  if ((frequency === '7' || frequency === '8') && original === undefined) {
    const because = { path: '2300/CLM', loop: position, element: 5, component: 3 };
    check.reportInLoop('V057', '2300/REF-F8', position, { because });
  } else if (frequency === '1' && original !== undefined) {
    const message = 'An original claim has an original claim number; remove REF*F8 or send frequency 7 or 8';
    check.reportInLoop('V057', '2300/REF-F8', position, { element: 2, severity: 'warning', message });
  }
}

function checkAccident(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  const { relatedCauses, accidentState, accidentCountry, subscriber, position } = claim;
  const hasDate = check.hasSegment('2300/DTP-439', position);
  if (relatedCauses.length === 0) {
    if (hasDate) check.reportInLoop('V060', '2300/DTP-439', position);
    return;
  }
  if (relatedCauses.includes('AA') && accidentState === undefined && accidentCountry === undefined) {
    const message = 'Accident state is missing; send CLM11-4';
    check.reportInLoop('V059', '2300/CLM', position, { element: 11, component: 4, isMissing: true, message });
  }
  if (hasDate) return;
  // The date of an injury at work is needed only where the claim goes to workers' compensation (TR3, DTP*439).
  const isRequired = relatedCauses.some((cause) => cause !== 'EM') || subscriber.claimFiling === 'WC';
  const because = { path: '2300/CLM', loop: position, element: 11, component: 1 };
  const message = 'Accident date is missing; send DTP*439';
  check.reportInLoop('V059', '2300/DTP-439', position, {
    severity: isRequired ? 'error' : 'warning',
    message,
    because,
  });
}

function checkStay(check: ClaimSetCheck, claim: ProfessionalClaim, { first }: ServicePeriod): void {
  const { placeOfService, dates, position } = claim;
  const needsAdmission = placeOfService === '21' || placeOfService === '51' || placeOfService === '61';
  if (needsAdmission && !check.hasSegment('2300/DTP-435', position)) {
    const severity = placeOfService === '21' ? 'error' : 'warning';
    const because = { path: '2300/CLM', loop: position, element: 5, component: 1 };
    check.reportInLoop('V061', '2300/DTP-435', position, { severity, because });
  }
  const { admission, discharge } = dates ?? {};
  if (admission === undefined) return;
  if (discharge !== undefined && discharge < admission) {
    const message = 'Discharge is before admission; correct DTP*096';
    check.reportInLoop('V062', '2300/DTP-096', position, { element: 3, value: discharge, message });
  }
  if (first !== undefined && admission > first) {
    const message = 'Admission is after the first service; correct DTP*435';
    check.reportInLoop('V062', '2300/DTP-435', position, { element: 3, value: admission, message });
  }
}

const historicalDates = [
  ['onset', '2300/DTP-431'],
  ['initialTreatment', '2300/DTP-454'],
  ['accident', '2300/DTP-439'],
  ['lastMenstrualPeriod', '2300/DTP-484'],
] as const;

function checkDates(check: ClaimSetCheck, claim: ProfessionalClaim, { last }: ServicePeriod): void {
  const { dates, position } = claim;
  if (dates === undefined) return;
  const { birthDate } = claim.patient ?? claim.subscriber;
  for (const [field, path] of historicalDates) {
    const date = dates[field];
    if (date === undefined) continue;
    const isLate = last !== undefined && date > last;
    if (!isLate && (birthDate === undefined || date >= birthDate)) continue;
    const message = isLate ? 'Date is after the last service; check it' : 'Date is before birth; check it';
    check.reportInLoop('V063', path, position, { element: 3, value: date, message });
  }
}

function checkPatientPaid(
  check: ClaimSetCheck,
  { patientPaid, totalCharge, position }: ProfessionalClaim,
): void {
  if (patientPaid === undefined) return;
  if (patientPaid < 0) {
    check.reportInLoop('V074', '2300/AMT-F5', position, {
      element: 2,
      message: 'Patient paid amount is negative; check it',
    });
  } else if (totalCharge !== undefined && patientPaid > totalCharge) {
    const message = 'Patient paid amount is above the charge; check it';
    check.reportInLoop('V074', '2300/AMT-F5', position, { element: 2, message });
  }
}

function checkParties(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  const { billingProvider, rendering, serviceFacility, references, position, lines } = claim;
  if (rendering?.id !== undefined && rendering.id === billingProvider.id) {
    check.reportInLoop('V039', '2310B/NM1', rendering.position, { element: 9, value: rendering.id });
  }
  if (check.run.expects.renderingProvider && billingProvider.entityType === '2' && rendering === undefined) {
    const isOnEachLine = lines.length > 0 && lines.every((line) => line.parties?.rendering !== undefined);
    if (!isOnEachLine) check.reportInLoop('V040', '2310B/NM1', position);
  }
  if (serviceFacility && isSameAddress(serviceFacility.address, billingProvider.address)) {
    check.reportInLoop('V041', '2310C/N3', serviceFacility.position, { element: 1 });
  }
  const hasReferring = claim.referring.length > 0 || lines.some((line) => line.parties?.referring.length);
  if (references?.referral !== undefined && !hasReferring) {
    check.reportInLoop('V043', '2300/REF-9F', position);
  }
}

function checkFilingLimit(check: ClaimSetCheck, claim: ProfessionalClaim, { first }: ServicePeriod): void {
  if (first === undefined || !check.run.filingLimit?.isAfter(first)) return;
  if (claim.delayReason !== undefined || claim.references?.originalClaimNumber !== undefined) return;
  const line = claim.lines.find(({ serviceDate }) => serviceDate === first);
  check.reportInLoop('V078', '2400/DTP-472', line?.position, { element: 3 });
}
