import { carryOn } from './carry-on.ts';
import { type ClearinghousePorts, SubmissionTaken } from './ports.ts';
import { isUnfinished, type Submission } from './submission.ts';

/**
 * Carries unfinished submissions on that no run is working on, each by itself.
 *
 * @returns how those that were taken over stand now
 */
export async function resume(
  unfinished: readonly Submission[],
  ports: ClearinghousePorts,
): Promise<readonly Submission[]> {
  const carried: Submission[] = [];
  for (const { id } of unfinished) {
    const now = ports.now();
    const taken = await ports.store.takeOver(id, ports.newId(), now, now.getTime() + ports.lease);
    if (taken === undefined || !isUnfinished(taken)) continue;
    try {
      carried.push(await carryOn(taken, ports));
    } catch (error) {
      if (!(error instanceof SubmissionTaken)) throw error;
    }
  }
  return carried;
}
