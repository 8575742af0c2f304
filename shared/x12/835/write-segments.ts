import { decimalText } from '../values/decimal-text.ts';
import { amountText, type ElementValue, type WriterInput, type X12Writer } from '../writer/writer.ts';
import type {
  PaidProcedure,
  PayerContact,
  PaymentAdjustment,
  PaymentParty,
  ReferenceNumber,
  RemittanceAddress,
} from './types.ts';

/** `2025-03-10` as `20250310`. */
export function compactIsoDate(date: string | undefined): string | undefined {
  return date?.replaceAll('-', '');
}

/** A quantity as an X12 decimal without exponent. */
export function quantityElement(value: number | undefined): string | undefined {
  return value === undefined ? undefined : decimalText(value);
}

export function writeReferenceSegment(writer: X12Writer, { qualifier, value }: ReferenceNumber): void {
  writer.segment('REF', qualifier, value);
}

export function writeContactSegment(writer: X12Writer, contact: WriterInput<PayerContact>): void {
  const numbers = (contact.numbers ?? []).flatMap(({ qualifier, value }) => [qualifier, value]);
  writer.segment('PER', contact.function, contact.name, ...numbers);
}

export function writeAddressSegments(writer: X12Writer, address: WriterInput<RemittanceAddress>): void {
  const { lines = [], city, state, postalCode, country } = address;
  if (lines.length > 0) writer.segment('N3', ...lines);
  if ((city ?? state ?? postalCode ?? country) !== undefined) {
    writer.segment('N4', city, state, postalCode, country);
  }
}

export function writeNameSegment(writer: X12Writer, party: WriterInput<PaymentParty> | undefined): void {
  if (party === undefined) return;
  const { entity, type, lastName, firstName, middleName, suffix, idQualifier, id } = party;
  writer.segment('NM1', entity, type, lastName, firstName, middleName, undefined, suffix, idQualifier, id);
}

/** Adjacent adjustments of one group share a CAS, up to six. */
export function writeAdjustmentSegments(
  writer: X12Writer,
  adjustments: readonly WriterInput<PaymentAdjustment>[],
): void {
  for (let at = 0; at < adjustments.length; ) {
    const group = adjustments[at]?.group;
    const triplets: ElementValue[] = [];
    let next = adjustments[at];
    while (next !== undefined && next.group === group && triplets.length < 18) {
      triplets.push(next.reason, amountText(next.amount), quantityElement(next.quantity));
      at++;
      next = adjustments[at];
    }
    writer.segment('CAS', group, ...triplets);
  }
}

export function procedureComponents(procedure: WriterInput<PaidProcedure> | undefined): ElementValue {
  if (procedure === undefined) return undefined;
  return [procedure.qualifier, procedure.code, ...(procedure.modifiers ?? [])];
}
