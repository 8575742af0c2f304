import { ApiError } from '#contract/errors.ts';
import type { SubmissionPorts } from '../clearhouse/submission-ports.ts';
import { submit } from '../clearhouse/submit.ts';
import type { Resubmission } from './contract.ts';

/**
 * Submits an edited claim. The edit is stored by then, so a refusal is part of the result.
 *
 * @param reference names the request, so that a repetition finds its submission
 */
export async function resubmit(
  claimId: string,
  { actor, reference }: { readonly actor: string; readonly reference: string | undefined },
  ports: SubmissionPorts,
): Promise<Resubmission> {
  try {
    const { submissions } = await submit({ kind: 'claims', ids: [claimId], reference }, actor, ports);
    const [submission] = submissions;
    if (submission === undefined) return resubmissionRefused(new ApiError('claims_not_ready'));
    const { id: submission_id, state, last_error } = submission;
    return {
      submission_id,
      state,
      ...(last_error && { code: last_error.code, message: last_error.message }),
    };
  } catch (error) {
    if (error instanceof ApiError) return resubmissionRefused(error);
    throw error;
  }
}

const resubmissionRefused = ({ code, message, details = [] }: ApiError): Resubmission => ({
  code,
  message: details[0]?.message ?? message,
});
