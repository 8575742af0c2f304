import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type SftpClient from 'ssh2-sftp-client';
import { type OutgoingFile, type Transport, TransportFailed } from '#claims/submissions/transport.ts';
import type { OfferedFile } from '#claims/submissions/visit/collect-responses.ts';
import type { SftpSettings } from '#contract/claims/configuration/records.ts';
import { connectFailure, requestFailure } from './sftp-errors.ts';
import { readRemoteFile } from './sftp-read.ts';
import { isDiskFull } from './sftp-space.ts';

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
