import type { Draft } from '../writer/segment-draft.ts';
import { decimal, type ElementValue, type X12Writer } from '../writer/writer.ts';
import { inpatientRemarks, outpatientRemarks } from './segments.ts';
import type { ClaimPayment, ElementAmount, ServicePayment } from './types.ts';
import {
  compact,
  procedureElement,
  quantity,
  writeAdjustments,
  writeContact,
  writeParty,
  writeReference,
} from './write-segments.ts';

/** Loop 2100 with its 2110s, in the order of the guide. */
export function writeClaim(writer: X12Writer, claim: Draft<ClaimPayment>): void {
  writer.segment(
    'CLP',
    claim.patientControlNumber,
    claim.statusCode,
    decimal(claim.charge),
    decimal(claim.paid),
    claim.patientResponsibility === undefined ? undefined : decimal(claim.patientResponsibility),
    claim.filingIndicator,
    claim.payerControlNumber,
    claim.facilityType,
    claim.frequency,
    undefined,
    claim.drg,
    quantity(claim.drgWeight),
    quantity(claim.dischargeFraction),
  );
  writeAdjustments(writer, claim.adjustments ?? []);
  writeParty(writer, claim.patient);
  writeParty(writer, claim.insured);
  writeParty(writer, claim.correctedInsured);
  writeParty(writer, claim.renderingProvider);
  writeParty(writer, claim.crossoverCarrier);
  writeParty(writer, claim.correctedPriorityPayer);
  writeParty(writer, claim.otherSubscriber);
  writeAdjudication(writer, claim);
  for (const reference of claim.references ?? []) writeReference(writer, reference);
  writeDate(writer, '232', claim.statementFrom);
  writeDate(writer, '233', claim.statementTo);
  writeDate(writer, '036', claim.coverageExpiration);
  writeDate(writer, '050', claim.received);
  for (const contact of claim.contacts ?? []) writeContact(writer, contact);
  writeAmounts(writer, claim);
  for (const line of claim.lines ?? []) writeLine(writer, line);
}

/** MIA and MOA. Remark codes go to the MIA as far as it takes them, the rest to the MOA. */
function writeAdjudication(writer: X12Writer, claim: Draft<ClaimPayment>): void {
  const { inpatient, outpatient, remarks = [] } = claim;
  const toInpatient = inpatient === undefined ? 0 : inpatientRemarks.length;
  if (inpatient !== undefined) {
    const elements = spread(inpatient.amounts, inpatientRemarks, remarks.slice(0, toInpatient));
    elements[1] = quantity(inpatient.coveredDays);
    if (inpatient.drgAmount !== undefined) elements[4] = decimal(inpatient.drgAmount);
    writer.segment('MIA', ...elements.slice(1));
  }
  const others = remarks.slice(toInpatient);
  if (outpatient === undefined && others.length === 0) return;
  const elements = spread(outpatient?.amounts, outpatientRemarks, others);
  elements[1] = quantity(outpatient?.reimbursementRate);
  if (outpatient?.payableAmount !== undefined) elements[2] = decimal(outpatient.payableAmount);
  writer.segment('MOA', ...elements.slice(1));
}

/** Elements by their number; index 0 stays empty. */
function spread(
  amounts: readonly ElementAmount[] | undefined,
  remarkElements: readonly number[],
  remarks: readonly string[],
): ElementValue[] {
  const elements: ElementValue[] = Array.from({ length: 25 }, () => undefined);
  for (const { element, amount } of amounts ?? []) elements[element] = decimal(amount);
  for (const [n, remark] of remarks.entries()) {
    const element = remarkElements[n];
    if (element !== undefined) elements[element] = remark;
  }
  return elements;
}

function writeLine(writer: X12Writer, line: Draft<ServicePayment>): void {
  writer.segment(
    'SVC',
    procedureElement(line.procedure),
    decimal(line.charge),
    decimal(line.paid),
    line.revenueCode,
    line.unitsPaid === 1 ? undefined : quantity(line.unitsPaid),
    procedureElement(line.billedProcedure),
    quantity(line.billedUnits),
  );
  if (line.serviceFrom !== undefined && line.serviceFrom === line.serviceTo) {
    writeDate(writer, '472', line.serviceFrom);
  } else {
    writeDate(writer, '150', line.serviceFrom);
    writeDate(writer, '151', line.serviceTo);
  }
  writeAdjustments(writer, line.adjustments ?? []);
  for (const reference of line.references ?? []) writeReference(writer, reference);
  if (line.lineControlNumber !== undefined) writer.segment('REF', '6R', line.lineControlNumber);
  writeAmounts(writer, line);
  for (const { qualifier, value } of line.remarks ?? []) writer.segment('LQ', qualifier, value);
}

function writeDate(writer: X12Writer, qualifier: string, date: string | undefined): void {
  if (date !== undefined) writer.segment('DTM', qualifier, compact(date));
}

function writeAmounts(
  writer: X12Writer,
  { amounts = [], quantities = [] }: Pick<Draft<ServicePayment>, 'amounts' | 'quantities'>,
): void {
  for (const { qualifier, amount } of amounts) writer.segment('AMT', qualifier, decimal(amount));
  for (const item of quantities) writer.segment('QTY', item.qualifier, quantity(item.quantity));
}
