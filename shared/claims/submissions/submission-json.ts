import {
  type BlockedClaimsJson,
  maxBlockedShown,
  type SubmissionInProgressJson,
  type SubmissionJson,
} from '#contract/claims/clearinghouse/clearinghouse.ts';
import type { BlockedClaim } from './file/check-file.ts';
import type { SubmissionInProgress } from './request/in-progress.ts';
import type { Submission } from './submission.ts';

/** A submission as the API shows it: without what only its runs need. */
export function submissionJson(submission: Submission): SubmissionJson {
  const { run, lease_until, object_key, batch_id, uploaded_to, total_charge, ...shown } = submission;
  return { ...shown, total_charge: total_charge / 100 };
}

/** A submission that has claims, for a call that found them held back. */
export const inProgressJson = ({
  submission,
  claimCount,
}: SubmissionInProgress): SubmissionInProgressJson => ({
  submission_id: submission.id,
  payer_id: submission.payer_id,
  state: submission.state,
  since: submission.created_at,
  claim_count: claimCount,
  resumable_at: new Date(Math.max(submission.lease_until, Date.parse(submission.created_at))).toISOString(),
  ...(submission.last_error && { last_error: submission.last_error }),
});

const findingsOfClaim = 5;
const longestMessage = 300;

/** The first of the claims that stayed behind and how many there are: a reply is stored in an item of 400 kB. */
export const blockedJson = (blocked: readonly BlockedClaim[]): BlockedClaimsJson => ({
  blocked: blocked.slice(0, maxBlockedShown).map(({ claim_id, findings }) => ({
    claim_id,
    findings: findings.slice(0, findingsOfClaim).map(({ id, severity, message, loop, segment, element }) => ({
      id,
      severity,
      message: message.slice(0, longestMessage),
      ...(loop !== undefined && { loop }),
      ...(segment !== undefined && { segment }),
      ...(element !== undefined && { element }),
    })),
  })),
  blocked_count: blocked.length,
});
