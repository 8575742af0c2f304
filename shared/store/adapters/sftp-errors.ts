import {
  type TransportErrorCode,
  type TransportErrorSubject,
  TransportFailed,
} from '#claims/submissions/transport.ts';

export function connectFailure(error: unknown): TransportFailed {
  const code = codeOf(error);
  const known = connectCodes.get(code);
  if (known !== undefined) return new TransportFailed(known, error);
  const text = error instanceof Error ? error.message : '';
  const [, found = 'unreachable'] = connectMessages.find(([pattern]) => pattern.test(text)) ?? [];
  return new TransportFailed(found, error);
}

/** The system's codes for failed look-ups and connections. */
const connectCodes = new Map<string, TransportErrorCode>([
  ['ENOTFOUND', 'host_unknown'],
  ['EAI_AGAIN', 'host_unknown'],
  ['ECONNREFUSED', 'connection_refused'],
  ['ETIMEDOUT', 'timed_out'],
]);

/** Messages of ssh2, whose errors have no codes. */
const connectMessages: readonly (readonly [RegExp, TransportErrorCode])[] = [
  [/encrypted private/i, 'private_key_encrypted'],
  [/private ?key/i, 'private_key_missing'],
  [/authentication/i, 'not_authorized'],
  [/timed out/i, 'timed_out'],
  [/no matching|handshake failed/i, 'no_common_algorithm'],
  [/subsystem|channel open/i, 'no_sftp'],
  [/before handshake|ident|reset/i, 'not_ssh'],
];

/**
 * The error of a request that the server refused or did not respond to.
 *
 * @param missing the meaning of a missing path in this request
 */
export function requestFailure(
  error: unknown,
  missing: 'directory_missing' | 'file_missing',
  subject?: TransportErrorSubject,
): TransportFailed {
  const found = requestCodes.get(codeOf(error)) ?? 'interrupted';
  return new TransportFailed(found === 'file_missing' ? missing : found, error, subject);
}

/**
 * Status codes of SFTP (draft-ietf-secsh-filexfer-02 section 7; from 10 on draft 13 section 9.1) and of the client library.
 * Any other code means an interrupted connection.
 */
const requestCodes = new Map<string, TransportErrorCode>([
  ['2', 'file_missing'],
  ['10', 'file_missing'],
  ['ENOENT', 'file_missing'],
  ['3', 'permission_denied'],
  ['12', 'permission_denied'],
  ['EACCES', 'permission_denied'],
  ['EPERM', 'permission_denied'],
  ['14', 'disk_full'],
  ['15', 'disk_full'],
  ...['4', '5', '8', '11', '13', '16', '17', 'ERR_BAD_PATH'].map((code) => [code, 'refused'] as const),
]);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
