import type { ClaimLane } from './lifecycle.ts';

/**
 * A claim as the service keeps it: what identifies it, where it stands and what its payer said. Amounts are integer
 * cents, times RFC 3339 UTC, dates ISO dates. What the claim says in full is its {@link ClaimContent}, which never
 * changes.
 */
export interface Claim {
  /** UUID; follows from the place in the file for claims that came by file, so that reading it twice is harmless. */
  readonly id: string;
  /** Counts changes; every write is conditional on the version it has read. */
  readonly version: number;
  /** CLM01. */
  readonly patient_control_number: string;
  /** NM109 of 2010BB; empty where the file has none. */
  readonly payer_id: string;
  readonly payer_name?: string;
  /** NM109 of 2010AA; empty for an atypical provider, or where the file has none. */
  readonly billing_npi: string;
  readonly tax_id?: string;
  /** NM109 of 2010BA. */
  readonly member_id?: string;
  /** Last and first name of the patient. */
  readonly patient_name?: string;
  /** CLM05-3. */
  readonly frequency: string;
  readonly place_of_service?: string;
  /** CLM02. */
  readonly total_charge: number;
  readonly line_count: number;
  /** First and last day of service of all lines. */
  readonly service_from?: string;
  readonly service_to?: string;
  /** REF*F8: the payer's number of the claim that this one corrects or voids. */
  readonly original_claim_number?: string;
  /** Fingerprint of provider, member, dates, procedures and charges; only for frequency 1. */
  readonly content_hash?: string;

  readonly lane: ClaimLane;
  readonly lane_since: string;
  /** While `overdue`: the lane that it came from. While in `review`: the lane that it has by its responses. */
  readonly lane_before?: ClaimLane;
  readonly received_at: string;
  readonly updated_at: string;
  readonly source: ClaimSource;

  /** Earlier claims that this one may repeat. */
  readonly duplicates: readonly Duplicate[];
  /** Contradictions between answers, or between two readings of one. */
  readonly conflicts: readonly Conflict[];
  /** How many findings of each severity; the findings stand in the content. */
  readonly finding_counts: FindingCounts;
  /** Claim that this one corrects or voids, and the other way round. */
  readonly corrects?: string;
  readonly corrected_by?: string;
  readonly voided_by?: string;

  /** Its last submission to the clearinghouse, and the functional group in which it went out. */
  readonly submission_id?: string;
  readonly submitted_at?: string;
  readonly batch_id?: string;

  /** Newest 999 and 277CA that were applied. */
  readonly acknowledged_at?: string;
  readonly acknowledged_by_999_id?: string;
  readonly payer_status_at?: string;
  readonly payer_status_by_277ca_id?: string;
  /** Category and status code of that 277CA, `A2:20`. */
  readonly payer_status_code?: string;
  /** What else its recency is judged by: when its file was written, and that a receipt by its code rejects. */
  readonly payer_status_written_at?: string;
  readonly payer_status_rejects?: true;
  /** Codes of the 999 or TA1 that refused it, and whether the fault was this claim's or only its set's. */
  readonly rejected_at?: string;
  readonly rejected_reason?: string;
  readonly rejected_by_999_id?: string;
  readonly rejected_as?: 'cause' | 'collateral';
  /** Spec, "Claim". */
  readonly payer_rejected_at?: string;
  readonly payer_rejected_reason?: string;
  readonly payer_rejected_status_code?: string;
  readonly payer_rejected_by_277ca_id?: string;

  /** The payer's number for this claim (277CA REF*1K, 835 CLP07). */
  readonly payer_control_number?: string;
  readonly remittance_id?: string;
  readonly remitted_at?: string;
  /** Sum over all remittances, reversals included. */
  readonly paid?: number;
  readonly patient_responsibility?: number;
  /** What makes up `paid`, oldest first; of many the newest. */
  readonly payments?: readonly PostedPayment[];
  /** What was paid above the charge, or a second time. */
  readonly credit_balance?: number;
}

/** Where a claim came from. */
export type ClaimSource =
  | {
      readonly kind: 'file';
      readonly file_id: string;
      /** ISA13, GS06 and ST02 as sent. */
      readonly interchange: string;
      readonly group: string;
      readonly set: string;
      /** Counted from 1 in the file. */
      readonly ordinal: number;
      /** Of the CLM segment: place in its set (ST = 1), and first byte in the file. */
      readonly segment: number;
      readonly offset: number;
    }
  | {
      readonly kind: 'api';
      /** Who sent it. */
      readonly subject: string;
    };

/** An earlier claim that this one may repeat, and in what they agree; or another correction of the same claim. */
export interface Duplicate {
  readonly claim_id: string;
  readonly by: 'patient_control_number' | 'content' | 'correction';
}

/** Two answers that do not go together. Holds codes and ids only. */
export interface Conflict {
  /**
   * `classification`: the spec's table and the standard differ. `answers`: two acknowledgments do. `ambiguous`: two
   * claims fit. `unbalanced`: what was paid does not add up, and was not posted. `overpaid`: the claim was paid above
   * its charge, or twice.
   */
  readonly kind: 'classification' | 'answers' | 'ambiguous' | 'unbalanced' | 'overpaid';
  /** Acknowledgment or remittance in which it shows, and what that is. */
  readonly source_id: string;
  readonly response?: ResponseType;
  readonly found_at: string;
  /** `A3: accepted by the contract, rejected by the standard`. */
  readonly text: string;
  /** Of an overpayment: every remittance that paid. */
  readonly remittance_ids?: readonly string[];
  /** It keeps the claim in review. */
  readonly open?: true;
  /** When it was resolved, and the response or the person that did so. */
  readonly resolved_at?: string;
  readonly resolved_by?: string;
}

export type ResponseType = '999' | 'TA1' | '277CA' | '835';

/** The claim's conflicts with one more; older ones are let go, those that are open last. */
export function addConflict(
  { conflicts }: Pick<Claim, 'conflicts'>,
  conflict: Conflict,
): readonly Conflict[] {
  const all = [...conflicts, conflict];
  if (all.length <= mostConflicts) return all;
  const oldest = Math.max(
    0,
    all.findIndex(({ open }) => !open),
  );
  return all.filter((_, index) => index !== oldest);
}

const mostConflicts = 20;

/** A payment of a remittance that was posted to the claim, as far as no reversal has taken it back. */
export interface PostedPayment {
  readonly remittance_id: string;
  readonly paid: number;
  /** CLP03: a payer that splits a claim pays parts of its charge. */
  readonly charge: number;
  /** Whether the payer paid as the first, second or third. */
  readonly rank: 1 | 2 | 3;
}

export interface FindingCounts {
  readonly fatal: number;
  readonly error: number;
  readonly warning: number;
  readonly information: number;
}

export const noFindings: FindingCounts = { fatal: 0, error: 0, warning: 0, information: 0 };

/**
 * Something that happened to a claim and has more to tell than its audit entry holds: a submission, an
 * acknowledgment, a payment. `detail` belongs to whoever writes that kind.
 */
export interface ClaimEvent {
  readonly at: string;
  readonly kind: 'submission' | 'acknowledgment' | 'payment';
  /** Id of the submission, acknowledgment or remittance. */
  readonly reference: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/**
 * Whether the payer may have it: sent from here, or answered, whoever sent it. That an answer fits two claims says
 * nothing of this one.
 */
export const payerMayHave = (claim: Claim): boolean =>
  claim.submission_id !== undefined ||
  claim.acknowledged_at !== undefined ||
  claim.payer_status_at !== undefined ||
  claim.remittance_id !== undefined ||
  claim.conflicts.some(({ kind }) => kind !== 'ambiguous');

/** By what a billing provider is known: its NPI, or the tax id of an atypical one. */
export const billingProviderId = ({ billing_npi, tax_id }: Pick<Claim, 'billing_npi' | 'tax_id'>): string =>
  billing_npi || (tax_id === undefined ? '' : `TAX-${tax_id}`);
