import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import { logger } from '#observability/logger.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';
import { uploadArchive } from '#store/s3/archive-upload.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { archiveKey, imageKey, pieceKey, piecesPrefix } from '#store/s3/media-keys.ts';
import { erasePrefix } from '#store/s3/object-versions.ts';
import { findObject, putObject, readWholeObject } from '#store/s3/x12-bucket.ts';
import {
  type GiveUp,
  type GiveUps,
  recorderOf,
  type WorkHandler,
  type WorkHandlers,
  type WorkRun,
} from '#work/run-work.ts';
import { archiveDays, type Brand, type BrandExport } from './contract.ts';
import { brandExports, type ExportProgress, finishExport, progressOfExports } from './export-records.ts';
import {
  csvHeader,
  csvRows,
  type ExportedRecord,
  mergedColumns,
  rangeName,
  recordLine,
  recordsIn,
  walkAreas,
} from './owned-records.ts';
import { brands } from './records.ts';
import { type OwnedBrand, type WalkPosition, walkStart } from './rules.ts';

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
function assembleArchive(
  one: BrandExport,
  brand: Pick<Brand, 'id' | 'name'>,
  progress: ExportProgress,
  run: WorkRun,
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
  readonly run: WorkRun;
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
  // The end of the archive replaces the archive of another run.
  requireLease(run);
  archive.end();
}

function requireLease(run: WorkRun): void {
  if (!run.hasLease()) throw new Error('Another run has taken over the export');
}

async function* textsOf(one: BrandExport, file: string, pieces: readonly string[]): AsyncGenerator<string> {
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
  product_id: z.string(),
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
      const { product_id: productId, images } = imageSet.parse(JSON.parse(line));
      for (const { id, status } of images) if (status === 'ready') yield { productId, id };
    }
  }
}

/** Text that is kept in memory before it becomes pieces. */
const maxWaitingCharacters = 8 * 1024 * 1024;

const noProgress = ({ id, brand_id, created_at }: BrandExport): ExportProgress => ({
  ...{ id, brand_id, created_at, position: walkStart },
  ...{ complete: false, files: {}, version: 0 },
});

/**
 * Reads the records of a brand into pieces. The progress is stored after the pieces, on condition that no other run has
 * stored any. Each run has names of its own for its pieces, so that pieces without progress change nothing.
 *
 * @returns undefined when the time is up
 */
async function collectRecords(
  one: BrandExport,
  brand: OwnedBrand,
  runId: string,
  run: WorkRun,
): Promise<ExportProgress | undefined> {
  const found = (await progressOfExports.find(one)) ?? noProgress(one);
  if (found.complete) return found;
  const waiting = new WaitingPieces(one, found, runId);
  let position: WalkPosition = found.position;
  let { inner } = found;
  for await (const { area, ranges, next } of walkAreas(commerceTable, brand, {
    now: run.now(),
    from: position,
  })) {
    const resumed = inner && ranges.findIndex((range) => rangeName(range) === inner?.range);
    const [first, after] = resumed === undefined || resumed < 0 ? [0, undefined] : [resumed, inner?.after];
    inner = undefined;
    if (area.isHidden) {
      position = next;
      continue;
    }
    for (const [index, range] of ranges.slice(first).entries()) {
      const start = index === 0 ? after : undefined;
      for await (const page of recordsIn(commerceTable, range, start)) {
        waiting.add(page.records);
        if (!waiting.isFull && !run.isTimeUp()) continue;
        requireLease(run);
        await waiting.store({ position, inner: { range: rangeName(range), after: page.last } });
        if (run.isTimeUp()) return undefined;
      }
    }
    position = next;
  }
  return waiting.store({ position, complete: true });
}

/** Lines that are not stored yet, by file. */
class WaitingPieces {
  private readonly one: BrandExport;
  private readonly runId: string;
  private progress: ExportProgress;
  private lines = new Map<string, string[]>();
  private characters = 0;

  constructor(one: BrandExport, progress: ExportProgress, runId: string) {
    this.one = one;
    this.progress = progress;
    this.runId = runId;
  }

  get isFull(): boolean {
    return this.characters >= maxWaitingCharacters;
  }

  add(records: ReadonlyMap<string, readonly ExportedRecord[]>): void {
    for (const [file, some] of records) {
      const added = some.map(recordLine);
      const lines = this.lines.get(file) ?? [];
      lines.push(...added);
      this.lines.set(file, lines);
      this.characters += added.reduce((sum, line) => sum + line.length, 0);
      const { pieces, records: count, columns } = this.fileOf(file);
      const changed = { pieces, records: count + some.length, columns: [...mergedColumns(columns, some)] };
      this.progress = { ...this.progress, files: { ...this.progress.files, [file]: changed } };
    }
  }

  /** Stores the lines as pieces, then the progress. */
  async store(reached: Partial<ExportProgress>): Promise<ExportProgress> {
    const before = this.progress;
    const piece = `${String(before.version).padStart(8, '0')}-${this.runId}`;
    const files = { ...before.files };
    for (const [file, lines] of this.lines) {
      const key = pieceKey(this.one.brand_id, this.one.id, file, piece);
      await putObject(mediaBucket, key, Buffer.from(lines.join('')), 'application/x-ndjson');
      const known = this.fileOf(file);
      files[file] = { ...known, pieces: [...known.pieces, piece] };
    }
    const { inner: _, ...kept } = before;
    this.progress = { ...kept, files, version: before.version + 1, ...reached };
    await transact(commerceTable, [progressOfExports.replace(before, this.progress)]);
    logger.info('Records were exported', { pieces: this.lines.size });
    this.lines = new Map();
    this.characters = 0;
    return this.progress;
  }

  private fileOf(file: string): ExportProgress['files'][string] {
    return this.progress.files[file] ?? { pieces: [], records: 0, columns: [] };
  }
}

/** Runs that fail one after another before the export is given up, so that an owner can start another. */
const maxAttempts = 25;

/** Share of a run's time that must be left when the archive begins. */
const minShare = 0.75;

/** Collects the records of a brand, and makes the archive of them. */
const exportBrand: WorkHandler<'export-brand'> = async ({ payload, attempt, lease }, run) => {
  const { brand_id, export_id } = payload;
  const found = await brandExports.find({ brand_id, id: export_id });
  if (found === undefined) return 'done';
  if (found.status === 'done' || found.status === 'failed') {
    // A run was killed after the end of the export.
    await removePieces(found);
    return 'done';
  }
  const brand = await brands.find({ brand_id });
  if (brand === undefined) return 'done';
  const running: BrandExport = { ...found, status: 'running', updated_at: run.now().toISOString() };
  if (attempt > maxAttempts) return fail(running);
  if (found.status === 'waiting') await transact(commerceTable, [brandExports.replace(found, running)]);
  const before = run.remainingMilliseconds();
  const progress = await collectRecords(running, brand, lease.run, run);
  // The archive is made in one run, and gets most of its time.
  if (progress === undefined || run.remainingMilliseconds() < before * minShare) return { again: run.now() };
  const made = await assembleArchive(running, brand, progress, run);
  const records = Object.values(progress.files).reduce((sum, file) => sum + file.records, 0);
  await finish({ ...running, records, ...made }, run);
  await removePieces(running);
  return 'done';
};

async function fail(one: BrandExport): Promise<'done'> {
  const reason = 'The export stopped in several attempts; start another one, or contact the operator';
  await transact(commerceTable, finishExport({ ...one, status: 'failed', reason }));
  await removePieces(one);
  return 'done';
}

/** Ends an export whose runs end without an answer. */
const giveUpExport: GiveUp<'export-brand'> = async ({ payload }, run) => {
  const found = await brandExports.find({ brand_id: payload.brand_id, id: payload.export_id });
  const isOpen = found?.status === 'waiting' || found?.status === 'running';
  return isOpen ? fail({ ...found, updated_at: run.now().toISOString() }) : 'done';
};

export const exportBrandsGiveUps: GiveUps<'export-brands'> = { 'export-brand': giveUpExport };

async function finish(one: BrandExport, run: WorkRun): Promise<void> {
  const now = run.now();
  const available_until = new Date(now.getTime() + archiveDays * 86_400_000).toISOString();
  const done: BrandExport = { ...one, status: 'done', available_until, updated_at: now.toISOString() };
  const recorder = recorderOf(run);
  const ready = { type: 'brand.export_ready', data: { id: one.id, available_until } } as const;
  await transact(commerceTable, [...finishExport(done), ...recorder.record(one.brand_id, [ready])]);
  await recorder.wake();
}

/** The lifecycle rule of the bucket removes the pieces that this run leaves. */
async function removePieces({ brand_id, id }: BrandExport): Promise<void> {
  await erasePrefix(mediaBucket, piecesPrefix(brand_id, id), () => false).catch(() =>
    logger.warn('Pieces of an export were not removed'),
  );
}

/** The handlers of the worker `export-brands`, by kind. */
export const exportBrandsHandlers: WorkHandlers<'export-brands'> = { 'export-brand': exportBrand };
