import { remittancePage } from '#claims/responses/engine/response-pages.ts';
import { getRemittance } from '#contract/claims/responses/remittances.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(getRemittance, async ({ parameters, query }) => {
  const remittance = await remittancePage(parameters.id, query);
  if (!remittance) throw new ApiError('not_found');
  return ok(remittance);
});
