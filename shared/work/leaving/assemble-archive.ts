import { csvHeader, csvRows } from '#commerce/leaving/archive-rows.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { BrandExport } from '#contract/commerce/leaving.ts';
import type { ExportProgress } from '#store/commerce/leaving/brand-exports.ts';
import { uploadArchive } from '#store/s3/archive-upload.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { archiveKey, pieceKey } from '#store/s3/media-keys.ts';
import { findObject, readWholeObject } from '#store/s3/x12-bucket.ts';
import type { WorkRun } from '../run-work.ts';
import { ArchiveStream } from './archive-stream.ts';
import { archivedImages, imageRecords } from './archived-images.ts';

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
