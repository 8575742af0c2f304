import { type SubmissionPorts, SubmissionTakenOver } from '../ports.ts';
import { isUnfinished, type Submission } from '../submission.ts';
import { continueSubmission, storeFailure } from './continue-submission.ts';

/**
 * Carries unfinished submissions on that no run is working on, each by itself: one that fails keeps its error, and the
 * others go on.
 *
 * @param onFailure is told of what no transport has failed at
 * @returns how those that were taken over stand now
 * @throws whatever keeps even the failure from being stored
 */
export async function resumeSubmissions(
  unfinished: readonly Submission[],
  ports: SubmissionPorts,
  onFailure: (error: unknown) => void = () => {},
): Promise<readonly Submission[]> {
  const carried: Submission[] = [];
  for (const { id } of unfinished) {
    const now = ports.now();
    const run = ports.newId();
    const taken = await ports.store.takeOver(id, run, now, now.getTime() + ports.lease);
    if (taken === undefined || !isUnfinished(taken)) continue;
    try {
      carried.push(await continueSubmission(taken, ports));
    } catch (error) {
      if (error instanceof SubmissionTakenOver) continue;
      onFailure(error);
      const noted = await noteError(id, run, ports);
      if (noted !== undefined) carried.push(noted);
    }
  }
  return carried;
}

/** The submission with the error, while it is still this run's. */
async function noteError(id: string, run: string, ports: SubmissionPorts): Promise<Submission | undefined> {
  const current = await ports.store.find(id);
  if (current?.run !== run || !isUnfinished(current)) return undefined;
  return storeFailure(current, { code: 'internal', message: 'The last run failed' }, ports);
}
