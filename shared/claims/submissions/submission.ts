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

/** A message for each cause. None names a host, a path or a value. */
export const transportErrors = {
  not_configured: 'The configuration has no sftp block',
  secret_unreadable: 'The secret with the private key cannot be read',
  private_key_missing: 'The secret holds no private key yet; run operator clearinghouse-key',
  private_key_encrypted: 'The private key has a passphrase; store a key without one',
  host_unknown: 'The host name has no address; check host',
  connection_refused: 'The host refuses the connection; check host and port',
  timed_out: 'The host does not answer; check host, port and firewalls',
  unreachable: 'The host cannot be reached; check host and network',
  not_ssh: 'The server ends the connection before SSH begins; check port and allowed addresses',
  no_common_algorithm: 'The server offers no SSH algorithm that is accepted here',
  host_key_refused: 'The server has another host key than host_key names',
  not_authorized: 'The server refuses the user name or the key',
  no_sftp: 'The server does not offer SFTP to this user',
  interrupted: 'The connection was interrupted',
  directory_missing: 'The directory does not exist on the server',
  file_missing: 'The file does not exist on the server',
  permission_denied: 'The server denies permission',
  disk_full: 'The disk of the server is full',
  stored_less: 'The server stored fewer bytes than were sent; check its disk quota',
  refused: 'The server refuses the operation and gives no reason',
  moved: 'The file was uploaded to a server or directory that is not configured any more',
} as const;

export type TransportErrorCode = keyof typeof transportErrors;

/** What an error is about: a setting, or the host key that the server has shown. */
export interface TransportErrorSubject {
  readonly setting?: 'upload_directory' | 'response_directory';
  /** Fingerprint, as `ssh-keygen -lf` prints it. */
  readonly hostKey?: string;
}

/** A transport could not do its work. The message is ours; the response of the server stays in the cause. */
export class TransportFailed extends Error {
  readonly code: TransportErrorCode;
  readonly hostKey: string | undefined;

  constructor(code: TransportErrorCode, cause?: unknown, { setting, hostKey }: TransportErrorSubject = {}) {
    super(setting === undefined ? transportErrors[code] : `${setting}: ${transportErrors[code]}`, { cause });
    this.name = 'TransportFailed';
    this.code = code;
    this.hostKey = hostKey;
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
