import { amountText, type X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import type { ClaimDates, ClaimReferences, HealthCareCode, ProfessionalClaim } from '../model/claim.ts';
import { writeLine } from './line.ts';
import { writeOtherCoverage } from './other-coverage.ts';
import { day, writeName, writeParty } from './party.ts';
import {
  money,
  writeAmbulance,
  writeAttachments,
  writeConditions,
  writeContract,
  writeDate,
  writeRepricing,
} from './supplement.ts';

/** Loop 2300 and all under it. */
export function writeClaim(writer: X12Writer, claim: WriterInput<ProfessionalClaim>): void {
  writeClaimInformation(writer, claim);
  writeClaimDates(writer, claim.dates ?? {});
  writeAttachments(writer, claim.attachments);
  writeContract(writer, claim.contract);
  if (claim.patientPaid !== undefined) writer.segment('AMT', 'F5', amountText(claim.patientPaid));
  writeClaimReferences(writer, claim.references ?? {});
  for (const line of claim.fixedFormat ?? []) writer.segment('K3', line);
  if (claim.note) writer.segment('NTE', claim.note.purpose, claim.note.text);
  writeAmbulance(writer, claim.ambulance);
  writeSpinalManipulation(writer, claim.spinalManipulation);
  writeConditions(writer, claim.conditions);
  writeHealthCareCodes(writer, claim);
  writeRepricing(writer, claim.repricing);
  for (const party of claim.referring ?? []) writeParty(writer, party);
  writeParty(writer, claim.rendering);
  writeParty(writer, claim.serviceFacility);
  writeParty(writer, claim.supervising);
  if (claim.pickUp) writeName(writer, claim.pickUp);
  if (claim.dropOff) writeName(writer, claim.dropOff);
  for (const coverage of claim.otherCoverages ?? []) writeOtherCoverage(writer, coverage);
  (claim.lines ?? []).forEach((line, i) => {
    writeLine(writer, line, i + 1);
  });
}

function writeClaimInformation(writer: X12Writer, claim: WriterInput<ProfessionalClaim>): void {
  const { relatedCauses = [], accidentState, accidentCountry } = claim;
  writer.segment(
    'CLM',
    claim.patientControlNumber,
    money(claim.totalCharge),
    undefined,
    undefined,
    [claim.placeOfService, 'B', claim.frequency],
    claim.providerSignature,
    claim.acceptAssignment,
    claim.benefitsAssigned,
    claim.releaseOfInformation,
    claim.signatureSource,
    [relatedCauses[0], relatedCauses[1], undefined, accidentState, accidentCountry],
    claim.specialProgram,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    claim.delayReason,
  );
}

type DateField = Exclude<keyof ClaimDates, 'disabilityStart' | 'disabilityEnd'>;

const datesBeforeDisability: readonly (readonly [qualifier: string, field: DateField])[] = [
  ['431', 'onset'],
  ['454', 'initialTreatment'],
  ['304', 'lastSeen'],
  ['453', 'acuteManifestation'],
  ['439', 'accident'],
  ['484', 'lastMenstrualPeriod'],
  ['455', 'lastXray'],
  ['471', 'prescription'],
];

const datesAfterDisability: readonly (readonly [qualifier: string, field: DateField])[] = [
  ['297', 'lastWorked'],
  ['296', 'returnToWork'],
  ['435', 'admission'],
  ['096', 'discharge'],
  ['090', 'assumedCare'],
  ['091', 'relinquishedCare'],
  ['444', 'firstContact'],
  ['050', 'repricerReceived'],
];

function writeClaimDates(writer: X12Writer, dates: WriterInput<ClaimDates>): void {
  for (const [qualifier, field] of datesBeforeDisability) writeDate(writer, qualifier, dates[field]);
  const { disabilityStart, disabilityEnd } = dates;
  if (disabilityStart !== undefined && disabilityEnd !== undefined) {
    writer.segment('DTP', '314', 'RD8', `${day(disabilityStart)}-${day(disabilityEnd)}`);
  } else {
    writeDate(writer, '360', disabilityStart);
    writeDate(writer, '361', disabilityEnd);
  }
  for (const [qualifier, field] of datesAfterDisability) writeDate(writer, qualifier, dates[field]);
}

const references: readonly (readonly [qualifier: string, field: keyof ClaimReferences])[] = [
  ['4N', 'serviceAuthorizationException'],
  ['F5', 'medicareCrossover'],
  ['EW', 'mammographyCertification'],
  ['9F', 'referral'],
  ['G1', 'priorAuthorization'],
  ['F8', 'originalClaimNumber'],
  ['X4', 'clia'],
  ['9A', 'repricedClaim'],
  ['9C', 'adjustedRepricedClaim'],
  ['LX', 'investigationalDevice'],
  ['D9', 'clearinghouseTrace'],
  ['EA', 'medicalRecord'],
  ['P4', 'demonstrationProject'],
  ['1J', 'carePlanOversight'],
];

function writeClaimReferences(writer: X12Writer, values: WriterInput<ClaimReferences>): void {
  for (const [qualifier, field] of references) {
    const value = values[field];
    if (value !== undefined) writer.segment('REF', qualifier, value);
  }
}

function writeSpinalManipulation(
  writer: X12Writer,
  manipulation: WriterInput<ProfessionalClaim>['spinalManipulation'],
): void {
  if (manipulation === undefined) return;
  const { condition, description, furtherDescription } = manipulation;
  const unused = Array.from({ length: 7 }, () => undefined);
  writer.segment('CR2', ...unused, condition, undefined, description, furtherDescription);
}

function writeHealthCareCodes(writer: X12Writer, claim: WriterInput<ProfessionalClaim>): void {
  const { diagnoses = [], anesthesiaProcedures = [], conditionCodes = [] } = claim;
  writeCodes(writer, diagnoses);
  writeCodes(writer, anesthesiaProcedures);
  for (let i = 0; i < conditionCodes.length; i += 12) {
    writeCodes(
      writer,
      conditionCodes.slice(i, i + 12).map((code) => ({ qualifier: 'BG', code })),
    );
  }
}

function writeCodes(writer: X12Writer, codes: readonly WriterInput<HealthCareCode>[]): void {
  if (codes.length > 0) writer.segment('HI', ...codes.map(({ qualifier, code }) => [qualifier, code]));
}
