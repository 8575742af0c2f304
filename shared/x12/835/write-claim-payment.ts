import { amountText, type ElementValue, type X12Writer } from '../writer/writer.ts';
import type { WriterInput } from '../writer/writer-input.ts';
import { inpatientRemarks, outpatientRemarks } from './segments.ts';
import type { ClaimPayment, ElementAmount, ServicePayment } from './types.ts';
import {
  compactIsoDate,
  procedureComponents,
  quantityElement,
  writeAdjustmentSegments,
  writeContactSegment,
  writeNameSegment,
  writeReferenceSegment,
} from './write-segments.ts';

/** Writes loop 2100 with its loops 2110 in the order of the guide. */
export function writeClaimPayment(writer: X12Writer, claim: WriterInput<ClaimPayment>): void {
  writer.segment(
    'CLP',
    claim.patientControlNumber,
    claim.statusCode,
    amountText(claim.charge),
    amountText(claim.paid),
    claim.patientResponsibility === undefined ? undefined : amountText(claim.patientResponsibility),
    claim.filingIndicator,
    claim.payerControlNumber,
    claim.facilityType,
    claim.frequency,
    undefined,
    claim.drg,
    quantityElement(claim.drgWeight),
    quantityElement(claim.dischargeFraction),
  );
  writeAdjustmentSegments(writer, claim.adjustments ?? []);
  writeNameSegment(writer, claim.patient);
  writeNameSegment(writer, claim.insured);
  writeNameSegment(writer, claim.correctedInsured);
  writeNameSegment(writer, claim.renderingProvider);
  writeNameSegment(writer, claim.crossoverCarrier);
  writeNameSegment(writer, claim.correctedPriorityPayer);
  writeNameSegment(writer, claim.otherSubscriber);
  writeAdjudication(writer, claim);
  for (const reference of claim.references ?? []) writeReferenceSegment(writer, reference);
  writeDate(writer, '232', claim.statementFrom);
  writeDate(writer, '233', claim.statementTo);
  writeDate(writer, '036', claim.coverageExpiration);
  writeDate(writer, '050', claim.received);
  for (const contact of claim.contacts ?? []) writeContactSegment(writer, contact);
  writeAmounts(writer, claim);
  for (const line of claim.lines ?? []) writeLine(writer, line);
}

/** Writes MIA and MOA. Remark codes fill the MIA first, then the MOA. */
function writeAdjudication(writer: X12Writer, claim: WriterInput<ClaimPayment>): void {
  const { inpatient, outpatient, remarks = [] } = claim;
  const toInpatient = inpatient === undefined ? 0 : inpatientRemarks.length;
  if (inpatient !== undefined) {
    const elements = spread(inpatient.amounts, inpatientRemarks, remarks.slice(0, toInpatient));
    elements[1] = quantityElement(inpatient.coveredDays);
    if (inpatient.drgAmount !== undefined) elements[4] = amountText(inpatient.drgAmount);
    writer.segment('MIA', ...elements.slice(1));
  }
  const others = remarks.slice(toInpatient);
  if (outpatient === undefined && others.length === 0) return;
  const elements = spread(outpatient?.amounts, outpatientRemarks, others);
  elements[1] = quantityElement(outpatient?.reimbursementRate);
  if (outpatient?.payableAmount !== undefined) elements[2] = amountText(outpatient.payableAmount);
  writer.segment('MOA', ...elements.slice(1));
}

/** Returns elements by their number; index 0 is unused. */
function spread(
  amounts: readonly ElementAmount[] | undefined,
  remarkElements: readonly number[],
  remarks: readonly string[],
): ElementValue[] {
  const elements: ElementValue[] = Array.from({ length: 25 }, () => undefined);
  for (const { element, amount } of amounts ?? []) elements[element] = amountText(amount);
  for (const [n, remark] of remarks.entries()) {
    const element = remarkElements[n];
    if (element !== undefined) elements[element] = remark;
  }
  return elements;
}

function writeLine(writer: X12Writer, line: WriterInput<ServicePayment>): void {
  writer.segment(
    'SVC',
    procedureComponents(line.procedure),
    amountText(line.charge),
    amountText(line.paid),
    line.revenueCode,
    line.unitsPaid === 1 ? undefined : quantityElement(line.unitsPaid),
    procedureComponents(line.billedProcedure),
    quantityElement(line.billedUnits),
  );
  if (line.serviceFrom !== undefined && line.serviceFrom === line.serviceTo) {
    writeDate(writer, '472', line.serviceFrom);
  } else {
    writeDate(writer, '150', line.serviceFrom);
    writeDate(writer, '151', line.serviceTo);
  }
  writeAdjustmentSegments(writer, line.adjustments ?? []);
  for (const reference of line.references ?? []) writeReferenceSegment(writer, reference);
  if (line.lineControlNumber !== undefined) writer.segment('REF', '6R', line.lineControlNumber);
  writeAmounts(writer, line);
  for (const { qualifier, value } of line.remarks ?? []) writer.segment('LQ', qualifier, value);
}

function writeDate(writer: X12Writer, qualifier: string, date: string | undefined): void {
  if (date !== undefined) writer.segment('DTM', qualifier, compactIsoDate(date));
}

function writeAmounts(
  writer: X12Writer,
  { amounts = [], quantities = [] }: Pick<WriterInput<ServicePayment>, 'amounts' | 'quantities'>,
): void {
  for (const { qualifier, amount } of amounts) writer.segment('AMT', qualifier, amountText(amount));
  for (const item of quantities) writer.segment('QTY', item.qualifier, quantityElement(item.quantity));
}
