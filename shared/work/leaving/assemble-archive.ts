import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import { csvHeader, csvRows } from '#commerce/leaving/archive-rows.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { BrandExport } from '#contract/commerce/leaving.ts';
import type { ExportProgress } from '#store/commerce/leaving/brand-exports.ts';
import { uploadArchive } from '#store/s3/archive-upload.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { archiveKey, imageKey, pieceKey } from '#store/s3/media-keys.ts';
import { findObject, readWholeObject } from '#store/s3/x12-bucket.ts';
import type { WorkRun } from '../run-work.ts';

interface Measured {
  readonly bytes: number;
  readonly sha256: string;
}

/** A ZIP file that is made while it is read. */
class ArchiveStream {
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

interface ListedFile {
  readonly path: string;
  /** Absent for an image. */
  readonly records?: number;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Makes the archive of all pieces and of the images, and uploads it as it is made, one piece in memory at a time. A killed
 * run leaves nothing visible, and the next one begins again.
 */
export function assembleArchive(
  one: BrandExport,
  brand: Pick<Brand, 'id' | 'name'>,
  progress: ExportProgress,
  run: Pick<WorkRun, 'now' | 'isTimeUp'>,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const archive = new ArchiveStream(run.now());
  // The upload fails with the error, because it reads the archive.
  void fill(archive, { one, brand, progress, run }).catch((error: unknown) => archive.fail(error));
  return uploadArchive(mediaBucket, archiveKey(one.brand_id, one.id), archive.content);
}

interface Contents {
  readonly one: BrandExport;
  readonly brand: Pick<Brand, 'id' | 'name'>;
  readonly progress: ExportProgress;
  readonly run: Pick<WorkRun, 'isTimeUp'>;
}

/** Adds the records, then as many images as there is time for, then the list of all of them. */
async function fill(archive: ArchiveStream, { one, brand, progress, run }: Contents): Promise<void> {
  const listed: ListedFile[] = [];
  for (const [file, { pieces, records, columns }] of Object.entries(progress.files).sort()) {
    const texts = () => textsOf(one, file, pieces);
    for (const [path, content] of [
      [`${file}.ndjson`, texts()],
      [`${file}.csv`, csvOf(texts(), columns)],
    ] as const)
      listed.push({ path, records, ...(await archive.add(path, bytesOf(content))) });
  }
  const images = textsOf(one, imageRecords, progress.files[imageRecords]?.pieces ?? []);
  let images_left_out = 0;
  for await (const image of archivedImages(one.brand_id, images, run.isTimeUp)) {
    if (image === 'no time') images_left_out += 1;
    else
      listed.push({ path: image.path, ...(await archive.add(image.path, [image.bytes], { packed: true })) });
  }
  const of = { format: 1, brand: { id: brand.id, name: brand.name }, export_id: one.id };
  const manifest = { ...of, created_at: one.created_at, images_left_out, files: listed };
  await archive.add('manifest.json', [Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)]);
  archive.end();
}

async function* textsOf(one: BrandExport, file: string, pieces: readonly number[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    const object = await findObject(mediaBucket, { key: pieceKey(one.brand_id, one.id, file, piece) });
    if (object === undefined) throw new Error('A piece of the export is missing');
    yield (await readWholeObject(mediaBucket, object)).toString();
  }
}

async function* csvOf(texts: AsyncIterable<string>, columns: readonly string[]): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const text of texts) yield csvRows(text.trimEnd().split('\n'), columns);
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}

/** File of the archive with the images of each product. */
const imageRecords = 'product-images';

/** Images that are read at the same time, each of them at most a few megabytes. */
const imagesAtOnce = 8;

const imageSet = z.object({
  key: z.string(),
  images: z.array(z.object({ id: z.string(), status: z.string() })),
});

interface ArchivedImage {
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * The largest file of each image, in the order of the records. After the end of the time, `no time` for each that is left.
 * An image that was deleted meanwhile is left out.
 */
async function* archivedImages(
  brandId: string,
  texts: AsyncIterable<string>,
  isTimeUp: () => boolean,
): AsyncGenerator<ArchivedImage | 'no time'> {
  const waiting: Promise<ArchivedImage | undefined>[] = [];
  for await (const { productId, id } of readyImages(texts)) {
    if (isTimeUp()) {
      yield 'no time';
      continue;
    }
    waiting.push(settled(readImage(brandId, productId, id)));
    if (waiting.length < imagesAtOnce) continue;
    const image = await waiting.shift();
    if (image !== undefined) yield image;
  }
  for (const image of waiting) {
    const read = await image;
    if (read !== undefined) yield read;
  }
}

/** The same promise, whose error waits until it is awaited. */
function settled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {});
  return promise;
}

async function readImage(brandId: string, productId: string, id: string): Promise<ArchivedImage | undefined> {
  const object = await findObject(mediaBucket, { key: imageKey(brandId, id, 'large', 'jpeg') });
  if (object === undefined) return undefined;
  return { path: `images/${productId}/${id}.jpeg`, bytes: await readWholeObject(mediaBucket, object) };
}

async function* readyImages(texts: AsyncIterable<string>) {
  for await (const text of texts) {
    for (const line of text.trimEnd().split('\n')) {
      const { key, images } = imageSet.parse(JSON.parse(line));
      const productId = key.slice(key.indexOf('#') + 1);
      for (const { id, status } of images) if (status === 'ready') yield { productId, id };
    }
  }
}
