import { revokeApiKey } from '#contract/commerce/api-keys.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { findRevocableKey } from '#store/commerce/api-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(revokeApiKey, async ({ parameters, heldBrands, authorize, now }) => {
  const apiKey = found(await findRevocableKey(commerceTable, heldBrands, parameters.id));
  authorize(apiKey.brandId);
  await apiKey.revoke(now);
  return noContent();
});
