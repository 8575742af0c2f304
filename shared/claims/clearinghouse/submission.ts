/**
 * States of a submission; each is stored before the next step is begun, so that whoever finds one unfinished knows
 * what has happened and what may have.
 *
 * - `preparing`: its claims are being reserved. Nothing was sent; when it stays here its claims are given back.
 * - `prepared`: claims, bytes and name are fixed. Some of the bytes may be at the receiver under a temporary name.
 * - `uploaded`: all bytes are there under the temporary name; giving them their real name is what sends them. The
 *   temporary name is gone only when that has happened.
 * - `sent`: the receiver has it; its claims are being recorded.
 * - `recorded`: each claim is in lane `submitted`, with its audit entry. The end.
 * - `abandoned`: given up before anything was sent. The end.
 */
export const submissionStates = [
  'preparing',
  'prepared',
  'uploaded',
  'sent',
  'recorded',
  'abandoned',
] as const;

export type SubmissionState = (typeof submissionStates)[number];

/** States from which a submission goes on. */
export const unfinishedStates = ['preparing', 'prepared', 'uploaded', 'sent'] as const;

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
  /** Way by which it goes out, fixed when it is made. */
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
  /** Whom the audit log names. */
  readonly created_by: string;
  /** Where its bytes are, or were, under the temporary name: {@link Transport.place}. */
  readonly uploaded_to?: string;
  readonly sent_at?: string;
  readonly finished_at?: string;
  /** Claims that are recorded, in their order. */
  readonly recorded_count: number;
  readonly attempts: number;
  readonly last_error?: SubmissionError;
  /** The run that works on it, until when it has it for itself (epoch milliseconds). */
  readonly run?: string;
  readonly lease_until: number;
}

/** Why the last attempt did not succeed: words of ours, no host, path or value. */
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

export const transportErrors = {
  unreachable: 'The clearinghouse cannot be reached',
  host_key_refused: 'The host key of the clearinghouse is not the one that is configured',
  not_authorized: 'The clearinghouse does not accept the user or the key',
  no_private_key: 'The private key cannot be read',
  interrupted: 'The connection broke off',
  refused: 'The clearinghouse refused the file',
  not_configured: 'The transport is not configured',
  moved: 'The file was uploaded to a server or directory that is not configured any more',
} as const;

export type TransportErrorCode = keyof typeof transportErrors;

/** A transport could not do its work; nothing is told of the answer it got. */
export class TransportFailed extends Error {
  readonly code: TransportErrorCode;

  constructor(code: TransportErrorCode, cause?: unknown) {
    super(transportErrors[code], { cause });
    this.name = 'TransportFailed';
    this.code = code;
  }
}

/** A file on its way. */
export interface OutgoingFile {
  readonly payer_id: string;
  readonly file_name: string;
  readonly bytes: Uint8Array;
}

/**
 * How files reach the clearinghouse. Two steps, so that a run that was cut off can tell what happened: bytes go
 * under a temporary name, which may be repeated, and then get their real name, which is what sends them.
 */
export interface Transport {
  /** Names where files go: only the same place can tell what became of a file. */
  readonly place: string;
  /** Puts all bytes under the temporary name, over what may be there. @throws TransportFailed */
  upload(file: OutgoingFile): Promise<void>;
  /**
   * Gives the uploaded file its real name; does nothing when the temporary name is gone, because an earlier run did
   * it. @throws TransportFailed
   */
  release(file: OutgoingFile): Promise<'released' | 'gone'>;
  close(): Promise<void>;
}
