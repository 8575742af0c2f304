import { newBrand } from '#commerce/brand.ts';
import { createBrand } from '#contract/commerce/brands.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { brandGatewayKeys } from '#store/commerce/brand-gateway-keys.ts';
import { insertBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(createBrand, async ({ body, principal, now, newId, recordReply }) => {
  const brand = newBrand(body, principal, { id: newId(), now });
  // The key comes first: a brand without a key could not be called, but a key without a brand grants nothing.
  const gatewayKey = await brandGatewayKeys.ensure(brand.id, brand.plan);
  const reply = created(brand, `/api/v1/brands/${brand.id}`, { version: brand.version });
  const record = { brand, gatewayKey, gatewayPlan: brand.plan };
  await insertBrand(commerceTable, record, principal.subject, recordReply(reply));
  return reply;
});
