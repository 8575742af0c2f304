import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { S3Error } from '../s3-error.ts';

/** Computes the digests of a stream: the MD5 for the ETag, and the checksum that the client announced. */
export class BodyDigests {
  readonly #md5 = createHash('md5');
  readonly #algorithm: string | undefined;
  readonly #hash: Hash | undefined;
  #crc = 0;
  size = 0;

  /** `algorithm` as in x-amz-checksum-<algorithm>; checksums of other algorithms are stored unchecked. */
  constructor(algorithm: string | undefined) {
    this.#algorithm = algorithm;
    if (algorithm === 'sha256' || algorithm === 'sha1') this.#hash = createHash(algorithm);
  }

  update(chunk: Buffer): void {
    this.size += chunk.length;
    this.#md5.update(chunk);
    this.#hash?.update(chunk);
    if (this.#algorithm === 'crc32') this.#crc = crc32(chunk, this.#crc);
  }

  md5(): string {
    return this.#md5.copy().digest('hex');
  }

  /** Throws S3Error BadDigest when the body does not match the announced digests. */
  check(contentMd5: string | undefined, checksum: string | undefined): void {
    if (contentMd5 !== undefined && contentMd5 !== Buffer.from(this.md5(), 'hex').toString('base64')) {
      throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.');
    }
    const own = this.checksum();
    if (checksum !== undefined && own !== undefined && checksum !== own) {
      throw new S3Error(
        'BadDigest',
        `The ${this.#algorithm} you specified did not match the calculated checksum.`,
      );
    }
  }

  /** Base64; undefined for an unsupported algorithm. */
  checksum(): string | undefined {
    if (this.#algorithm === 'crc32') {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(this.#crc);
      return bytes.toString('base64');
    }
    return this.#hash?.copy().digest('base64');
  }
}
