import { type AcceptancesOfBatches, type Batch, foldedNumber, type SetClaims } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import type { FileKind } from './file.ts';

/** Numbers of one response item that may be a patient control number. */
export interface NumberQuery {
  readonly numbers: readonly string[];
  /** See {@link billingProviderId}; absent where the response names no provider. */
  readonly provider?: string;
}

/** Claims by the queried numbers. Numbers without a claim are left out. */
export type ClaimsByNumber = ReadonlyMap<string, readonly Claim[]>;

/** Reads claims, strongly consistent. */
export interface ClaimLookup {
  /** The claims that exist, in the order of the ids. */
  findClaims(ids: readonly string[]): Promise<readonly Claim[]>;
  /**
   * Claims by patient control number, without regard to letter case, blanks and leading zeros, or by its first 20
   * characters. Returns claims of the provider; if it has none for any of the numbers, claims of all providers.
   */
  findByNumbers(queries: readonly NumberQuery[]): Promise<readonly ClaimsByNumber[]>;
  /** Whether {@link findByNumbers} would find a claim by the number. */
  existByNumbers(
    numbers: readonly { readonly number: string; readonly provider: string }[],
  ): Promise<readonly boolean[]>;
  findByPayerControl(number: string): Promise<readonly Claim[]>;
}

/** Reads functional groups of 837P, oldest first. */
export interface BatchLookup {
  /** By GS06. */
  findByGroup(controlNumber: string): Promise<readonly Batch[]>;
  /** By ISA13. */
  findByInterchange(controlNumber: string): Promise<readonly Batch[]>;
  /** By BHT03. */
  findByReference(reference: string): Promise<readonly Batch[]>;
  /** Strongly consistent. */
  acceptancesOf(batchIds: readonly string[]): Promise<AcceptancesOfBatches>;
  /** In the order of the batch. */
  claimsOf(batchId: string): AsyncIterable<SetClaims>;
}

/** Kinds of responses: all kinds of files but claims. */
export type ResponseKind = Exclude<FileKind, '837P'>;

/**
 * A stored response. `applied` counts its items whose effect on claims is stored; the count moves in the transaction of
 * the items, on condition that no other run has moved it. So each item is applied once, even if several files and runs hold
 * the response.
 */
export interface StoredResponse {
  readonly id: string;
  readonly kind: ResponseKind;
  readonly file_id: string;
  readonly received_at: string;
  /** A remittance is `reading` until all its claims are stored and its sums are known. */
  readonly state: 'reading' | 'applying' | 'applied';
  readonly applied: number;
  /** Digest of its content; absent if its id derives from the content. */
  readonly digest?: string;
}

/** Reads stored responses of one kind, strongly consistent. */
export interface ResponseStore<Response extends StoredResponse> {
  find(id: string): Promise<Response | undefined>;
}

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
