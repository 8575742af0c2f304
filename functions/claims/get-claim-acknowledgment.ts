import { getClaimAcknowledgment } from '#contract/claims/acknowledgments.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { statusDetail } from '#http/stored-answers.ts';

export const handler = endpoint(getClaimAcknowledgment, async ({ parameters, query }) => {
  const acknowledgment = await statusDetail(parameters.id, query);
  if (!acknowledgment) throw new ApiError('not_found');
  return ok(acknowledgment);
});
