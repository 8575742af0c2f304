import { maxSelectedClaims } from '#contract/claims/bulk/operations.ts';
import { Conflict } from '#persistence/conflict.ts';
import { type Change, ChangeConflict } from '../change.ts';
import { type BulkRun, isUnfinished, runAfter, runAfterSelection } from './bulk-run.ts';
import { type Chunk, decideChunk, skippedChunk } from './chunk.ts';
import { isRecordOperation } from './operations.ts';
import type { BulkRunPorts } from './ports.ts';

/** Another run of the same work, or a cancellation, has changed the progress. */
class RunMoved extends Error {}

/**
 * Continues a bulk run until it is finished or the time is over. Two runs of the same work may meet: each write is
 * conditional on the progress, so one of them stops. Claims, their results and the progress are one transaction, so a repeated
 * or killed run neither repeats a claim nor loses a result, and needs no lease.
 *
 * @returns the run as it is stored then; undefined for an unknown run
 */
export async function continueBulkRun(
  id: string,
  ports: BulkRunPorts,
  outOfTime: () => boolean,
): Promise<BulkRun | undefined> {
  const run = await ports.find(id);
  try {
    const selected = run?.state === 'selecting' ? await selectClaims(run, ports, outOfTime) : run;
    return selected?.state === 'running' ? await processClaims(selected, ports, outOfTime) : selected;
  } catch (error) {
    if (error instanceof RunMoved) return ports.find(id);
    throw error;
  }
}

/** Claims of a filter that are selected together. */
const idsPerPart = 200;

async function selectClaims(run: BulkRun, ports: BulkRunPorts, outOfTime: () => boolean): Promise<BulkRun> {
  let current = run;
  while (current.state === 'selecting' && !outOfTime()) {
    const limit = Math.min(idsPerPart, maxSelectedClaims - current.selected);
    const part = await ports.select(current.filter ?? {}, current.cursor, limit, current.billing_npis);
    const after = runAfterSelection(current, part, { now: ports.now(), max: maxSelectedClaims });
    await write(ports, { entries: [], writes: [] }, { before: current, after, selected: part.ids });
    current = after;
  }
  return current;
}

/** Claims of one transaction: up to four entries and actions each, with the lanes, the run and its results. */
const claimsPerWrite = 20;
/** Ids that are read ahead. */
const idsPerRead = 200;
/** Attempts on a claim that changes all the time. */
const maxAttempts = 5;

async function processClaims(run: BulkRun, ports: BulkRunPorts, outOfTime: () => boolean): Promise<BulkRun> {
  const decisions = await ports.openDecisions(run.started_by, run.billing_npis);
  let current = run;
  let ahead: readonly string[] = [];
  let attempts = 0;
  while (isUnfinished(current) && !outOfTime()) {
    if (ahead.length === 0) ahead = await ports.selectedIds(run.id, current.position, idsPerRead);
    if (ahead.length === 0) throw new Error('The selection of the bulk run is incomplete');
    // After a conflict one claim at a time, so that the others go on.
    const count = attempts === 0 && isRecordOperation(run.operation) ? claimsPerWrite : 1;
    const now = ports.now();
    try {
      const chunk =
        attempts < maxAttempts
          ? await decideChunk(current, ahead.slice(0, count), { ...decisions, now }, ports.onFailure)
          : skippedChunk(ahead.slice(0, 1), now);
      const after = runAfter(current, chunk.results, now);
      await write(ports, chunk.change, { before: current, after, results: chunk.results });
      current = after;
      ahead = ahead.slice(chunk.results.length);
      attempts = 0;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      attempts++;
    }
  }
  return current;
}

interface Progress extends Partial<Pick<Chunk, 'results'>> {
  readonly before: BulkRun;
  readonly after: BulkRun;
  readonly selected?: readonly string[];
}

/** @throws RunMoved, or ChangeConflict if a claim has changed */
async function write(ports: BulkRunPorts, change: Change, progress: Progress): Promise<void> {
  const writes = [...change.writes, { kind: 'bulk-progress', ...progress } as const];
  try {
    await ports.write({ ...change, writes });
  } catch (error) {
    const isMoved =
      error instanceof ChangeConflict && error.writes.some(({ kind }) => kind === 'bulk-progress');
    throw isMoved ? new RunMoved() : error;
  }
}
