/**
 * A functional group of 837P, received in a file or sent to the clearinghouse: what acknowledgments are matched
 * with (x12/999.md section 4, x12/277ca.md section 3).
 */
export interface Batch {
  readonly id: string;
  readonly direction: 'received' | 'sent';
  /** File or submission that holds it. */
  readonly file_id?: string;
  readonly submission_id?: string;
  readonly interchange: BatchInterchange;
  readonly group: BatchGroup;
  /** When it was received or sent. */
  readonly at: string;
}

export interface BatchInterchange {
  /** ISA13. */
  readonly control_number: string;
  /** ISA05 to ISA08, blanks at the end cut off. */
  readonly sender_qualifier: string;
  readonly sender: string;
  readonly receiver_qualifier: string;
  readonly receiver: string;
  /** ISA15. */
  readonly usage: string;
}

export interface BatchGroup {
  /** GS06. */
  readonly control_number: string;
  /** GS02, GS03. */
  readonly sender: string;
  readonly receiver: string;
  /** GS08. */
  readonly version: string;
}

/** Some of the claims of one transaction set, in the order of the set. */
export interface SetClaims {
  readonly batch_id: string;
  /** ST02. */
  readonly set: string;
  /** BHT03. */
  readonly reference: string;
  /** Place of the first of these claims in the set, from 0. */
  readonly first: number;
  readonly claims: readonly SetClaim[];
}

/**
 * A claim of a set and where it stands there; a position counts segments from ST = 1. A claim reaches to the
 * segment before the next claim or HL; `billing`, `subscriber` and `patient` are the HL segments that it is under,
 * each of which reaches to the next HL or claim.
 */
export interface SetClaim {
  readonly claim_id: string;
  readonly patient_control_number: string;
  /** CLM. */
  readonly at: number;
  readonly billing: number;
  readonly subscriber: number;
  readonly patient?: number;
}
