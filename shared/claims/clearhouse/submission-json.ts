import { type CsvColumns, membersOf } from '#contract/csv.ts';
import type { BlockedClaim } from './check-file.ts';
import {
  type BlockedClaimsJson,
  maxBlockedShown,
  type SubmissionInProgressJson,
  type SubmissionJson,
} from './contract.ts';
import type { SubmissionInProgress } from './held-claims.ts';
import type { Submission } from './submission.ts';

/** Returns a submission as the API shows it, without the fields that only its runs use. */
export function submissionJson(submission: Submission): SubmissionJson {
  const { run, lease_until, object_key, batch_id, billing_npis, uploaded_to, total_charge, ...shown } =
    submission;
  return { ...shown, total_charge: total_charge / 100 };
}

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

const maxFindingsShown = 5;
const maxMessageLength = 300;

/** Returns the first blocked claims and the number of all, because a reply is stored in an item of 400 kB. */
export const blockedJson = (blocked: readonly BlockedClaim[]): BlockedClaimsJson => ({
  blocked: blocked.slice(0, maxBlockedShown).map(({ claim_id, findings }) => ({
    claim_id,
    findings: findings
      .slice(0, maxFindingsShown)
      .map(({ id, severity, message, loop, segment, element }) => ({
        id,
        severity,
        message: message.slice(0, maxMessageLength),
        ...(loop !== undefined && { loop }),
        ...(segment !== undefined && { segment }),
        ...(element !== undefined && { element }),
      })),
  })),
  blocked_count: blocked.length,
});

export const submissionsCsv: CsvColumns<SubmissionJson> = {
  name: 'submissions',
  columns: [
    ...membersOf<SubmissionJson>(
      'id',
      'state',
      'payer_id',
      'file_name',
      'transport',
      'interchange_control_number',
      'group_control_number',
      'claim_count',
      'recorded_count',
      'total_charge',
      'created_at',
      'created_by',
      'sent_at',
      'finished_at',
      'attempts',
    ),
    ['last_error', ({ last_error }) => last_error?.code],
  ],
};
