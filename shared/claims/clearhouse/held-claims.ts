import type { ClaimOrigin } from '../claims/claim.ts';
import { isUnfinished, type Submission } from './submission.ts';
import type { SubmissionPorts } from './submission-ports.ts';

/** A submission that holds claims, so that no other submission can take them. */
export interface SubmissionInProgress {
  readonly submission: Submission;
  /** Number of the request's claims that the submission holds. */
  readonly claimCount: number;
}

export interface UnreadyClaim {
  readonly claim_id: string;
  /** Its lane, or `in_progress`, `correction_open` or `unknown`. */
  readonly lane: string;
  /** The submission that holds the claim. */
  readonly submission?: Pick<Submission, 'id' | 'state' | 'created_at' | 'last_error'>;
}

/** Returns the unfinished submissions in a list of reservations (submission ids by claim id); strongly consistent. */
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

/** Returns the reserved claims among these by id, each with the submission that holds it. */
export async function holdersOf(
  claims: readonly ClaimOrigin[],
  ports: SubmissionPorts,
): Promise<ReadonlyMap<string, UnreadyClaim>> {
  const reserved = await ports.store.reservedBy(claims);
  const holding = await submissionsHolding(reserved, ports);
  const known = new Map(holding.map(({ submission }) => [submission.id, submission]));
  return new Map(
    [...reserved].map(([claim_id, id]): [string, UnreadyClaim] => {
      const submission = known.get(id);
      return [claim_id, { claim_id, lane: 'in_progress', ...(submission && { submission }) }];
    }),
  );
}
