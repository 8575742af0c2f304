import type { ProfessionalClaim } from '../../model/claim.ts';
import type { ClaimSetCheck } from '../claim-set-check.ts';
import { Fingerprint } from './fingerprint-set.ts';

/** Edits against other claims of the file and earlier claims: V051, V075. */
export function checkDuplicates(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  const { run } = check;
  const { patientControlNumber, frequency, position } = claim;
  if (patientControlNumber !== '') {
    const isRepeated = run.claimNumbers.add(fingerprint.begin().text(patientControlNumber));
    const isOpen = frequency === '1' && run.history.hasOpenClaim?.(patientControlNumber);
    if (isRepeated || isOpen) {
      const message = isRepeated
        ? undefined
        : 'A claim with this patient control number is still open; number each claim once';
      check.reportInLoop('V051', '2300/CLM', position, { element: 1, value: patientControlNumber, message });
    }
  }
  // A replacement repeats its original by design.
  if (frequency !== '1') return;
  const isInFile = run.claimContents.add(contentFingerprint(claim));
  if (isInFile || run.history.hasSameClaim?.(contentKey(claim)))
    check.reportInLoop('V075', '2300/CLM', position);
}

const fingerprint = new Fingerprint();

function contentFingerprint({ billingProvider, subscriber, patient, lines }: ProfessionalClaim): Fingerprint {
  const { birthDate } = patient ?? subscriber;
  fingerprint
    .begin()
    .text(subscriber.payer?.id)
    .text(billingProvider.id ?? billingProvider.taxId);
  fingerprint.text(subscriber.id).text(birthDate).text(patient?.firstName);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) continue;
    const { code, modifiers } = line.procedure;
    fingerprint.text(line.serviceDate);
    if (line.serviceDateEnd !== line.serviceDate) fingerprint.text(line.serviceDateEnd);
    fingerprint.text(code).number(line.charge);
    for (let m = 0; m < modifiers.length; m++) fingerprint.text(modifiers[m]);
  }
  return fingerprint;
}

/** Content that identifies a claim, see {@link ClaimHistory}. */
function contentKey({ billingProvider, subscriber, patient, lines }: ProfessionalClaim): string {
  const { birthDate } = patient ?? subscriber;
  const parties = [
    subscriber.payer?.id,
    billingProvider.id ?? billingProvider.taxId,
    subscriber.id,
    birthDate,
  ];
  const services = lines.flatMap(({ serviceDate, serviceDateEnd, procedure, charge }) => [
    `${serviceDate ?? ''}-${serviceDateEnd ?? ''}`,
    procedure.code,
    procedure.modifiers.join(','),
    charge,
  ]);
  return [...parties, patient?.firstName, ...services].map((part) => part ?? '').join('|');
}
