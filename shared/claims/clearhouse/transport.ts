export interface OutgoingFile {
  readonly payer_id: string;
  readonly file_name: string;
  readonly bytes: Uint8Array;
}

/**
 * Sends files to the clearinghouse in two steps, so that a later run can find out how far an interrupted one came. The
 * first step may be repeated; the second sends the file.
 */
export interface Transport {
  /** Names the destination. Only the destination of an upload shows whether that file was sent. */
  readonly place: string;
  /** Writes all bytes under a temporary name, over any earlier attempt. @throws TransportFailed */
  upload(file: OutgoingFile): Promise<void>;
  /**
   * Renames the uploaded file to its real name.
   *
   * @returns 'gone' when there is no temporary file, because an earlier run has renamed it
   * @throws TransportFailed
   */
  release(file: OutgoingFile): Promise<'released' | 'gone'>;
  close(): Promise<void>;
}

/** A message for each cause. No message contains a host, a path or a value. */
export const transportErrors = {
  not_configured: 'The configuration has no sftp block; add it',
  secret_unreadable: 'The secret with the private key cannot be read; check its permissions',
  private_key_missing: 'The secret holds no private key yet; run operator clearinghouse-key',
  private_key_encrypted: 'The private key has a passphrase; store a key without one',
  host_unknown: 'The host name has no address; check host',
  connection_refused: 'The host refuses the connection; check host and port',
  timed_out: 'The host does not respond; check host, port and firewalls',
  unreachable: 'The host cannot be reached; check host and network',
  not_ssh: 'The server closes the connection before SSH begins; check port and allowed addresses',
  no_common_algorithm: 'The server offers no SSH algorithm that Granary accepts',
  host_key_refused: 'The host key of the server differs from host_key; check both',
  not_authorized: 'The server refuses the user name or the key; check both',
  no_sftp: 'The server does not offer SFTP to this user',
  interrupted: 'The connection was interrupted',
  directory_missing: 'The directory does not exist on the server',
  file_missing: 'The file does not exist on the server',
  permission_denied: 'The server denies permission',
  disk_full: 'The disk of the server is full',
  stored_less: 'The server stored fewer bytes than were sent; check its disk quota',
  refused: 'The server refuses the operation without a reason',
  moved: 'The file was uploaded to a server or directory that is no longer configured',
} as const;

export type TransportErrorCode = keyof typeof transportErrors;

/** The subject of an error: a setting, or the fingerprint of the server's host key as `ssh-keygen -lf` prints it. */
export interface TransportErrorSubject {
  readonly setting?: 'upload_directory' | 'response_directory';
  readonly hostKey?: string;
}

/** A failed transport. The response of the server is only in the cause. */
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
