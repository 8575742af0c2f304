/** Highest interchange control number: ISA13 has nine digits. */
export const maxControlNumber = 999_999_999;

/** A functional group of 837P, received in a file or sent to the clearinghouse. Acknowledgments are matched with batches. */
export interface Batch {
  readonly id: string;
  readonly direction: 'received' | 'sent';
  /** One of the two: the file or the submission that holds the group. */
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
  /** ISA05 to ISA08 without trailing blanks. */
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

export interface SetClaims {
  readonly batch_id: string;
  /** ST02. */
  readonly set: string;
  /** BHT03. */
  readonly reference: string;
  /** Place of the first one in the set, from 0. */
  readonly first: number;
  readonly claims: readonly SetClaim[];
}

/**
 * A claim and its segments in a set, counted from ST = 1. A claim ends before the next CLM or HL. `billing`, `subscriber`
 * and `patient` are the HL segments above it.
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

/** A 999 that accepted a batch. */
export interface BatchAcceptance {
  readonly id: string;
  readonly kind: '999' | 'TA1';
  readonly received_at: string;
  /** GS04, and GS04 and GS05 where they are a valid time. */
  readonly written_on: string;
  readonly written_at?: string;
  /** GS02. */
  readonly application_sender: string;
}

/**
 * The 999 that accepted a batch, or sets of it: one record for all its claims. An acceptance counts for every claim of the batch
 * that the same 999 does not refuse.
 */
export interface BatchAcceptances {
  readonly batch_id: string;
  /** Number of changes. */
  readonly version: number;
  readonly accepted_by: readonly BatchAcceptance[];
}

/** Acceptances of each batch that has some, by its id. */
export type AcceptancesOfBatches = ReadonlyMap<string, BatchAcceptances>;

/** A control number in the form that is compared: payers change blanks around it, letter case and leading zeros. */
export const foldedNumber = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
