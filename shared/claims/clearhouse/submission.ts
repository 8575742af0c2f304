import type { SubmissionJson } from './contract.ts';
import type { TransportErrorCode } from './transport.ts';

/**
 * States from which a submission continues. Each state is stored before the next step begins, so an unfinished submission
 * shows its last completed step.
 *
 * - `preparing`: claims are being reserved. Nothing was sent. A later run continues it, or abandons it if its claims or the
 *   configuration have changed.
 * - `prepared`: claims, bytes and name are fixed. Some bytes may be at the receiver under a temporary name.
 * - `uploaded`: all bytes are at the receiver under the temporary name. Renaming the file sends it.
 * - `sent`: the receiver has the file. Its claims are being recorded.
 *
 * Final states: `recorded` (each claim is in lane `submitted`, with its audit entry) and `abandoned` (given up before
 * anything was sent).
 */
export const unfinishedStates = ['preparing', 'prepared', 'uploaded', 'sent'] as const;

export const isUnfinished = ({ state }: Pick<Submission, 'state'>): boolean =>
  unfinishedStates.some((unfinished) => unfinished === state);

/** One file for one payer. Amounts are integer cents. */
export interface Submission extends Readonly<Omit<SubmissionJson, 'last_error'>> {
  /** Object that holds the bytes. */
  readonly object_key: string;
  readonly batch_id: string;
  /** NPIs of its claims. */
  readonly billing_npis: readonly string[];
  /** Destination of the upload: {@link Transport.place}. */
  readonly uploaded_to?: string;
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
