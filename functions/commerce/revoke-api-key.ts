import { revokeApiKey } from '#contract/commerce/api-keys.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, noContent } from '#http/endpoint.ts';
import { findApiKey } from '#store/commerce/api-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = endpoint(revokeApiKey, async ({ parameters, heldBrands, authorize, now }) => {
  const apiKey = await findApiKey(commerceTable, heldBrands, parameters.id);
  if (!apiKey) throw new ApiError('not_found');
  authorize(apiKey.brandId);
  await apiKey.revoke(now);
  return noContent();
});
