import { ApiError } from '#contract/errors.ts';
import type { BlockedClaim } from '../file/check-file.ts';
import type { SubmissionInProgress } from '../held-claims.ts';
import { type SubmissionPorts, SubmissionTakenOver } from '../ports.ts';
import type { Submission } from '../submission.ts';
import { submitNamedClaims } from './submit-named-claims.ts';
import { submitReadyClaims } from './submit-ready-claims.ts';

/** The claims to be sent. `reference` is the same for each repetition of a request. */
export type SubmissionRequest = (
  | { readonly kind: 'claims'; readonly ids: readonly string[] }
  | { readonly kind: 'payer'; readonly payerId: string }
) & { readonly reference?: string | undefined };

export interface SubmitResult {
  /** One for each payer, after the resumed ones. */
  readonly submissions: readonly Submission[];
  /** Submissions of earlier runs that this run resumed. */
  readonly resumed: readonly Submission[];
  /** Submissions that hold other ready claims of the payer. */
  readonly inProgress: readonly SubmissionInProgress[];
  /** Claims that were not sent. */
  readonly blocked: readonly BlockedClaim[];
  /** More claims are ready than one call takes. */
  readonly hasMore: boolean;
}

/**
 * Sends claims. Of named claims, all are sent or none; of a payer's ready claims, those without errors. A repeated
 * request returns the submissions of its earlier run and sends the rest. Once a file was sent, claims of other payers
 * that cannot be sent are returned as blocked.
 *
 * @throws ApiError claims_not_ready, payer_not_configured, submission_blocked, validation_failed (too many payers),
 * conflict (another run works on the same submission)
 */
export async function submit(
  request: SubmissionRequest,
  actor: string,
  ports: SubmissionPorts,
): Promise<SubmitResult> {
  try {
    return request.kind === 'claims'
      ? await submitNamedClaims(request, actor, ports)
      : await submitReadyClaims(request, actor, ports);
  } catch (error) {
    throw error instanceof SubmissionTakenOver ? new ApiError('conflict', { cause: error }) : error;
  }
}
