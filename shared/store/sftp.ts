import { createHash, timingSafeEqual } from 'node:crypto';
import type SftpClient from 'ssh2-sftp-client';
import {
  type OutgoingFile,
  type Transport,
  type TransportErrorCode,
  TransportFailed,
} from '#claims/clearinghouse/submission.ts';
import type { Sftp } from '#contract/claims/configuration-records.ts';

/** A file on the server that may be a response. */
export interface RemoteFile {
  readonly name: string;
  readonly size: number;
  /** Epoch milliseconds. */
  readonly modified_at: number;
}

/** A connection to an SFTP server whose host key is the one that was configured. */
export interface SftpConnection extends Transport {
  /** Files in the response directory; folders and links are passed over. */
  list(): Promise<readonly RemoteFile[]>;
  read(name: string): Promise<Uint8Array>;
  remove(name: string): Promise<void>;
  /** Whether both directories are there. */
  check(): Promise<void>;
}

/** Milliseconds within which a server must greet, and after which a silent connection is given up. */
const readyTimeout = 10_000;
const keepaliveInterval = 5_000;

/**
 * Connects to a clearinghouse.
 *
 * @param privateKey OpenSSH or PEM
 * @throws TransportFailed: unreachable, host_key_refused, not_authorized, no_private_key
 */
export async function connectSftp(settings: Sftp, privateKey: string): Promise<SftpConnection> {
  // The library takes time to load, and most calls go without it.
  const { default: Client } = await import('ssh2-sftp-client');
  let isKeyRefused = false;
  // Errors that come when no request waits for an answer would end the process; the next request meets them.
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
        const isRight = isHostKey(key, settings.host_key);
        isKeyRefused = !isRight;
        return isRight;
      },
    });
  } catch (error) {
    await client.end().catch(() => {});
    throw new TransportFailed(isKeyRefused ? 'host_key_refused' : connectError(error), error);
  }
  return new Connection(client, settings);
}

/** `fingerprint` is `SHA256:` and base64 without padding, as OpenSSH prints it. */
function isHostKey(key: Buffer, fingerprint: string): boolean {
  const found = Buffer.from(`SHA256:${digest(key).toString('base64').replace(/=+$/, '')}`);
  const expected = Buffer.from(fingerprint);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

const digest = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

function connectError(error: unknown): TransportErrorCode {
  const text = error instanceof Error ? error.message : '';
  if (/authentication/i.test(text)) return 'not_authorized';
  if (/privateKey|private key/i.test(text)) return 'no_private_key';
  return 'unreachable';
}

class Connection implements SftpConnection {
  readonly place: string;
  readonly #client: SftpClient;
  readonly #settings: Sftp;

  constructor(client: SftpClient, settings: Sftp) {
    this.#client = client;
    this.#settings = settings;
    const { host, port, username, upload_directory } = settings;
    this.place = digest(JSON.stringify([host, port, username, upload_directory])).toString('base64url');
  }

  async upload(file: OutgoingFile): Promise<void> {
    const { bytes } = file;
    const path = this.#temporaryPath(file);
    await asked(this.#client.put(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), path));
    const { size } = await asked(this.#client.stat(path));
    if (size !== bytes.length) throw new TransportFailed('interrupted');
  }

  async release(file: OutgoingFile): Promise<'released' | 'gone'> {
    const { upload_directory } = this.#settings;
    const path = this.#temporaryPath(file);
    if (!(await asked(this.#client.exists(path)))) {
      // A directory that is not there tells nothing of its files.
      await asked(this.#client.stat(upload_directory));
      return 'gone';
    }
    await asked(this.#client.rename(path, `${upload_directory}/${file.file_name}`));
    return 'released';
  }

  async list(): Promise<readonly RemoteFile[]> {
    const entries = await asked(this.#client.list(this.#settings.response_directory));
    return entries
      .filter(({ type, name }) => type === '-' && isWholeFile(name))
      .map(({ name, size, modifyTime }) => ({ name, size, modified_at: modifyTime }));
  }

  async read(name: string): Promise<Uint8Array> {
    const content = await asked(this.#client.get(`${this.#settings.response_directory}/${name}`));
    if (!Buffer.isBuffer(content)) throw new TransportFailed('interrupted');
    return content;
  }

  async remove(name: string): Promise<void> {
    await asked(this.#client.delete(`${this.#settings.response_directory}/${name}`, true));
  }

  async check(): Promise<void> {
    await asked(this.#client.list(this.#settings.upload_directory));
    await asked(this.#client.list(this.#settings.response_directory));
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {
      // The connection is gone already, which is what was wanted.
    });
  }

  #temporaryPath({ file_name }: OutgoingFile): string {
    return `${this.#settings.upload_directory}/${file_name}${temporarySuffix}`;
  }
}

const temporarySuffix = '.part';

/** Others upload under temporary names too. */
const isWholeFile = (name: string) => !name.startsWith('.') && !/\.(part|tmp|filepart)$/i.test(name);

/** Answers of a server may quote paths and names: they stay in the cause. */
async function asked<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const isAnswer = ['ENOENT', 'EACCES', 'ERR_BAD_PATH', '2', '3', '4'].includes(code);
    throw new TransportFailed(isAnswer ? 'refused' : 'interrupted', error);
  }
}
