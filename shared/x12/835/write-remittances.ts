import { type FileEnvelope, writeFileEnd, writeFileStart } from '../envelope/file-envelope.ts';
import { guide835 } from '../guides/835.ts';
import { amountText, type ElementValue, type WriterOptions, X12Writer } from '../writer/writer.ts';
import type { WriterInput } from '../writer/writer-input.ts';
import type {
  BankAccount,
  ClaimHeader,
  ClaimPayment,
  ElementQuantity,
  ProviderAdjustment,
  Remittance,
  RemittancePayee,
  RemittancePayer,
} from './types.ts';
import { writeClaimPayment } from './write-claim-payment.ts';
import {
  compactIsoDate,
  quantityElement,
  writeAddressSegments,
  writeContactSegment,
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
