import { ApiError } from '#contract/errors.ts';
import { type SubmissionPorts, SubmissionTakenOver } from '../ports.ts';
import type { SubmissionRequest, SubmitResult } from './submission-request.ts';
import { submitNamedClaims } from './submit-named-claims.ts';
import { submitReadyClaims } from './submit-ready-claims.ts';

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
