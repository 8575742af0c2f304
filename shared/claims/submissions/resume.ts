import { carryOn, noteFailure } from './carry-on.ts';
import { type ClearinghousePorts, SubmissionTaken } from './ports.ts';
import { isUnfinished, type Submission } from './submission.ts';

/**
 * Carries unfinished submissions on that no run is working on, each by itself: one that fails keeps its error, and the
 * others go on.
 *
 * @param onFailure is told of what no transport has failed at
 * @returns how those that were taken over stand now
 * @throws whatever keeps even the failure from being stored
 */
export async function resume(
  unfinished: readonly Submission[],
  ports: ClearinghousePorts,
  onFailure: (error: unknown) => void = () => {},
): Promise<readonly Submission[]> {
  const carried: Submission[] = [];
  for (const { id } of unfinished) {
    const now = ports.now();
    const run = ports.newId();
    const taken = await ports.store.takeOver(id, run, now, now.getTime() + ports.lease);
    if (taken === undefined || !isUnfinished(taken)) continue;
    try {
      carried.push(await carryOn(taken, ports));
    } catch (error) {
      if (error instanceof SubmissionTaken) continue;
      onFailure(error);
      const noted = await noteError(id, run, ports);
      if (noted !== undefined) carried.push(noted);
    }
  }
  return carried;
}

/** The submission with the error, while it is still this run's. */
async function noteError(
  id: string,
  run: string,
  ports: ClearinghousePorts,
): Promise<Submission | undefined> {
  const current = await ports.store.find(id);
  if (current?.run !== run || !isUnfinished(current)) return undefined;
  return noteFailure(current, { code: 'internal', message: 'The last run failed' }, ports);
}
