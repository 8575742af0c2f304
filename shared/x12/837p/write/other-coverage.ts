import { amountText, type X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import type {
  LineAdjudication,
  OtherCoverage,
  OtherPayer,
  OutpatientAdjudication,
} from '../model/other-coverage.ts';
import { plain, writeName, writeParty, writeReferences } from './party.ts';
import { money, procedureElement, writeAdjustments, writeDate } from './supplement.ts';

/** Loop 2320 and loops 2330A to 2330G. */
export function writeOtherCoverage(writer: X12Writer, coverage: WriterInput<OtherCoverage>): void {
  writer.segment(
    'SBR',
    coverage.payerSequence,
    coverage.relationship,
    coverage.groupNumber,
    coverage.groupName,
    coverage.insuranceType,
    undefined,
    undefined,
    undefined,
    coverage.claimFiling,
  );
  writeAdjustments(writer, coverage.adjustments);
  writeAmount(writer, 'D', coverage.payerPaid);
  writeAmount(writer, 'A8', coverage.nonCovered);
  writeAmount(writer, 'EAF', coverage.remainingLiability);
  const { benefitsAssigned, signatureSource, releaseOfInformation } = coverage;
  if (benefitsAssigned ?? signatureSource ?? releaseOfInformation) {
    const [unused] = [undefined];
    writer.segment('OI', unused, unused, benefitsAssigned, signatureSource, unused, releaseOfInformation);
  }
  writeOutpatient(writer, coverage.outpatient);
  writeParty(writer, coverage.subscriber);
  if (coverage.payer) writeOtherPayer(writer, coverage.payer);
  for (const provider of coverage.providers ?? []) writeParty(writer, provider);
}

function writeOutpatient(
  writer: X12Writer,
  outpatient: WriterInput<OutpatientAdjudication> | undefined,
): void {
  if (outpatient === undefined) return;
  const { remarks = [] } = outpatient;
  writer.segment(
    'MOA',
    plain(outpatient.reimbursementRate),
    money(outpatient.procedureAmount),
    ...[0, 1, 2, 3, 4].map((i) => remarks[i]),
    money(outpatient.endStageRenalAmount),
    money(outpatient.nonPayableProfessionalAmount),
  );
}

function writeOtherPayer(writer: X12Writer, payer: WriterInput<OtherPayer>): void {
  writeName(writer, payer);
  writeDate(writer, '573', payer.adjudicationDate);
  writeReferences(writer, payer.references);
  const single = [
    ['G1', payer.priorAuthorization],
    ['9F', payer.referral],
    ['T4', payer.claimAdjusted],
    ['F8', payer.claimControlNumber],
  ] as const;
  for (const [qualifier, value] of single) if (value !== undefined) writer.segment('REF', qualifier, value);
}

/** Loop 2430. */
export function writeLineAdjudication(writer: X12Writer, adjudication: WriterInput<LineAdjudication>): void {
  writer.segment(
    'SVD',
    adjudication.payerId,
    money(adjudication.paid),
    procedureElement(adjudication.procedure),
    undefined,
    plain(adjudication.quantity),
    plain(adjudication.bundledLine),
  );
  writeAdjustments(writer, adjudication.adjustments);
  writeDate(writer, '573', adjudication.adjudicationDate);
  writeAmount(writer, 'EAF', adjudication.remainingLiability);
}

function writeAmount(writer: X12Writer, qualifier: string, cents: number | undefined): void {
  if (cents !== undefined) writer.segment('AMT', qualifier, amountText(cents));
}
