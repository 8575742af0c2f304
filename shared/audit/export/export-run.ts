import type { Checkpoint } from '../checkpoints/checkpoint.ts';
import type { CheckpointedChain } from '../checkpoints/take-checkpoint.ts';
import { emptyHead } from '../entries/chain.ts';
import type { RunContext, StoredExportRun } from '../runs/run.ts';
import type { StoredRow } from '../verification/chain-walk.ts';
import { type ChainSource, rowBeyond } from '../verification/verify-chain.ts';
import { checkpointsFrom } from '../verification/verify-now.ts';
import { type ExportEnd, exportText } from './export-lines.ts';

/** A file in numbered parts. Writing a part again replaces it. */
export interface PartedFile {
  /** Begins the file of a run. Returns the id of the upload. */
  begin(runId: string): Promise<string>;
  /** Parts count from 1; all but the last have at least 5 MB (S3 multipart uploads). */
  put(runId: string, uploadId: string, part: number, text: string): Promise<void>;
  /** Assembles the parts. Idempotent. */
  finish(runId: string, uploadId: string): Promise<void>;
}

/** UTF-16 code units, so at least as many bytes. */
const partSize = 8 * 1024 * 1024;

/**
 * Continues an export, part by part, until it is done or the time is over. The run that is saved after each part holds the
 * start of the next one, so a killed run neither repeats nor omits a line.
 *
 * @returns the run; in state `running` when another invocation must continue it
 */
export async function continueExport(
  subject: CheckpointedChain,
  file: PartedFile,
  begun: StoredExportRun,
  { save, outOfTime, now }: RunContext<StoredExportRun>,
): Promise<StoredExportRun> {
  const uploadId = begun.upload_id ?? (await file.begin(begun.id));
  let run: StoredExportRun = { ...begun, upload_id: uploadId };
  let text = '';

  const writePart = async (known: Partial<StoredExportRun>) => {
    await file.put(run.id, uploadId, run.parts + 1, text);
    const written = { parts: run.parts + 1, bytes: run.bytes + Buffer.byteLength(text) };
    run = { ...run, ...known, ...written, updated_at: now().toISOString() };
    text = '';
    await save(run);
  };

  if (run.parts === 0) {
    // Includes checkpoints beyond the end of the range, which show whether the chain was cut.
    const signed = (await checkpointsFrom(subject, run.from)) ?? [];
    // Read after the checkpoints, because a valid chain reaches every checkpoint.
    const head = (await subject.source.head()) ?? null;
    const to = run.bounded ? run.to : (head?.sequence ?? 0);
    run = { ...run, head, to, checkpoints: signed.length };
    text = await beginning(subject, run, signed, now());
  }
  if (!run.closed) {
    let { next, entries } = run;
    for await (const page of subject.source.rows(next, run.to)) {
      text += exportText.entries(page.map(recordOf));
      entries += page.length;
      next = Math.max(next, ...page.map(({ id }) => (id ?? 0) + 1));
      if (text.length < partSize) continue;
      await writePart({ next, entries });
      if (outOfTime()) return run;
    }
    const end = await endOf(subject.source, run);
    text += exportText.end({ entries, checkpoints: run.checkpoints, ...end });
    await writePart({ next, entries, closed: true });
  }
  await file.finish(run.id, uploadId);
  run = { ...run, state: 'done', finished_at: now().toISOString() };
  await save(run);
  return run;
}

/** A damaged entry as it is stored. */
const recordOf = ({ entry, unknown }: StoredRow): unknown => ({ ...entry, ...unknown });

/**
 * The head, and the row that contradicts it. The head is read again, because it may have been moved back or damaged since the
 * export began. A head that has moved on is that of a longer chain, so the one at the beginning counts.
 */
async function endOf(
  source: ChainSource,
  { head: begun, to }: StoredExportRun,
): Promise<Pick<ExportEnd, 'head' | 'beyond'>> {
  const now = begun && ((await source.head()) ?? null);
  const head = begun && now && now.sequence > begun.sequence ? begun : now;
  const { sequence } = head ?? emptyHead;
  const row = to < sequence ? undefined : await rowBeyond(source, head ?? emptyHead);
  return { head, beyond: row ? { id: row.id ?? null, entry: recordOf(row) } : null };
}

const beginning = async (
  { chain, signer }: CheckpointedChain,
  { from, to }: StoredExportRun,
  signed: readonly Checkpoint[],
  now: Date,
): Promise<string> =>
  exportText.begin(
    {
      format: 'granary-audit-1',
      id: chain,
      from,
      to,
      exported_at: now.toISOString(),
      public_key: await signer.publicKey(),
    },
    signed,
  );
