import { Readable } from 'node:stream';
import { crc32, createGunzip } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';
import { type ArchiveKind, archiveKindOf, UnreadableArchive } from './delivery.ts';
import type { FileReason } from './file.ts';

/** Bytes of a zip file, which is read from its end and therefore kept in memory. */
const maxPackedBytes = 50_000_000;
const maxUnpackedBytes = 200_000_000;
/** X12 shrinks to a tenth or twentieth. */
const maxRatio = 100;
/** From this size on the ratio counts. */
const minBytesOfRatio = 1_000_000;
const maxMembers = 1_000;

const tooLarge = () =>
  new UnreadableArchive(
    'archive_too_large',
    'The archive is too large, or unpacks to more than 200 MB or 100 times its size; send the X12 file itself',
  );

/**
 * Unpacks a gzip file or a zip file while it is read. The X12 members of a zip follow each other, as the interchanges of one
 * file do.
 *
 * @param leaveOut receives why a member of a zip is left out
 * @throws UnreadableArchive for an archive that is damaged, encrypted, nested, of another kind, or too large
 */
export async function* unpack(
  kind: ArchiveKind,
  packed: AsyncIterable<Uint8Array>,
  leaveOut: (reason: FileReason) => void,
): AsyncGenerator<Uint8Array> {
  if (kind === 'gzip') yield* gunzip(packed);
  else if (kind === 'zip') yield* unzip(packed, leaveOut);
  else
    throw new UnreadableArchive(
      'archive_unsupported',
      `The file is packed as ${kind}; send X12, gzip or zip`,
    );
}

/** Counts what comes out of an archive. */
class Limits {
  packed = 0;
  private unpacked = 0;

  take(bytes: number): void {
    this.unpacked += bytes;
    const isBomb = this.unpacked > minBytesOfRatio && this.unpacked > maxRatio * this.packed;
    if (this.unpacked > maxUnpackedBytes || isBomb) throw tooLarge();
  }
}

async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const limits = new Limits();
  let failure: unknown;
  const counted = async function* () {
    try {
      for await (const chunk of packed) {
        limits.packed += chunk.length;
        yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  const source = Readable.from(counted());
  const out = createGunzip();
  source.on('error', (error) => out.destroy(error));
  try {
    yield* withoutNested(source.pipe(out), limits);
  } catch (error) {
    throw failure ?? damageOf(error);
  } finally {
    source.destroy();
    out.destroy();
  }
}

async function* unzip(
  packed: AsyncIterable<Uint8Array>,
  leaveOut: (reason: FileReason) => void,
): AsyncGenerator<Uint8Array> {
  const limits = new Limits();
  const chunks: Uint8Array[] = [];
  for await (const chunk of packed) {
    limits.packed += chunk.length;
    if (limits.packed > maxPackedBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    const zip = await fromBufferPromise(Buffer.concat(chunks), { lazyEntries: true });
    let members = 0;
    let isEmpty = true;
    for await (const entry of zip.eachEntry()) {
      if (++members > maxMembers) throw tooLarge();
      if (entry.fileName.endsWith('/') || entry.fileName.startsWith('__MACOSX/')) continue;
      if (entry.isEncrypted()) throw encrypted();
      const content = withoutNested(await zip.openReadStreamPromise(entry), limits, entry.crc32);
      const first = (await content.next()).value ?? new Uint8Array();
      if (isX12Start(first)) {
        if (!isEmpty) yield lineEnd;
        isEmpty = false;
        yield first;
        yield* content;
      } else {
        await content.return(undefined);
        leaveOut({
          code: 'not_x12',
          message: 'A file in the archive is not X12; it was left out',
          byte_offset: 0,
        });
      }
    }
    if (isEmpty)
      throw new UnreadableArchive('not_x12', 'The archive holds no X12 file; send one that begins with ISA');
  } catch (error) {
    throw damageOf(error);
  }
}

const lineEnd = Buffer.from('\n');

/** Bytes that show what a file is. */
const startBytes = 512;

/**
 * Yields unpacked content, the start of it in one piece.
 *
 * @param checksum that zlib does not check itself
 */
async function* withoutNested(
  content: Readable,
  limits: Limits,
  checksum?: number,
): AsyncGenerator<Uint8Array, undefined> {
  let sum = 0;
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of content) {
    limits.take(chunk.length);
    if (checksum !== undefined) sum = crc32(chunk, sum);
    if (start === undefined) yield chunk;
    else {
      start = Buffer.concat([start, chunk]);
      if (start.length < startBytes) continue;
      refuseNested(start);
      yield start;
      start = undefined;
    }
  }
  if (checksum !== undefined && sum !== checksum) throw damaged();
  if (start === undefined || start.length === 0) return;
  refuseNested(start);
  yield start;
}

function refuseNested(start: Uint8Array): void {
  if (archiveKindOf(start) === undefined) return;
  throw new UnreadableArchive(
    'archive_nested',
    'The archive holds another archive; send the X12 files in one archive',
  );
}

const damaged = () =>
  new UnreadableArchive('archive_damaged', 'The archive is damaged or cut off; send it again');

const encrypted = () =>
  new UnreadableArchive('archive_encrypted', 'The archive is encrypted; send it without a password');

/** A BOM is read as Latin-1 here. Files without ISA may begin with GS. */
const isX12Start = (start: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:ISA|GS)[^A-Za-z0-9\s]/.test(
    Buffer.from(start.subarray(0, startBytes)).toString('latin1'),
  );

/** zlib and yauzl report damage as errors without a common class. */
function damageOf(error: unknown): UnreadableArchive {
  if (error instanceof UnreadableArchive) return error;
  if (/encrypt/.test(String(error))) return encrypted();
  return damaged();
}
