import { claimAcknowledgmentPage } from '#claims/responses/engine/response-pages.ts';
import { getClaimAcknowledgment } from '#contract/claims/responses/acknowledgments.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(getClaimAcknowledgment, async ({ parameters, query }) => {
  const acknowledgment = await claimAcknowledgmentPage(parameters.id, query);
  if (!acknowledgment) throw new ApiError('not_found');
  return ok(acknowledgment);
});
