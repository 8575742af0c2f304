import type { CheckpointedChain } from '../checkpoints/take-checkpoint.ts';
import type { RunContext, StoredVerificationRun } from '../runs/run.ts';
import { verifyAll } from './verify-now.ts';

/** Interval at which the progress is saved, milliseconds. */
const sliceTime = 10_000;

/**
 * Continues a verification, slice by slice, until it is done or the time is over. Each slice links to the entry before it,
 * so all slices together equal one walk.
 *
 * @returns the run; in state `running` when another invocation must continue it
 */
export async function continueVerification(
  subject: CheckpointedChain,
  begun: StoredVerificationRun,
  { save, outOfTime, now }: RunContext<StoredVerificationRun>,
): Promise<StoredVerificationRun> {
  let run = begun;
  while (run.state === 'running' && !outOfTime()) {
    const until = now().getTime() + sliceTime;
    const slice = await verifyAll(subject, {
      from: run.next,
      to: run.bounded ? run.to : undefined,
      outOfTime: () => outOfTime() || now().getTime() > until,
    });
    const checkpoints = run.checkpoints + slice.checkpoints;
    const whole = { ...slice, from: run.from, checked: Math.max(0, slice.to - run.from + 1), checkpoints };
    run = {
      ...run,
      next: slice.to + 1,
      checkpoints,
      updated_at: now().toISOString(),
      ...(slice.complete && { state: 'done', finished_at: now().toISOString(), result: whole }),
    };
    await save(run);
  }
  return run;
}
