import type { TransportErrorCode } from './transport.ts';

/** States from which a submission continues. */
export const unfinishedStates = ['preparing', 'prepared', 'uploaded', 'sent'] as const;

/**
 * States of a submission. Each state is stored before the next step begins, so an unfinished submission shows what has
 * happened and what may have happened.
 *
 * - `preparing`: claims are being reserved. Nothing was sent; a later run abandons it.
 * - `prepared`: claims, bytes and name are fixed. Some bytes may be at the receiver under a temporary name.
 * - `uploaded`: all bytes are at the receiver under the temporary name. Renaming the file sends it.
 * - `sent`: the receiver has the file. Its claims are being recorded.
 * - `recorded`: each claim is in lane `submitted`, with its audit entry. Final.
 * - `abandoned`: given up before anything was sent. Final.
 */
export type SubmissionState = (typeof unfinishedStates)[number] | 'recorded' | 'abandoned';

export const isUnfinished = ({ state }: Pick<Submission, 'state'>): boolean =>
  unfinishedStates.some((unfinished) => unfinished === state);

/** One file for one payer. Amounts are integer cents. */
export interface Submission {
  readonly id: string;
  readonly state: SubmissionState;
  readonly payer_id: string;
  /** By the file-naming standard; unique for the trading partner. */
  readonly file_name: string;
  readonly trading_partner_id: string;
  /** Fixed when the submission is created, also if the configuration changes. */
  readonly transport: 'stub' | 'sftp';
  /** Object that holds the bytes. */
  readonly object_key: string;
  readonly size: number;
  readonly sha256: string;
  /** ISA13, GS06 and BHT03. */
  readonly interchange_control_number: string;
  readonly group_control_number: string;
  readonly reference: string;
  readonly batch_id: string;
  readonly claim_count: number;
  readonly total_charge: number;
  readonly created_at: string;
  /** Actor of the audit entries. */
  readonly created_by: string;
  /** Destination of the upload: {@link Transport.place}. */
  readonly uploaded_to?: string;
  readonly sent_at?: string;
  readonly finished_at?: string;
  /** Recorded claims, counted in the order of the file. */
  readonly recorded_count: number;
  readonly attempts: number;
  readonly last_error?: SubmissionError;
  /** The run that holds the submission, and the end of its lease in epoch milliseconds. */
  readonly run?: string;
  readonly lease_until: number;
}

/** Cause of the last failed attempt. The message contains no host, path or value. */
export interface SubmissionError {
  readonly code: TransportErrorCode | 'internal';
  readonly message: string;
  readonly at: string;
}

/** A claim of a submission, in the order of the file. */
export interface SubmittedClaim {
  readonly claim_id: string;
  readonly patient_control_number: string;
  /** ST02. */
  readonly set: string;
}
