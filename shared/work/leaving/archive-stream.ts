import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

interface Measured {
  readonly bytes: number;
  readonly sha256: string;
}

/** A ZIP file that is made while it is read. */
export class ArchiveStream {
  readonly content = new PassThrough();
  private readonly zip = new ZipFile();
  private readonly closed = new AbortController();
  private readonly mtime: Date;

  constructor(mtime: Date) {
    this.mtime = mtime;
    this.zip.outputStream.pipe(this.content);
    // The reader gets the error. Without a listener, one before the first read would end the process.
    this.content.on('error', () => {});
    this.content.on('close', () => this.closed.abort());
    this.zip.on('error', (error) => this.fail(error));
  }

  /** Adds one file, and resolves when it was read. `packed` content, such as an image, does not get smaller. */
  async add(
    path: string,
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
    { packed = false }: { readonly packed?: boolean } = {},
  ): Promise<Measured> {
    const hash = createHash('sha256');
    let bytes = 0;
    const measured = async function* () {
      for await (const piece of content) {
        hash.update(piece);
        bytes += piece.length;
        yield piece;
      }
    };
    const stream = Readable.from(measured());
    this.zip.addReadStream(stream, path, { mtime: this.mtime, compress: !packed });
    // The library does not notice that a stream fails, and a stream that nobody reads never ends.
    await finished(stream, { signal: this.closed.signal });
    return { bytes, sha256: hash.digest('hex') };
  }

  end(): void {
    this.zip.end();
  }

  /** Lets the reader fail. */
  fail(error: unknown): void {
    this.content.destroy(error instanceof Error ? error : new Error('The archive failed', { cause: error }));
  }
}
