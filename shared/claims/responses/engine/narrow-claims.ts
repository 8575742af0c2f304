import { foldedNumber } from '../../claim/batch.ts';
import type { Claim } from '../../claim/claim.ts';

/** A fact of a response that distinguishes claims with the same number. */
export interface Criterion {
  readonly name: string;
  holds(claim: Claim): boolean;
}

/**
 * Narrows claims that share a number, one criterion after the other. A criterion that no claim meets is ignored, because
 * payers change and leave out what they return.
 *
 * @returns the claims that are left, and the criteria that removed others
 */
export function narrowClaims(claims: readonly Claim[], criteria: readonly Criterion[]) {
  let left = claims;
  const by: string[] = [];
  for (const { name, holds } of criteria) {
    if (left.length < 2) break;
    const meeting = left.filter(holds);
    if (meeting.length === 0 || meeting.length === left.length) continue;
    left = meeting;
    by.push(name);
  }
  return { claims: left, by };
}

/** Prefers the number as sent to numbers that differ in letter case, blanks or leading zeros. */
export const sameText = (number: string): Criterion => ({
  name: 'exact_number',
  holds: ({ patient_control_number }) => patient_control_number.trim() === number.trim(),
});

/** Prefers the whole number to numbers that only begin with it. */
export const sameFoldedNumber = (number: string): Criterion => ({
  name: 'whole_number',
  holds: ({ patient_control_number }) => foldedNumber(patient_control_number) === foldedNumber(number),
});

/** NPI or tax id of the billing provider. */
export const sameProvider = (npi: string | undefined, taxId: string | undefined): Criterion => ({
  name: 'provider',
  holds: (claim) =>
    (npi !== undefined && claim.billing_npi === npi) || (taxId !== undefined && claim.tax_id === taxId),
});

/** Excludes claims that another claim has replaced, and dismissed claims. */
export const notClosed: Criterion = {
  name: 'not_replaced',
  holds: ({ lane }) => lane !== 'closed' && lane !== 'dismissed',
};

/** Sent, and not paid or rejected yet. */
export const awaitsDecision: Criterion = {
  name: 'waiting',
  holds: ({ lane }) => ['submitted', 'accepted', 'pending', 'overdue'].includes(lane),
};

export const sameCharge = (cents: number | undefined): Criterion => ({
  name: 'amount',
  holds: ({ total_charge }) => cents !== undefined && total_charge === Math.abs(cents),
});

export const sameDates = (from: string | undefined, to: string | undefined): Criterion => ({
  name: 'dates',
  holds: ({ service_from, service_to }) =>
    from !== undefined && service_from === from && (service_to ?? service_from) === (to ?? from),
});

/** Whether the text is a number: some senders fill an absent one with zeros. */
export const isUsableNumber = (text: string | undefined): text is string =>
  text !== undefined && /[^0\s]/.test(text);
