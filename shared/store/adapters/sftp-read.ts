import type SftpClient from 'ssh2-sftp-client';

/** Milliseconds without data after which a read is abandoned. */
const maxSilence = 20_000;

/**
 * Reads a file of a known size into one buffer.
 *
 * @returns fewer bytes if the file has shrunk; without bytes that were appended since
 * @throws the error of the library, or an error with code `ERR_BAD_PATH` when the server sends no data
 */
export async function readRemoteFile(client: SftpClient, path: string, size: number): Promise<Uint8Array> {
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
