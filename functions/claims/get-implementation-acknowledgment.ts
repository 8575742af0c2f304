import { getImplementationAcknowledgment } from '#contract/claims/acknowledgments.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { envelopeDetail } from '#http/stored-answers.ts';

export const handler = endpoint(getImplementationAcknowledgment, async ({ parameters, query }) => {
  const acknowledgment = await envelopeDetail(parameters.id, query);
  if (!acknowledgment) throw new ApiError('not_found');
  return ok(acknowledgment);
});
