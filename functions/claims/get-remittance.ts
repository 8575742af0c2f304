import { getRemittance } from '#contract/claims/remittances.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { remittanceDetail } from '#http/stored-answers.ts';

export const handler = endpoint(getRemittance, async ({ parameters, query }) => {
  const remittance = await remittanceDetail(parameters.id, query);
  if (!remittance) throw new ApiError('not_found');
  return ok(remittance);
});
