import type { CheckpointedChain } from '../checkpoints/take-checkpoint.ts';
import { continueExport, type PartedFile } from '../export/export-run.ts';
import { continueVerification } from '../verification/verification-run.ts';
import type { AuditRun, RunContext } from './run.ts';

export interface RunPorts extends Pick<RunContext<AuditRun>, 'save' | 'now'> {
  readonly subject: CheckpointedChain;
  readonly exportFile: PartedFile;
  /** The run with this id; undefined if it is not running. */
  findRunning(id: string): Promise<AuditRun | undefined>;
}

/** Continues a background run until it is done or the time is over. Returns undefined for a run that is not running. */
export async function continueRun(
  id: string,
  { subject, exportFile, findRunning, save, now }: RunPorts,
  outOfTime: () => boolean,
): Promise<AuditRun | undefined> {
  const run = await findRunning(id);
  const context = { save, now, outOfTime };
  return run?.kind === 'export'
    ? continueExport(subject, exportFile, run, context)
    : run && continueVerification(subject, run, context);
}
