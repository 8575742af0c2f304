import { Conflict } from '#persistence/conflict.ts';
import type { IntakePorts } from './delivery.ts';
import type { FileOutcome, FileRecord } from './file.ts';
import { RunSuperseded } from './file-run.ts';

/** Stores the outcome of a file with its audit entry: the last write of a run. */
export async function closeFile(
  file: FileRecord,
  actor: string,
  ports: IntakePorts,
  ended: Omit<FileOutcome, 'finished_at'>,
): Promise<FileRecord> {
  const outcome = { ...ended, finished_at: ports.now().toISOString() };
  const entry = {
    event_type: `file.${outcome.state}`,
    entity_type: 'file',
    entity_id: file.id,
    actor,
    payload: {
      sha256: file.sha256,
      size: file.size,
      kinds: file.kinds,
      reasons: [...new Set(outcome.reasons.map(({ code }) => code))],
      ...(outcome.duplicate_of !== undefined && { duplicate_of: outcome.duplicate_of }),
    },
  };
  await whileOwned(ports.write({ entries: [entry], writes: [{ kind: 'file-outcome', file, outcome }] }));
  const isApplied = outcome.state === 'applied' || outcome.state === 'partly_applied';
  const progress = { ...file.progress, ...(isApplied && { bytes: file.size }) };
  return { ...file, ...outcome, progress, updated_at: outcome.finished_at };
}

/** @throws RunSuperseded if the run no longer owns the file */
export async function whileOwned(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw error instanceof Conflict ? new RunSuperseded() : error;
  }
}
