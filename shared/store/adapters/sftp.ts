import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type SftpClient from 'ssh2-sftp-client';
import * as z from 'zod';
import type { OfferedFile } from '#claims/clearhouse/collect-responses.ts';
import {
  type OutgoingFile,
  type Transport,
  type TransportErrorCode,
  type TransportErrorSubject,
  TransportFailed,
} from '#claims/clearhouse/transport.ts';
import type { SftpSettings } from '#claims/configuration/contract.ts';

function connectFailure(error: unknown): TransportFailed {
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
function requestFailure(
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

/** Milliseconds without data after which a read is abandoned. */
const maxSilence = 20_000;

/**
 * Reads a file of a known size into one buffer.
 *
 * @returns fewer bytes if the file has shrunk; without bytes that were appended since
 * @throws the error of the library, or an error with code `ERR_BAD_PATH` when the server sends no data
 */
async function readRemoteFile(client: SftpClient, path: string, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  const stream = client.createReadStream(path, { autoClose: true });
  const silence = setTimeout(() => stream.destroy(new SilentServer()), maxSilence);
  try {
    for await (const chunk of stream) {
      silence.refresh();
      const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      length += piece.copy(bytes, length);
      if (length === size) break;
    }
  } finally {
    clearTimeout(silence);
    stream.destroy();
  }
  return bytes.subarray(0, length);
}

/** Its code means that the server refuses this file, not that the connection ended. */
class SilentServer extends Error {
  readonly code = 'ERR_BAD_PATH';
}

/** The field of the `statvfs@openssh.com` response that is used here. */
const space = z.object({ f_bavail: z.number() });

/**
 * Whether the disk of a directory has no free block. OpenSSH's version of SFTP has no status code for a full disk. False if
 * the server does not offer the extension.
 */
async function isDiskFull(client: SftpClient, directory: string): Promise<boolean> {
  const channel: unknown = Reflect.get(client, 'sftp');
  if (typeof channel !== 'object' || channel === null) return false;
  const ask: unknown = Reflect.get(channel, 'ext_openssh_statvfs');
  if (typeof ask !== 'function') return false;
  return new Promise((resolve) => {
    try {
      ask.call(channel, directory, (error: unknown, found: unknown) => {
        const parsed = space.safeParse(found);
        resolve(!error && parsed.success && parsed.data.f_bavail === 0);
      });
    } catch {
      // The library throws if the server does not offer the extension.
      resolve(false);
    }
  });
}

/** A connection to an SFTP server with the configured host key. */
export interface SftpConnection extends Transport {
  /** Files in the response directory, without folders and links. */
  list(): Promise<readonly OfferedFile[]>;
  /** Reads as many bytes as the file had when it was listed, or fewer if it has shrunk. */
  read(file: OfferedFile): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
  /** Lists both directories, and writes and removes a small temporary file in the upload directory. */
  check(): Promise<void>;
}

/** Milliseconds for the handshake, and between checks of an idle connection. */
const readyTimeout = 10_000;
const keepaliveInterval = 5_000;

/**
 * Connects to a clearinghouse.
 *
 * @param privateKey OpenSSH or PEM
 * @throws TransportFailed
 */
export async function connectSftp(settings: SftpSettings, privateKey: string): Promise<SftpConnection> {
  // Loaded only when needed, because it takes time and most calls do without it.
  const { default: Client } = await import('ssh2-sftp-client');
  let refusedKey: string | undefined;
  // Unhandled errors between requests would end the process. The next request reports them.
  const client = new Client('clearinghouse', { error: () => {}, end: () => {}, close: () => {} });
  try {
    await client.connect({
      host: settings.host,
      port: settings.port,
      username: settings.username,
      privateKey,
      readyTimeout,
      keepaliveInterval,
      keepaliveCountMax: 3,
      hostVerifier: (key: Buffer) => {
        const found = fingerprintOf(key);
        const isRight = isSame(found, settings.host_key);
        refusedKey = isRight ? undefined : found;
        return isRight;
      },
    });
  } catch (error) {
    await client.end().catch(() => {});
    if (refusedKey === undefined) throw connectFailure(error);
    throw new TransportFailed('host_key_refused', error, { hostKey: refusedKey });
  }
  return new Connection(client, settings);
}

/** `SHA256:` and base64 without padding, as OpenSSH prints it. */
const fingerprintOf = (key: Buffer): string => `SHA256:${digest(key).toString('base64').replace(/=+$/, '')}`;

function isSame(fingerprint: string, expected: string): boolean {
  const [one, other] = [Buffer.from(fingerprint), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const digest = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

const inUploads = { setting: 'upload_directory' } as const;
const inResponses = { setting: 'response_directory' } as const;

class Connection implements SftpConnection {
  readonly place: string;
  readonly #client: SftpClient;
  readonly #settings: SftpSettings;

  constructor(client: SftpClient, settings: SftpSettings) {
    this.#client = client;
    this.#settings = settings;
    const { host, port, username, upload_directory } = settings;
    this.place = digest(JSON.stringify([host, port, username, upload_directory])).toString('base64url');
  }

  upload(file: OutgoingFile): Promise<void> {
    return this.#write(this.#temporaryPath(file.file_name), file.bytes);
  }

  async release({ file_name }: OutgoingFile): Promise<'released' | 'gone'> {
    const { upload_directory } = this.#settings;
    const path = this.#temporaryPath(file_name);
    if (!(await this.#inUploads(this.#client.exists(path)))) {
      // A missing directory does not mean that the file is gone.
      await this.#inUploads(this.#client.stat(upload_directory));
      return 'gone';
    }
    await this.#inUploads(this.#client.rename(path, `${upload_directory}/${file_name}`));
    return 'released';
  }

  async list(): Promise<readonly OfferedFile[]> {
    const listing = this.#client.list(this.#settings.response_directory);
    const entries = await listing.catch((error: unknown) => {
      throw requestFailure(error, 'directory_missing', inResponses);
    });
    return entries
      .filter(({ type, name }) => type === '-' && isWholeFile(name))
      .map(({ name, size, modifyTime }) => ({ name, size, modified_at: modifyTime }));
  }

  async read({ name, size }: OfferedFile): Promise<Uint8Array> {
    try {
      return await readRemoteFile(this.#client, `${this.#settings.response_directory}/${name}`, size);
    } catch (error) {
      throw requestFailure(error, 'file_missing');
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await this.#client.delete(`${this.#settings.response_directory}/${name}`, true);
    } catch (error) {
      throw requestFailure(error, 'file_missing');
    }
  }

  async check(): Promise<void> {
    await this.#inUploads(this.#client.list(this.#settings.upload_directory));
    await this.list();
    // Other instances may test concurrently.
    const path = this.#temporaryPath(`.granary-connection-test-${randomUUID()}`);
    try {
      await this.#write(path, Buffer.from('connection test\n'));
    } finally {
      // A server without permission to delete keeps the file.
      await this.#client.delete(path, true).catch(() => {});
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {
      // The connection is already closed.
    });
  }

  /** Compares the size afterwards, because the library reports no error when a disk is full. */
  async #write(path: string, bytes: Uint8Array): Promise<void> {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let failure: TransportFailed;
    try {
      await this.#client.put(content, path);
      const { size } = await this.#client.stat(path);
      if (size === bytes.length) return;
      failure = new TransportFailed('stored_less');
    } catch (error) {
      failure = requestFailure(error, 'directory_missing', inUploads);
    }
    const mayBeFull = failure.code === 'stored_less' || failure.code === 'refused';
    const isFull = mayBeFull && (await isDiskFull(this.#client, this.#settings.upload_directory));
    throw isFull ? new TransportFailed('disk_full', failure, inUploads) : failure;
  }

  /** Keeps the server's message in the cause, because it may quote paths and names. */
  async #inUploads<Result>(request: Promise<Result>): Promise<Result> {
    try {
      return await request;
    } catch (error) {
      throw requestFailure(error, 'directory_missing', inUploads);
    }
  }

  #temporaryPath(fileName: string): string {
    return `${this.#settings.upload_directory}/${fileName}${temporarySuffix}`;
  }
}

const temporarySuffix = '.part';

/** Skips temporary names of other uploaders. */
const isWholeFile = (name: string) => !name.startsWith('.') && !/\.(part|tmp|filepart)$/i.test(name);
