import { Transform } from 'node:stream';
import { S3Error } from '../s3-error.ts';

/**
 * Decodes the content coding "aws-chunked", which SDK clients use for streams: chunks of `size[;signature]\r\n data \r\n`,
 * a last chunk of size 0, and trailing headers such as a checksum.
 */
export class AwsChunkedDecoder extends Transform {
  /** Complete once the stream has ended. */
  readonly trailers = new Map<string, string>();
  #buffered: Buffer = Buffer.alloc(0);
  #left = 0;
  #state: 'size' | 'data' | 'data-end' | 'trailer' = 'size';

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#buffered = this.#buffered.length === 0 ? chunk : Buffer.concat([this.#buffered, chunk]);
    try {
      while (this.#step());
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }

  override _flush(done: (error?: Error) => void): void {
    done(
      this.#state === 'trailer'
        ? undefined
        : new S3Error('InvalidRequest', 'The chunked body ends too early'),
    );
  }

  /** Processes one piece of the buffer; false when it needs more data. */
  #step(): boolean {
    if (this.#state === 'data') {
      if (this.#buffered.length === 0) return false;
      const piece = this.#buffered.subarray(0, this.#left);
      this.push(piece);
      this.#left -= piece.length;
      this.#buffered = this.#buffered.subarray(piece.length);
      if (this.#left === 0) this.#state = 'data-end';
      return true;
    }
    const end = this.#buffered.indexOf('\r\n');
    if (end < 0) {
      if (this.#buffered.length > 16_384) throw new S3Error('InvalidRequest', 'A chunk header is too long');
      return false;
    }
    const line = this.#buffered.subarray(0, end).toString('latin1');
    this.#buffered = this.#buffered.subarray(end + 2);
    this.#readLine(line);
    return true;
  }

  #readLine(line: string): void {
    if (this.#state === 'data-end') {
      if (line !== '') throw new S3Error('InvalidRequest', 'A chunk is longer than its size');
      this.#state = 'size';
    } else if (this.#state === 'size') {
      const size = /^([\da-fA-F]+)(;.*)?$/.exec(line)?.[1];
      if (size === undefined) throw new S3Error('InvalidRequest', 'A chunk has no size');
      this.#left = Number.parseInt(size, 16);
      this.#state = this.#left === 0 ? 'trailer' : 'data';
    } else if (line.includes(':')) {
      const colon = line.indexOf(':');
      this.trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
    }
  }
}
