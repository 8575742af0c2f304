import { ageOn } from '../../../calendar/days.ts';
import { isNdc } from '../../checks/identifier.ts';
import {
  isAmbulance,
  isDrug,
  isEquipment,
  isInCodeRanges,
  isLaboratory,
  isSpinalManipulation,
  isTimedAnesthesia,
} from '../../codes/service-codes.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { ServiceLine } from '../model/line.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';

/** Edits by line of service (SNIP type 6): V070 and V071 (missing), V091 to V099. */

export function checkServices(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  let hasLaboratory = false;
  let hasSpinal = false;
  let hasAmbulance = false;
  for (const line of claim.lines) {
    const { code } = line.procedure;
    if (line.drug || isDrug(code)) checkDrug(check, claim, line, isDrug(code));
    if (isEquipment(code)) checkEquipment(check, claim, line);
    if (isTimedAnesthesia(code)) checkAnesthesia(check, line);
    if (!hasAmbulance && isAmbulance(code)) {
      hasAmbulance = true;
      checkAmbulance(check, claim, line);
    }
    if (!hasSpinal && isSpinalManipulation(code)) {
      hasSpinal = true;
      checkSpinalManipulation(check, claim, line);
    }
    if (!hasLaboratory && isLaboratory(code)) {
      hasLaboratory = true;
      checkLaboratory(check, claim, line);
    }
    if (line.epsdt === 'Y') checkEpsdt(check, claim, line);
    checkExpectations(check, claim, line);
    checkPatient(check, claim, line);
  }
}

const sv1 = '2400/SV1';
const anesthesiaModifiers = ['AA', 'QX', 'QZ', 'QK', 'QY', 'AD'];

function checkAnesthesia(check: ClaimSetCheck, { unit, procedure, position }: ServiceLine): void {
  if (unit !== 'MJ') {
    const message = 'Anesthesia must be billed in minutes; send MJ in SV103';
    check.reportInLoop('V091', sv1, position, { element: 3, value: unit, message });
  } else if (!hasAny(procedure.modifiers, anesthesiaModifiers)) {
    const message = 'Anesthesia modifier is missing; send AA, AD, QK, QX, QY or QZ';
    check.reportInLoop('V091', sv1, position, { element: 1, component: 3, message });
  }
}

/** Reported once for a claim, because its lines share one transport. */
function checkAmbulance(check: ClaimSetCheck, claim: ProfessionalClaim, { position }: ServiceLine): void {
  const { lines } = claim;
  if (claim.ambulance === undefined && !lines.some((line) => line.ambulance)) {
    check.reportInLoop('V092', '2300/CR1', claim.position, {
      message: 'Ambulance transport is missing; send CR1',
    });
  }
  const isCertified = claim.conditions.some(isAmbulanceCertificate);
  if (!isCertified && !lines.some((line) => line.conditions.some(isAmbulanceCertificate))) {
    check.reportInLoop('V092', '2300/CRC-07', claim.position, {
      message: 'Ambulance certification is missing; send CRC*07',
    });
  }
  if (claim.pickUp === undefined && !lines.some((line) => line.parties?.pickUp)) {
    check.reportInLoop('V092', '2310E/NM1', claim.position, {
      message: 'Pick-up address is missing; send loop 2310E',
    });
  }
  if (claim.dropOff === undefined && !lines.some((line) => line.parties?.dropOff)) {
    check.reportInLoop('V092', '2310F/NM1', position, {
      message: 'Drop-off address is missing; send loop 2310F',
    });
  }
}

function isAmbulanceCertificate({ category }: { readonly category: string }): boolean {
  return category === '07';
}

function checkEquipment(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  const { parties, certificateTransmission, equipmentCertification, position } = line;
  if (parties?.ordering === undefined && claim.referring.length === 0 && !parties?.referring.length) {
    check.reportInLoop('V093', '2420E/NM1', position, {
      message: 'Ordering provider of equipment is missing; send 2420E',
    });
  }
  if (certificateTransmission !== undefined && equipmentCertification === undefined) {
    check.reportInLoop('V093', '2400/CR3', position, {
      message: 'Certificate of medical necessity has no CR3; send CR3',
    });
  }
}

function checkSpinalManipulation(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  const { claimFiling } = claim.subscriber;
  if (claim.spinalManipulation === undefined) {
    check.reportInLoop('V094', '2300/CR2', claim.position, {
      message: 'Spinal manipulation detail is missing; send CR2',
    });
  }
  const isMedicare = claimFiling === 'MA' || claimFiling === 'MB';
  if (isMedicare && !line.procedure.modifiers.includes('AT')) {
    const message = 'Medicare requires modifier AT for active treatment; check the modifiers';
    check.reportInLoop('V094', sv1, line.position, { element: 1, component: 3, message });
  }
}

function checkDrug(
  check: ClaimSetCheck,
  claim: ProfessionalClaim,
  line: ServiceLine,
  isDrugCode: boolean,
): void {
  const { drug, position } = line;
  const isMedicaid = claim.subscriber.claimFiling === 'MC';
  if (drug === undefined) {
    const message = 'Drug code is missing; Medicaid requires LIN*N4 and CTP';
    if (isMedicaid) check.reportInLoop('V095', '2410/LIN', position, { message });
  } else if (drug.qualifier !== 'N4') {
    if (isMedicaid && isDrugCode) {
      const message = 'Drug code is not a national drug code; Medicaid requires N4 in LIN02';
      check.reportInLoop('V095', '2410/LIN', drug.position, { element: 2, value: drug.qualifier, message });
    }
  } else if (drug.code !== '' && !isNdc(drug.code)) {
    const message = 'National drug code must have eleven digits without hyphens; correct LIN03';
    check.reportInLoop('V095', '2410/LIN', drug.position, { element: 3, value: drug.code, message });
  }
}

function checkLaboratory(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  const { references } = line;
  if (claim.references?.clia === undefined && !references?.clia && !references?.referringClia) {
    check.reportInLoop('V070', '2400/REF-X4', line.position, {
      message: 'CLIA number is missing; send REF*X4',
    });
  }
}

/** CRC*ZZ reports the referral of a screening; without a referral, CRC02 is N and CRC03 is NU. */
function checkEpsdt(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  if (line !== claim.lines.find(({ epsdt }) => epsdt === 'Y')) return;
  const referral = claim.conditions.find(({ category }) => category === 'ZZ');
  if (referral === undefined) check.reportInLoop('V096', '2300/CRC-ZZ', claim.position);
  else if (referral.codes.includes('NU') !== (referral.applies === 'N')) {
    const message = 'EPSDT referral is contradictory; send CRC02 N together with CRC03 NU, or neither';
    check.reportInLoop('V096', '2300/CRC-ZZ', claim.position, { element: 3, message });
  }
}

function checkExpectations(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  const { priorAuthorization, orderingProvider, telehealthModifiers } = check.run.expects;
  const { code, modifiers } = line.procedure;
  if (isInCodeRanges(priorAuthorization, code)) {
    const isGiven = claim.references?.priorAuthorization !== undefined || line.priorAuthorizations.length > 0;
    const message = 'Prior authorization is missing; the payer requires REF*G1 for this service';
    if (!isGiven) check.reportInLoop('V071', '2400/REF-G1', line.position, { message });
  }
  if (isInCodeRanges(orderingProvider, code) && !hasOrderingNpi(claim, line)) {
    check.reportInLoop('V097', '2420E/NM1', line.position, { element: 9 });
  }
  const place = line.placeOfService ?? claim.placeOfService;
  const isTelehealth = place === '02' || place === '10';
  if (isTelehealth && telehealthModifiers.length > 0 && !hasAny(modifiers, telehealthModifiers)) {
    check.reportInLoop('V098', sv1, line.position, { element: 1, component: 3 });
  }
}

/** Ordering, referring or supervising provider of the line or referring provider of the claim (42 CFR 455.440). */
function hasOrderingNpi(claim: ProfessionalClaim, { parties }: ServiceLine): boolean {
  const candidates = [
    parties?.ordering,
    parties?.supervising,
    ...(parties?.referring ?? []),
    ...claim.referring,
  ];
  return candidates.some((party) => party?.id !== undefined);
}

function checkPatient(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  const facts = check.run.tables.procedures?.(line.procedure.code, line.serviceDate);
  if (facts === undefined) return;
  const { gender, birthDate } = claim.patient ?? claim.subscriber;
  const age = birthDate && line.serviceDate ? ageOn(birthDate, line.serviceDate) : undefined;
  const isOtherGender =
    facts.gender !== undefined && (gender === 'F' || gender === 'M') && gender !== facts.gender;
  const isOtherAge = facts.ages && age !== undefined && (age < facts.ages.from || age > facts.ages.to);
  if (isOtherGender || isOtherAge) {
    check.reportInLoop('V099', sv1, line.position, { element: 1, component: 2, value: line.procedure.code });
  }
}

function hasAny(modifiers: readonly string[], wanted: readonly string[]): boolean {
  return modifiers.some((modifier) => wanted.includes(modifier));
}
