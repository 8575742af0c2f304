import type SftpClient from 'ssh2-sftp-client';

/** A server that gives nothing of a file for so long will not give the rest, milliseconds. */
const longestSilence = 20_000;

/**
 * Reads a file of a known size into one buffer.
 *
 * @returns fewer bytes where the file has shrunk; what was added since is left out
 * @throws the error of the library, or an error with code `ERR_BAD_PATH` when the server goes silent
 */
export async function readRemoteFile(client: SftpClient, path: string, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size);
  let length = 0;
  const stream = client.createReadStream(path, { autoClose: true });
  const silence = setTimeout(() => stream.destroy(new SilentServer()), longestSilence);
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

/** Counts as a refusal of this file, not as the end of the connection. */
class SilentServer extends Error {
  readonly code = 'ERR_BAD_PATH';
}
