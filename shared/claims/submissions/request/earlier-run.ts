import { deterministicId } from '../../deterministic-id.ts';
import { type SubmissionPorts, SubmissionTakenOver } from '../ports.ts';
import { continueSubmission } from '../run/continue-submission.ts';
import { firstRunId } from '../run/prepare.ts';
import { storeProgress } from '../run/progress.ts';
import { isUnfinished, type Submission } from '../submission.ts';

/** The submission that an earlier run of a request made for a payer, or else the id of the next one. */
export type EarlierSubmission =
  | { readonly submission: Submission; readonly nextId?: never }
  | { readonly nextId: string; readonly submission?: never };

/**
 * Finds and continues the submission that an earlier run of the same request made for a payer. A caller repeats a
 * request that got no reply. The repetition must report the earlier submission and not refuse its claims.
 *
 * @param reference names the request; a request without a reference has no earlier run
 * @throws SubmissionTakenOver when another run is abandoning the submission
 */
export async function finishEarlierRun(
  reference: string | undefined,
  payerId: string,
  ports: SubmissionPorts,
): Promise<EarlierSubmission> {
  if (reference === undefined) return { nextId: ports.newId() };
  for (let attempt = 1; ; attempt++) {
    const id = deterministicId('submission', reference, payerId, attempt);
    const found = await ports.store.find(id);
    if (found === undefined) return { nextId: id };
    const submission = await continueEarlier(found, ports);
    if (submission.state !== 'abandoned') return { submission };
  }
}

async function continueEarlier(found: Submission, ports: SubmissionPorts): Promise<Submission> {
  if (!isUnfinished(found)) return found;
  const firstRun = firstRunId(found.id);
  // Runs of one request never overlap, because its idempotency key is locked until a run ends.
  const isFree = found.run?.split(' ')[0] === firstRun || found.lease_until <= ports.now().getTime();
  try {
    if (isFree) {
      const run = `${firstRun} ${ports.newId()}`;
      return await continueSubmission(await storeProgress(found, { run }, ports), ports);
    }
  } catch (error) {
    if (!(error instanceof SubmissionTakenOver)) throw error;
  }
  const latest = (await ports.store.find(found.id)) ?? found;
  if (latest.state === 'preparing') throw new SubmissionTakenOver();
  return latest;
}
