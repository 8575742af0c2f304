import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { Blocked, BlockingFinding } from './check-file.ts';

/** A claim that cannot be sent; `lane` is also `being_submitted`, `correction_open` or `unknown`. */
export interface UnreadyClaim {
  readonly claim_id: string;
  readonly lane: string;
}

/** Details of one error answer; the rest of the faults shows when these are mended. */
const mostDetails = 200;

export function submissionBlocked(blocked: readonly Blocked[]): ApiError {
  const details = blocked.flatMap(({ claim_id, findings }) =>
    findings.map(({ id, message }): ErrorDetail => ({ path: ['claims', claim_id], message, code: id })),
  );
  return new ApiError('submission_blocked', { details: details.slice(0, mostDetails) });
}

export function claimsNotReady(claims: readonly UnreadyClaim[]): ApiError {
  const details = claims.map(
    ({ claim_id, lane }): ErrorDetail => ({
      path: ['claims', claim_id],
      message: messageOf(lane),
      code: lane,
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
export const notReady = ({ claim_id, lane }: UnreadyClaim): Blocked => ({
  claim_id,
  findings: [fault('claims_not_ready', messageOf(lane))],
});

export const withoutConfig = (claim_id: string): Blocked => ({
  claim_id,
  findings: [fault('payer_not_configured', payerNotConfigured().message)],
});

export const heldBack = (claim_id: string): Blocked => ({
  claim_id,
  findings: [fault('held_back', 'Other claims of this payer keep the file from being sent')],
});

export const payerNotConfigured = (): ApiError => new ApiError('payer_not_configured');

const fault = (id: string, message: string): BlockingFinding => ({ id, severity: 'error', message });

function messageOf(lane: string): string {
  if (lane === 'unknown') return 'There is no such claim';
  if (lane === 'correction_open') return 'Another correction or void of the same claim is open';
  return `The claim is ${lane}`;
}
