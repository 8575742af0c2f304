import { type FileEnvelope, writeFileEnd, writeFileStart } from '../envelope/file-envelope.ts';
import { guide835 } from '../guides/835.ts';
import {
  amountText,
  type ElementValue,
  type WriterInput,
  type WriterOptions,
  X12Writer,
} from '../writer/writer.ts';
import { inpatientRemarks, outpatientRemarks } from './segments.ts';
import type {
  BankAccount,
  ClaimHeader,
  ClaimPayment,
  ElementAmount,
  ElementQuantity,
  ProviderAdjustment,
  Remittance,
  RemittancePayee,
  RemittancePayer,
  ServicePayment,
} from './types.ts';
import {
  compactIsoDate,
  procedureComponents,
  quantityElement,
  writeAddressSegments,
  writeAdjustmentSegments,
  writeContactSegment,
  writeNameSegment,
  writeReferenceSegment,
} from './write-segments.ts';

/** One 835 set: a payment to one payee with its claims. */
export interface RemittanceInput extends WriterInput<Remittance> {
  readonly claims: readonly WriterInput<ClaimPayment>[];
  readonly providerAdjustments?: readonly WriterInput<ProviderAdjustment>[];
}

/**
 * Writes an 835 file with one transaction set per remittance. Amounts are written as given, so a file may be out of
 * balance. Throws X12Error (`not_writable`) for a value that X12 cannot represent.
 */
export function writeRemittances(
  remittances: readonly RemittanceInput[],
  envelope: FileEnvelope,
  options: WriterOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  writeFileStart(writer, envelope, guide835.functionalId, guide835.version);
  for (const [index, remittance] of remittances.entries()) writeSet(writer, remittance, index + 1);
  writeFileEnd(writer);
  return writer.bytes();
}

function writeSet(writer: X12Writer, remittance: RemittanceInput, number: number): void {
  writer.set('835', number);
  writeHeader(writer, remittance);
  writePayer(writer, remittance.payer);
  writePayee(writer, remittance.payee);
  let header: WriterInput<ClaimHeader> | undefined;
  for (const claim of remittance.claims) {
    if (header === undefined || (claim.header !== undefined && claim.header !== header)) {
      header = claim.header ?? { assigned: '1' };
      writeClaimHeader(writer, header);
    }
    writeClaimPayment(writer, claim);
  }
  writeProviderAdjustments(writer, remittance.providerAdjustments ?? []);
  writer.endSet();
}

function writeHeader(writer: X12Writer, { payment, ...rest }: RemittanceInput): void {
  writer.segment(
    'BPR',
    payment.handling,
    amountText(payment.amount),
    payment.direction,
    payment.method,
    payment.format,
    ...account(payment.sender),
    // BPR10 repeats TRN03 for a bank transfer.
    payment.sender?.bank === undefined ? undefined : payment.originator,
    undefined,
    ...account(payment.receiver),
    compactIsoDate(payment.date),
  );
  writer.segment('TRN', '1', payment.trace, payment.originator);
  if (rest.currency !== undefined) writer.segment('CUR', 'PR', rest.currency);
  for (const reference of rest.references ?? []) writeReferenceSegment(writer, reference);
  if (rest.productionDate !== undefined) writer.segment('DTM', '405', compactIsoDate(rest.productionDate));
}

function writeClaimHeader(
  writer: X12Writer,
  { assigned, summary, supplemental }: WriterInput<ClaimHeader>,
): void {
  writer.segment('LX', assigned);
  if (summary !== undefined) {
    const { provider, facilityType, fiscalPeriod, claims, charge, amounts = [] } = summary;
    const first = [
      provider,
      facilityType,
      compactIsoDate(fiscalPeriod),
      quantityElement(claims),
      amountText(charge),
    ];
    writer.segment('TS3', ...first, ...numbers(amounts, first.length));
  }
  if (supplemental !== undefined && supplemental.length > 0)
    writer.segment('TS2', ...numbers(supplemental, 0));
}

/** Returns elements `written + 1` and up with the given numbers. */
function numbers(values: readonly ElementQuantity[], written: number): ElementValue[] {
  const last = Math.max(written, ...values.map(({ element }) => element));
  const elements: ElementValue[] = Array.from({ length: last - written }, () => undefined);
  for (const { element, value } of values) elements[element - written - 1] = quantityElement(value);
  return elements;
}

function account(bank: WriterInput<BankAccount> | undefined): ElementValue[] {
  return [bank?.bankQualifier, bank?.bank, bank?.accountQualifier, bank?.account];
}

function writePayer(writer: X12Writer, payer: WriterInput<RemittancePayer>): void {
  writer.segment('N1', 'PR', payer.name, payer.idQualifier, payer.id);
  writeAddressSegments(writer, payer.address);
  for (const reference of payer.references ?? []) writeReferenceSegment(writer, reference);
  // The guide orders CX, BL, IC.
  const order = ['CX', 'BL', 'IC'];
  const contacts = [...(payer.contacts ?? [])];
  contacts.sort((a, b) => order.indexOf(a.function) - order.indexOf(b.function));
  for (const contact of contacts) writeContactSegment(writer, contact);
}

function writePayee(writer: X12Writer, payee: WriterInput<RemittancePayee>): void {
  writer.segment('N1', 'PE', payee.name, payee.idQualifier, payee.id);
  writeAddressSegments(writer, payee.address);
  for (const reference of payee.references ?? []) writeReferenceSegment(writer, reference);
}

/** Adjacent adjustments of one provider and period share a PLB, up to six. */
function writeProviderAdjustments(
  writer: X12Writer,
  adjustments: readonly WriterInput<ProviderAdjustment>[],
): void {
  for (let at = 0; at < adjustments.length; ) {
    const first = adjustments[at];
    if (first === undefined) return;
    const pairs: ElementValue[] = [];
    let next: WriterInput<ProviderAdjustment> | undefined = first;
    while (next !== undefined && pairs.length < 12 && belongTogether(first, next)) {
      pairs.push([next.reason, next.reference], amountText(next.amount));
      at++;
      next = adjustments[at];
    }
    writer.segment('PLB', first.provider, compactIsoDate(first.fiscalPeriod), ...pairs);
  }
}

function belongTogether(
  one: WriterInput<ProviderAdjustment>,
  other: WriterInput<ProviderAdjustment>,
): boolean {
  return one.provider === other.provider && one.fiscalPeriod === other.fiscalPeriod;
}

/** Writes loop 2100 with its loops 2110 in the order of the guide. */
function writeClaimPayment(writer: X12Writer, claim: WriterInput<ClaimPayment>): void {
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
