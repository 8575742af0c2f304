import { continueSubmission } from './continue-submission.ts';
import { isUnfinished, type Submission } from './submission.ts';
import { type SubmissionPorts, SubmissionTakenOver } from './submission-ports.ts';
import { isTimeUp, storeFailure } from './submission-progress.ts';

/**
 * Resumes unfinished submissions whose lease has ended. A submission that fails keeps its error and does not stop the
 * others.
 *
 * @param onFailure receives failures that no transport caused
 * @returns the submissions that this run took over
 * @throws an error when not even a failure can be stored
 */
export async function resumeSubmissions(
  unfinished: readonly Submission[],
  ports: SubmissionPorts,
  onFailure: (error: unknown) => void = () => {},
): Promise<readonly Submission[]> {
  const resumed: Submission[] = [];
  for (const { id } of unfinished) {
    const run = ports.newId();
    const taken = await ports.store.takeOver(id, run, ports.now());
    if (taken === undefined || !isUnfinished(taken)) continue;
    try {
      resumed.push(await continueSubmission(taken, ports));
    } catch (error) {
      if (error instanceof SubmissionTakenOver) continue;
      onFailure(error);
      const failed = await storeInternalError(id, run, ports);
      if (failed !== undefined) resumed.push(failed);
    }
  }
  return resumed;
}

/** Stores the failure of a run that still holds the submission. */
async function storeInternalError(
  id: string,
  run: string,
  ports: SubmissionPorts,
): Promise<Submission | undefined> {
  const current = await ports.store.find(id);
  if (current?.run !== run || !isUnfinished(current)) return undefined;
  return storeFailure(current, { code: 'internal', message: 'The last run failed' }, ports);
}

/**
 * Resumes submissions until one stays unfinished, because the other transports would fail at the same server.
 *
 * @returns the submissions that this run took over, except abandoned ones
 */
export async function resumeUntilFailure(
  unfinished: readonly Submission[],
  ports: SubmissionPorts,
): Promise<readonly Submission[]> {
  const resumed: Submission[] = [];
  for (const submission of unfinished) {
    if (isTimeUp(ports)) break;
    const [after] = await resumeSubmissions([submission], ports, ports.onFailure);
    if (after === undefined) continue;
    if (after.state !== 'abandoned') resumed.push(after);
    if (isUnfinished(after)) break;
  }
  return resumed;
}
