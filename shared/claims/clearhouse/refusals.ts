import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { Claim } from '../claims/claim.ts';
import type { BlockedClaim, BlockingFinding } from './check-file.ts';
import type { UnreadyClaim } from './held-claims.ts';

/** Maximum details of one error. */
const maxDetails = 200;

export function submissionBlocked(blocked: readonly BlockedClaim[]): ApiError {
  const details = blocked.flatMap(({ claim_id, findings }) =>
    findings.map(({ id, message }): ErrorDetail => ({ path: ['claims', claim_id], message, code: id })),
  );
  return new ApiError('submission_blocked', { details: details.slice(0, maxDetails) });
}

export function claimsNotReady(claims: readonly UnreadyClaim[]): ApiError {
  const details = claims.map(
    (unready): ErrorDetail => ({
      path: ['claims', unready.claim_id],
      message: messageOf(unready),
      code: unready.lane,
      ...(unready.submission && {
        submission_id: unready.submission.id,
        since: unready.submission.created_at,
      }),
    }),
  );
  return new ApiError('claims_not_ready', { details: details.slice(0, maxDetails) });
}

export const tooManyPayers = (max: number): ApiError =>
  new ApiError('validation_failed', {
    details: [
      {
        path: ['body', 'claim_ids'],
        message: `Claims must have at most ${max} payers; send several requests`,
        code: 'too_many_payers',
      },
    ],
  });

/** A claim that stays behind after other claims of the request were sent. */
export const blockedAsNotReady = (unready: UnreadyClaim): BlockedClaim =>
  blocked(unready.claim_id, 'claims_not_ready', messageOf(unready));

export const blockedWithoutConfig = (claim_id: string): BlockedClaim =>
  blocked(claim_id, 'payer_not_configured', new ApiError('payer_not_configured').message);

/** All claims of a payer: the faulty ones, and the others that stay behind because of them. */
export function blockedTogether(
  claims: readonly Claim[],
  faulty: readonly BlockedClaim[],
): readonly BlockedClaim[] {
  const ids = new Set(faulty.map(({ claim_id }) => claim_id));
  const others = claims.filter(({ id }) => !ids.has(id));
  return [
    ...faulty,
    ...others.map(({ id }) =>
      blocked(id, 'held_back', 'Other claims of this payer block the file; fix them first'),
    ),
  ];
}

function blocked(claim_id: string, id: string, message: string): BlockedClaim {
  const finding: BlockingFinding = { id, severity: 'error', message };
  return { claim_id, findings: [finding] };
}

function messageOf({ lane, submission }: UnreadyClaim): string {
  if (lane === 'unknown') return 'Claim does not exist';
  if (lane === 'correction_open') return 'Another correction or void of the same claim is open';
  if (submission === undefined) {
    return lane === 'in_progress' ? 'Another submission holds the claim' : `Claim is in lane ${lane}`;
  }
  const { id, state, created_at, last_error } = submission;
  const cause = last_error === undefined ? '' : `; its last attempt failed: ${last_error.message}`;
  return `Submission ${id} (${state}) has held the claim since ${created_at}${cause}`;
}
