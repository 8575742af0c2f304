import type { SubmissionPorts } from '../ports.ts';
import { isTimeUp } from '../run/continue-submission.ts';
import { resumeSubmissions } from '../run/resume-submissions.ts';
import { isUnfinished, type Submission } from '../submission.ts';

/** A submission that has claims which could be sent otherwise. */
export interface SubmissionInProgress {
  readonly submission: Submission;
  /** Claims of this request that it has. */
  readonly claimCount: number;
}

/**
 * Resumes submissions that no run is working on any more, because their run was killed or their transport failed. A
 * request does not wait for the schedule to do so. The first transport that fails ends this: the others would fail at
 * the same server.
 *
 * @returns those that this call has brought further, and have sent claims or still will
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

/** Submissions that have some of these claims now, by the claims' reservations; strongly consistent. */
export async function submissionsHolding(
  reserved: ReadonlyMap<string, string>,
  { store }: SubmissionPorts,
): Promise<readonly SubmissionInProgress[]> {
  const counts = new Map<string, number>();
  for (const id of reserved.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
  const found: SubmissionInProgress[] = [];
  for (const [id, claimCount] of counts) {
    const submission = await store.find(id);
    if (submission !== undefined && isUnfinished(submission)) found.push({ submission, claimCount });
  }
  return found;
}
