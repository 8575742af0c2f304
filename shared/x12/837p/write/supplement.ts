import { amountText, type ElementValue, type X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import type { Adjustment } from '../model/other-coverage.ts';
import type {
  AmbulanceTransport,
  Attachment,
  Condition,
  Contract,
  Procedure,
  Repricing,
} from '../model/supplement.ts';
import { day, plain } from './party.ts';

/** Segments that several loops have. */

export function money(cents: number | undefined): string | undefined {
  return cents === undefined ? undefined : amountText(cents);
}

export function writeDate(writer: X12Writer, qualifier: string, date: string | undefined): void {
  if (date !== undefined) writer.segment('DTP', qualifier, 'D8', day(date));
}

/** C003. */
export function procedureElement({
  qualifier,
  code,
  modifiers = [],
  description,
}: WriterInput<Procedure>): ElementValue {
  return [qualifier, code, modifiers[0], modifiers[1], modifiers[2], modifiers[3], description];
}

export function writeAttachments(
  writer: X12Writer,
  attachments: readonly WriterInput<Attachment>[] = [],
): void {
  for (const { reportType, transmission, controlNumber } of attachments) {
    const qualifier = controlNumber && 'AC';
    writer.segment('PWK', reportType, transmission, undefined, undefined, qualifier, controlNumber);
  }
}

export function writeContract(writer: X12Writer, contract: WriterInput<Contract> | undefined): void {
  if (contract === undefined) return;
  const { type, amount, percentage, code, discountPercentage, version } = contract;
  writer.segment('CN1', type, money(amount), plain(percentage), code, plain(discountPercentage), version);
}

export function writeAmbulance(
  writer: X12Writer,
  transport: WriterInput<AmbulanceTransport> | undefined,
): void {
  if (transport === undefined) return;
  const { patientWeight, reason, miles, roundTripPurpose, stretcherPurpose } = transport;
  writer.segment(
    'CR1',
    patientWeight === undefined ? undefined : 'LB',
    plain(patientWeight),
    undefined,
    reason,
    miles === undefined ? undefined : 'DH',
    plain(miles),
    undefined,
    undefined,
    roundTripPurpose,
    stretcherPurpose,
  );
}

export function writeConditions(writer: X12Writer, conditions: readonly WriterInput<Condition>[] = []): void {
  for (const { category, applies, codes = [] } of conditions)
    writer.segment('CRC', category, applies, ...codes);
}

export function writeRepricing(writer: X12Writer, repricing: WriterInput<Repricing> | undefined): void {
  if (repricing === undefined) return;
  writer.segment(
    'HCP',
    repricing.method,
    money(repricing.allowed),
    money(repricing.saving),
    repricing.organizationId,
    plain(repricing.rate),
    repricing.groupCode,
    money(repricing.groupAmount),
    undefined,
    repricing.procedureQualifier,
    repricing.procedureCode,
    repricing.unit,
    plain(repricing.quantity),
    repricing.rejectReason,
    repricing.policyCompliance,
    repricing.exception,
  );
}

/** CAS: one segment for a run of reasons of one group, six at most. */
export function writeAdjustments(
  writer: X12Writer,
  adjustments: readonly WriterInput<Adjustment>[] = [],
): void {
  for (let i = 0; i < adjustments.length; ) {
    const group = adjustments[i]?.group;
    let end = i + 1;
    while (end < i + 6 && adjustments[end]?.group === group) end++;
    const reasons = adjustments.slice(i, end);
    writer.segment(
      'CAS',
      group,
      ...reasons.flatMap(({ reason, amount, quantity }) => [reason, money(amount), plain(quantity)]),
    );
    i = end;
  }
}
