import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { BlockedClaim, BlockingFinding } from '../file/check-file.ts';
import type { Submission } from '../submission.ts';

/** A claim that cannot be sent; `lane` is also `in_progress`, `correction_open` or `unknown`. */
export interface UnreadyClaim {
  readonly claim_id: string;
  readonly lane: string;
  /** The submission that has the claim now. */
  readonly submission?: Pick<Submission, 'id' | 'state' | 'created_at' | 'last_error'>;
}

/** Details of one error answer; the rest of the faults shows when these are mended. */
const mostDetails = 200;

export function submissionBlocked(blocked: readonly BlockedClaim[]): ApiError {
  const details = blocked.flatMap(({ claim_id, findings }) =>
    findings.map(({ id, message }): ErrorDetail => ({ path: ['claims', claim_id], message, code: id })),
  );
  return new ApiError('submission_blocked', { details: details.slice(0, mostDetails) });
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
  return new ApiError('claims_not_ready', { details: details.slice(0, mostDetails) });
}

export const tooManyPayers = (most: number): ApiError =>
  new ApiError('validation_failed', {
    details: [
      {
        path: ['body', 'claim_ids'],
        message: `The claims are of more than ${most} payers`,
        code: 'too_many_payers',
      },
    ],
  });

/** Claims that stay behind when others of the request have gone out already. */
export const blockedAsNotReady = (unready: UnreadyClaim): BlockedClaim => ({
  claim_id: unready.claim_id,
  findings: [fault('claims_not_ready', messageOf(unready))],
});

export const blockedWithoutConfig = (claim_id: string): BlockedClaim => ({
  claim_id,
  findings: [fault('payer_not_configured', payerNotConfigured().message)],
});

export const blockedByOthers = (claim_id: string): BlockedClaim => ({
  claim_id,
  findings: [fault('held_back', 'Other claims of this payer keep the file from being sent')],
});

export const payerNotConfigured = (): ApiError => new ApiError('payer_not_configured');

const fault = (id: string, message: string): BlockingFinding => ({ id, severity: 'error', message });

function messageOf({ lane, submission }: UnreadyClaim): string {
  if (lane === 'unknown') return 'There is no such claim';
  if (lane === 'correction_open') return 'Another correction or void of the same claim is open';
  if (submission === undefined) return `The claim is ${lane}`;
  const { id, state, created_at, last_error } = submission;
  const cause = last_error === undefined ? '' : `; its last attempt failed: ${last_error.message}`;
  return `Submission ${id} (${state}) has the claim since ${created_at}${cause}`;
}
