import { archiveDays, type BrandExport } from '#contract/commerce/leaving.ts';
import { logger } from '#observability/logger.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findExport, finishExport, saveExport } from '#store/commerce/leaving/brand-exports.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { piecesPrefix } from '#store/s3/media-keys.ts';
import { erasePrefix } from '#store/s3/object-versions.ts';
import { assembleArchive } from '../leaving/assemble-archive.ts';
import { collectRecords } from '../leaving/collect-records.ts';
import { recorderOf } from '../record-in-run.ts';
import type { WorkHandler, WorkHandlers, WorkRun } from '../run-work.ts';

/** Runs that fail one after another before the export is given up, so that an owner can start another. */
const maxAttempts = 25;

/** Share of a run's time that must be left when the archive begins. */
const minShare = 0.75;

/** Collects the records of a brand, and makes the archive of them. */
const exportBrand: WorkHandler<'export-brand'> = async ({ payload, attempt }, run) => {
  const { brand_id, export_id } = payload;
  const found = await findExport(commerceTable, brand_id, export_id);
  if (found === undefined) return 'done';
  if (found.status === 'done' || found.status === 'failed') {
    // A run was killed after the end of the export.
    await removePieces(found);
    return 'done';
  }
  const record = await findBrand(commerceTable, brand_id);
  if (record === undefined) return 'done';
  const running: BrandExport = { ...found, status: 'running', updated_at: run.now().toISOString() };
  if (attempt > maxAttempts) {
    await finishExport(commerceTable, { ...running, status: 'failed' }, []);
    return 'done';
  }
  if (found.status === 'waiting') await saveExport(commerceTable, running);
  const before = run.remainingMilliseconds();
  const progress = await collectRecords(running, record.brand, run);
  // The archive is made in one run, and gets most of its time.
  if (progress === undefined || run.remainingMilliseconds() < before * minShare) return { again: run.now() };
  const made = await assembleArchive(running, record.brand, progress, run);
  const records = Object.values(progress.files).reduce((sum, file) => sum + file.records, 0);
  await finish({ ...running, records, ...made }, run);
  await removePieces(running);
  return 'done';
};

async function finish(one: BrandExport, run: WorkRun): Promise<void> {
  const now = run.now();
  const available_until = new Date(now.getTime() + archiveDays * 86_400_000).toISOString();
  const done: BrandExport = { ...one, status: 'done', available_until, updated_at: now.toISOString() };
  const recorder = recorderOf(run);
  const ready = { type: 'brand.export_ready', data: { id: one.id, available_until } } as const;
  await finishExport(commerceTable, done, recorder.record(one.brand_id, [ready]));
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
