import { beginFile, endFile, type FileEnvelope } from '../envelope/file-envelope.ts';
import { guide835 } from '../guides/835.ts';
import type { Draft } from '../writer/segment-draft.ts';
import { decimal, type ElementValue, type WriterOptions, X12Writer } from '../writer/writer.ts';
import { writeClaim } from './claim-writer.ts';
import type {
  BankAccount,
  ClaimHeader,
  ClaimPayment,
  ElementQuantity,
  Payee,
  Payer,
  ProviderAdjustment,
  Remittance,
} from './types.ts';
import { compact, quantity, writeAddress, writeContact, writeReference } from './write-segments.ts';

/** One 835: a payment to one payee with its claims. */
export interface RemittanceDraft extends Draft<Remittance> {
  readonly claims: readonly Draft<ClaimPayment>[];
  readonly providerAdjustments?: readonly Draft<ProviderAdjustment>[];
}

/**
 * Writes an 835 file, one transaction set a remittance (ST02 counts from 1). Nothing is added up: amounts are
 * written as they are given, so that fixtures may be out of balance. Throws X12Error (`not_writable`) for a value
 * that X12 cannot hold.
 */
export function writeRemittances(
  remittances: readonly RemittanceDraft[],
  envelope: FileEnvelope,
  options: WriterOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  beginFile(writer, envelope, guide835.functionalId, guide835.version);
  for (const [index, remittance] of remittances.entries()) writeSet(writer, remittance, index + 1);
  endFile(writer);
  return writer.bytes();
}

function writeSet(writer: X12Writer, remittance: RemittanceDraft, number: number): void {
  writer.set('835', number);
  writeHeader(writer, remittance);
  writePayer(writer, remittance.payer);
  writePayee(writer, remittance.payee);
  let header: Draft<ClaimHeader> | undefined;
  for (const claim of remittance.claims) {
    if (header === undefined || (claim.header !== undefined && claim.header !== header)) {
      header = claim.header ?? { assigned: '1' };
      writeClaimHeader(writer, header);
    }
    writeClaim(writer, claim);
  }
  writeProviderAdjustments(writer, remittance.providerAdjustments ?? []);
  writer.endSet();
}

function writeHeader(writer: X12Writer, { payment, ...rest }: RemittanceDraft): void {
  writer.segment(
    'BPR',
    payment.handling,
    decimal(payment.amount),
    payment.direction,
    payment.method,
    payment.format,
    ...account(payment.sender),
    // BPR10 repeats TRN03 when money moves between banks.
    payment.sender?.bank === undefined ? undefined : payment.originator,
    undefined,
    ...account(payment.receiver),
    compact(payment.date),
  );
  writer.segment('TRN', '1', payment.trace, payment.originator);
  if (rest.currency !== undefined) writer.segment('CUR', 'PR', rest.currency);
  for (const reference of rest.references ?? []) writeReference(writer, reference);
  if (rest.productionDate !== undefined) writer.segment('DTM', '405', compact(rest.productionDate));
}

function writeClaimHeader(writer: X12Writer, { assigned, summary, supplemental }: Draft<ClaimHeader>): void {
  writer.segment('LX', assigned);
  if (summary !== undefined) {
    const { provider, facilityType, fiscalPeriod, claims, charge, amounts = [] } = summary;
    const first = [provider, facilityType, compact(fiscalPeriod), quantity(claims), decimal(charge)];
    writer.segment('TS3', ...first, ...numbers(amounts, first.length));
  }
  if (supplemental !== undefined && supplemental.length > 0)
    writer.segment('TS2', ...numbers(supplemental, 0));
}

/** Numbers in their elements, behind so many that are written already. */
function numbers(values: readonly ElementQuantity[], written: number): ElementValue[] {
  const last = Math.max(written, ...values.map(({ element }) => element));
  const elements: ElementValue[] = Array.from({ length: last - written }, () => undefined);
  for (const { element, value } of values) elements[element - written - 1] = quantity(value);
  return elements;
}

function account(bank: Draft<BankAccount> | undefined): ElementValue[] {
  return [bank?.bankQualifier, bank?.bank, bank?.accountQualifier, bank?.account];
}

function writePayer(writer: X12Writer, payer: Draft<Payer>): void {
  writer.segment('N1', 'PR', payer.name, payer.idQualifier, payer.id);
  writeAddress(writer, payer.address);
  for (const reference of payer.references ?? []) writeReference(writer, reference);
  // CX stands before BL and IC in the guide.
  const order = ['CX', 'BL', 'IC'];
  const contacts = [...(payer.contacts ?? [])];
  contacts.sort((a, b) => order.indexOf(a.function) - order.indexOf(b.function));
  for (const contact of contacts) writeContact(writer, contact);
}

function writePayee(writer: X12Writer, payee: Draft<Payee>): void {
  writer.segment('N1', 'PE', payee.name, payee.idQualifier, payee.id);
  writeAddress(writer, payee.address);
  for (const reference of payee.references ?? []) writeReference(writer, reference);
}

/** Neighbours of one provider and period share a PLB, six to a segment. */
function writeProviderAdjustments(
  writer: X12Writer,
  adjustments: readonly Draft<ProviderAdjustment>[],
): void {
  for (let at = 0; at < adjustments.length; ) {
    const first = adjustments[at];
    if (first === undefined) return;
    const pairs: ElementValue[] = [];
    let next: Draft<ProviderAdjustment> | undefined = first;
    while (next !== undefined && pairs.length < 12 && belongTogether(first, next)) {
      pairs.push([next.reason, next.reference], decimal(next.amount));
      at++;
      next = adjustments[at];
    }
    writer.segment('PLB', first.provider, compact(first.fiscalPeriod), ...pairs);
  }
}

function belongTogether(one: Draft<ProviderAdjustment>, other: Draft<ProviderAdjustment>): boolean {
  return one.provider === other.provider && one.fiscalPeriod === other.fiscalPeriod;
}
