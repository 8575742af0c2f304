import { decimalText } from '../values/decimal-text.ts';
import type { Draft } from '../writer/segment-draft.ts';
import { decimal, type ElementValue, type X12Writer } from '../writer/writer.ts';
import type { Address, Adjustment, Contact, Party, Procedure, Reference } from './types.ts';

/** `2025-03-10` as `20250310`. */
export function compact(date: string | undefined): string | undefined {
  return date?.replaceAll('-', '');
}

/** A quantity as an X12 decimal: no exponent, however small. */
export function quantity(value: number | undefined): string | undefined {
  return value === undefined ? undefined : decimalText(value);
}

export function writeReference(writer: X12Writer, { qualifier, value }: Reference): void {
  writer.segment('REF', qualifier, value);
}

export function writeContact(writer: X12Writer, contact: Draft<Contact>): void {
  const numbers = (contact.numbers ?? []).flatMap(({ qualifier, value }) => [qualifier, value]);
  writer.segment('PER', contact.function, contact.name, ...numbers);
}

export function writeAddress(writer: X12Writer, address: Draft<Address>): void {
  const { lines = [], city, state, postalCode, country } = address;
  if (lines.length > 0) writer.segment('N3', ...lines);
  if ((city ?? state ?? postalCode ?? country) !== undefined) {
    writer.segment('N4', city, state, postalCode, country);
  }
}

export function writeParty(writer: X12Writer, party: Draft<Party> | undefined): void {
  if (party === undefined) return;
  const { entity, type, lastName, firstName, middleName, suffix, idQualifier, id } = party;
  writer.segment('NM1', entity, type, lastName, firstName, middleName, undefined, suffix, idQualifier, id);
}

/** Neighbours of one group share a CAS, six to a segment. */
export function writeAdjustments(writer: X12Writer, adjustments: readonly Draft<Adjustment>[]): void {
  for (let at = 0; at < adjustments.length; ) {
    const group = adjustments[at]?.group;
    const triplets: ElementValue[] = [];
    let next = adjustments[at];
    while (next !== undefined && next.group === group && triplets.length < 18) {
      triplets.push(next.reason, decimal(next.amount), quantity(next.quantity));
      at++;
      next = adjustments[at];
    }
    writer.segment('CAS', group, ...triplets);
  }
}

export function procedureElement(procedure: Draft<Procedure> | undefined): ElementValue {
  if (procedure === undefined) return undefined;
  return [procedure.qualifier, procedure.code, ...(procedure.modifiers ?? [])];
}
