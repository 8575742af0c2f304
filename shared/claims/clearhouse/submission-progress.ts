import { leaseEnd } from '#persistence/lease.ts';
import type { Submission, SubmissionError } from './submission.ts';
import type { SubmissionPorts } from './submission-ports.ts';

/** Stores the next state and renews the lease of the run. @throws SubmissionTakenOver */
export async function storeProgress(
  before: Submission,
  patch: Partial<Submission>,
  { store, now }: SubmissionPorts,
): Promise<Submission> {
  const after = { ...before, lease_until: leaseEnd(now()).getTime(), ...patch };
  await store.update(before, after);
  return after;
}

/** Stores the cause of a failure and ends the lease, so that the next run may try at once. */
export async function storeFailure(
  submission: Submission,
  { code, message }: Pick<SubmissionError, 'code' | 'message'>,
  ports: SubmissionPorts,
): Promise<Submission> {
  const last_error = { code, message, at: ports.now().toISOString() };
  return storeProgress(submission, { attempts: submission.attempts + 1, last_error, lease_until: 0 }, ports);
}

/** Gives up a submission that has sent nothing, which releases its claims. */
export const abandonSubmission = (submission: Submission, ports: SubmissionPorts): Promise<Submission> =>
  storeProgress(submission, { state: 'abandoned', finished_at: ports.now().toISOString() }, ports);

export const isTimeUp = ({ now, until = Number.POSITIVE_INFINITY, lease }: SubmissionPorts) =>
  now().getTime() > until || lease?.isHeld === false;
