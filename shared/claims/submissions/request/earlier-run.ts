import { deterministicId } from '../../deterministic-id.ts';
import { type SubmissionPorts, SubmissionTakenOver } from '../ports.ts';
import { continueSubmission, storeProgress } from '../run/continue-submission.ts';
import { isUnfinished, type Submission } from '../submission.ts';

/** What an earlier run of a request has left for one payer: its submission, or the id for one that is to be made. */
export type EarlierSubmission =
  | { readonly submission: Submission; readonly nextId?: never }
  | { readonly nextId: string; readonly submission?: never };

/**
 * Finds the submission that an earlier run of the same request has made for a payer, and brings it to its end. A
 * request whose run was killed before it could answer is sent again by its caller: it must meet what it has done, not
 * a refusal because its claims are sent already.
 *
 * @param reference names the request; without one every run is the first
 * @throws SubmissionTaken when another run is giving the submission up at this moment
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
    const submission = await broughtOn(found, ports);
    if (submission.state !== 'abandoned') return { submission };
  }
}

/**
 * The run that makes a submission goes by the submission's own id, those of the same request when it is repeated by that
 * and an id of their own, all others by an id of their own alone.
 */
export const firstRunId = (submissionId: string): string => submissionId;

const isOfRequest = ({ id, run }: Submission): boolean => run?.split(' ')[0] === firstRunId(id);

async function broughtOn(found: Submission, ports: SubmissionPorts): Promise<Submission> {
  if (!isUnfinished(found)) return found;
  // Whoever repeats a request has its key, which is given out again only when the runs before are over.
  const isFree = isOfRequest(found) || found.lease_until <= ports.now().getTime();
  const run = `${firstRunId(found.id)} ${ports.newId()}`;
  try {
    if (isFree) return await continueSubmission(await storeProgress(found, { run }, ports), ports);
  } catch (error) {
    if (!(error instanceof SubmissionTakenOver)) throw error;
  }
  const latest = (await ports.store.find(found.id)) ?? found;
  if (latest.state === 'preparing') throw new SubmissionTakenOver();
  return latest;
}
