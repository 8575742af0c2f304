import type { ClaimLane } from './lifecycle.ts';

/**
 * The record of a claim: its identifiers, its lane and the responses of its payer. Amounts are integer cents, times RFC 3339
 * UTC, dates ISO dates. The complete 837P is in its {@link ClaimContent}.
 */
export interface Claim {
  /** UUID; derived from the place in the file for a claim of a file, so that a second reading finds it. */
  readonly id: string;
  /** Incremented by each change; writes are conditional on it. */
  readonly version: number;
  /** CLM01. */
  readonly patient_control_number: string;
  /** NM109 of 2010BB; empty if the file has none. */
  readonly payer_id: string;
  readonly payer_name?: string;
  /** NM109 of 2010AA; empty for an atypical provider, or if the file has none. */
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
  /** REF*F8: payer claim control number of the claim that this one corrects or voids. */
  readonly original_claim_number?: string;
  /** See {@link contentHash}. */
  readonly content_hash?: string;

  readonly lane: ClaimLane;
  readonly lane_since: string;
  /** In `overdue`: the lane before. In `review`: the lane by its responses. */
  readonly lane_before?: ClaimLane;
  readonly received_at: string;
  readonly updated_at: string;
  readonly source: ClaimSource;

  /** Earlier claims that this one may duplicate. */
  readonly duplicates: readonly Duplicate[];
  /** Contradictions between responses, or between two readings of one response. */
  readonly conflicts: readonly Conflict[];
  /** Findings by severity; the findings themselves are in the content. */
  readonly finding_counts: FindingCounts;
  /** Claim that this one corrects, voids or replaces, and the inverse of it. */
  readonly corrects?: string;
  readonly corrected_by?: string;
  readonly voided_by?: string;

  /** Last submission to the clearinghouse, and its functional group. */
  readonly submission_id?: string;
  readonly submitted_at?: string;
  readonly batch_id?: string;

  /** Newest 999 and 277CA. */
  readonly acknowledged_at?: string;
  readonly acknowledged_by_999_id?: string;
  readonly payer_status_at?: string;
  readonly payer_status_by_277ca_id?: string;
  /** Category and status code of the newest 277CA, `A2:20`. */
  readonly payer_status_code?: string;
  /** For comparing its age: when its file was written, and whether a receipt code rejects. */
  readonly payer_status_written_at?: string;
  readonly payer_status_rejects?: true;
  /** Codes of the 999 or TA1 that rejected it, and whether the fault is in this claim or elsewhere in its set. */
  readonly rejected_at?: string;
  readonly rejected_reason?: string;
  readonly rejected_by_999_id?: string;
  readonly rejected_as?: 'cause' | 'collateral';
  /** The rejecting 277CA (fields named by the spec). */
  readonly payer_rejected_at?: string;
  readonly payer_rejected_reason?: string;
  readonly payer_rejected_status_code?: string;
  readonly payer_rejected_by_277ca_id?: string;

  /** Payer claim control number (277CA REF*1K, 835 CLP07). */
  readonly payer_control_number?: string;
  readonly remittance_id?: string;
  readonly remitted_at?: string;
  /** Sum of all remittances and reversals. */
  readonly paid?: number;
  readonly patient_responsibility?: number;
  /** Payments behind `paid`, oldest first; only the newest of many. */
  readonly payments?: readonly PostedPayment[];
  /** Amount paid above the charge, or a second time. */
  readonly credit_balance?: number;
}

/** The file position or the API caller that a claim came from. */
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
      /** CLM segment: its number in the set (ST = 1) and its first byte in the file. */
      readonly segment: number;
      readonly offset: number;
    }
  | {
      readonly kind: 'api';
      /** Caller that sent it. */
      readonly subject: string;
    };

/** An earlier claim that has the same number or content, or another open correction of the same claim. */
export interface Duplicate {
  readonly claim_id: string;
  readonly by: 'patient_control_number' | 'content' | 'correction';
}

/** A contradiction in the responses to a claim. Holds codes and ids only. */
export interface Conflict {
  /**
   * `classification`: the contract and the standard read a status differently. `answers`: two responses contradict each
   * other. `ambiguous`: several claims match. `unbalanced`: a payment does not add up and was not posted. `overpaid`: paid
   * above the charge, or twice.
   */
  readonly kind: 'classification' | 'answers' | 'ambiguous' | 'unbalanced' | 'overpaid';
  /** Id and kind of the response that shows it. */
  readonly source_id: string;
  readonly response?: ResponseType;
  readonly found_at: string;
  /** `A3: accepted by the contract, rejected by the standard`. */
  readonly text: string;
  /** For an overpayment: every remittance that paid. */
  readonly remittance_ids?: readonly string[];
  /** Keeps the claim in review. */
  readonly open?: true;
  /** Time, and the response or person that resolved it. */
  readonly resolved_at?: string;
  readonly resolved_by?: string;
}

export type ResponseType = '999' | 'TA1' | '277CA' | '835';

/** The conflicts of a claim with one more. Above the maximum the oldest one goes, a resolved one first. */
export function addConflict(
  { conflicts }: Pick<Claim, 'conflicts'>,
  conflict: Conflict,
): readonly Conflict[] {
  const all = [...conflicts, conflict];
  if (all.length <= maxConflicts) return all;
  const oldest = Math.max(
    0,
    all.findIndex(({ open }) => !open),
  );
  return all.filter((_, index) => index !== oldest);
}

const maxConflicts = 20;

/** A posted payment, less what reversals took back. */
export interface PostedPayment {
  readonly remittance_id: string;
  readonly paid: number;
  /** CLP03; part of the charge of the claim if the payer split the claim. */
  readonly charge: number;
  /** Primary, secondary or tertiary payer. */
  readonly rank: 1 | 2 | 3;
}

export interface FindingCounts {
  readonly fatal: number;
  readonly error: number;
  readonly warning: number;
  readonly information: number;
}

export const noFindings = { fatal: 0, error: 0, warning: 0, information: 0 } satisfies FindingCounts;

/** A submission, acknowledgment or payment of a claim, in more detail than its audit entry. */
export interface ClaimEvent {
  readonly at: string;
  readonly kind: 'submission' | 'acknowledgment' | 'payment';
  /** Id of the submission, acknowledgment or remittance. */
  readonly reference: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Whether the payer may have the claim: Granary sent it, or a response to it arrived. An ambiguous match is no response. */
export const payerMayHave = (claim: Claim): boolean =>
  claim.submission_id !== undefined ||
  claim.acknowledged_at !== undefined ||
  claim.payer_status_at !== undefined ||
  claim.remittance_id !== undefined ||
  claim.conflicts.some(({ kind }) => kind !== 'ambiguous');

/** Identifies a billing provider: its NPI, or the tax id of an atypical provider. */
export const billingProviderId = ({ billing_npi, tax_id }: Pick<Claim, 'billing_npi' | 'tax_id'>): string =>
  billing_npi || (tax_id === undefined ? '' : `TAX-${tax_id}`);
