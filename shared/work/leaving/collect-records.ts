import { type ExportedRecord, mergedColumns, recordLine } from '#commerce/leaving/archive-rows.ts';
import type { BrandExport } from '#contract/commerce/leaving.ts';
import { logger } from '#observability/logger.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { type ExportProgress, findProgress, saveProgress } from '#store/commerce/leaving/brand-exports.ts';
import { recordsIn } from '#store/commerce/leaving/exported-records.ts';
import type { OwnedBrand } from '#store/commerce/leaving/owned-areas.ts';
import { rangeName, type WalkPosition, walkAreas, walkStart } from '#store/commerce/leaving/walk-areas.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { pieceKey } from '#store/s3/media-keys.ts';
import { putObject } from '#store/s3/x12-bucket.ts';
import type { WorkRun } from '../run-work.ts';

/** Text that is kept in memory before it becomes pieces. */
const maxWaitingCharacters = 8 * 1024 * 1024;

const noProgress: ExportProgress = { position: walkStart, complete: false, piece: 0, files: {} };

/**
 * Reads the records of a brand into pieces. The progress is stored after the pieces, and a repeated run overwrites the
 * pieces that a killed one has stored after its progress.
 *
 * @returns undefined when the time is up
 */
export async function collectRecords(
  one: BrandExport,
  brand: OwnedBrand,
  run: WorkRun,
): Promise<ExportProgress | undefined> {
  const found = (await findProgress(commerceTable, one)) ?? noProgress;
  if (found.complete) return found;
  const waiting = new WaitingPieces(one, found);
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
  private progress: ExportProgress;
  private lines = new Map<string, string[]>();
  private characters = 0;

  constructor(one: BrandExport, progress: ExportProgress) {
    this.one = one;
    this.progress = progress;
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
      const changed = { pieces, records: count + some.length, columns: mergedColumns(columns, some) };
      this.progress = { ...this.progress, files: { ...this.progress.files, [file]: changed } };
    }
  }

  /** Stores the lines as pieces, then the progress. */
  async store(reached: Partial<ExportProgress>): Promise<ExportProgress> {
    const { piece } = this.progress;
    const files = { ...this.progress.files };
    for (const [file, lines] of this.lines) {
      const key = pieceKey(this.one.brand_id, this.one.id, file, piece);
      await putObject(mediaBucket, key, Buffer.from(lines.join('')), 'application/x-ndjson');
      const known = this.fileOf(file);
      files[file] = { ...known, pieces: [...known.pieces, piece] };
    }
    const { inner: _, ...before } = this.progress;
    this.progress = { ...before, files, piece: piece + 1, ...reached };
    await saveProgress(commerceTable, this.one, this.progress);
    logger.info('Records were exported', { pieces: this.lines.size });
    this.lines = new Map();
    this.characters = 0;
    return this.progress;
  }

  private fileOf(file: string): ExportProgress['files'][string] {
    return this.progress.files[file] ?? { pieces: [], records: 0, columns: [] };
  }
}
