import type { Claim } from '../../claim/claim.ts';
import { foldedNumber } from '../../claim/folded-number.ts';

/** A fact that an answer gives about its claim, and that tells claims of one number apart. */
export interface Criterion {
  readonly name: string;
  holds(claim: Claim): boolean;
}

/** Claims that are left after narrowing, and by which facts. */
export interface Narrowed {
  readonly claims: readonly Claim[];
  readonly by: readonly string[];
}

/**
 * Narrows claims that share a number, one criterion after the other. A criterion that none of them meets tells
 * nothing: payers change and leave out what they echo.
 */
export function narrowClaims(claims: readonly Claim[], criteria: readonly Criterion[]): Narrowed {
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

/** The number as it was sent, before numbers that differ in letter case, blanks or leading zeros. */
export const sameText = (number: string): Criterion => ({
  name: 'exact_number',
  holds: ({ patient_control_number }) => patient_control_number.trim() === number.trim(),
});

/** The number in full, before claims whose number only begins with it. */
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

/** Not a claim that another has taken the place of. */
export const notClosed: Criterion = { name: 'not_replaced', holds: ({ lane }) => lane !== 'closed' };

/** Sent, and without a final answer. */
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

/** A number of nothing but zeros is how some senders say that there is none. */
export const isUsableNumber = (text: string | undefined): text is string =>
  text !== undefined && /[^0\s]/.test(text);
