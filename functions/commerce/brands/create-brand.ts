import { newBrand } from '#commerce/brand.ts';
import { createBrand } from '#contract/commerce/brands.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { countOwnedBrand } from '#store/commerce/billing/owned-brands.ts';
import { brandGatewayKeys } from '#store/commerce/brand-gateway-keys.ts';
import { insertBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { newInboxAction } from '#store/commerce/inboxes/inboxes.ts';
import { profileFactActions } from '#store/commerce/onboarding/onboarding.ts';

const { DEFAULT_CURRENCY: currency } = commerceEnvironment.parse(process.env);

export const handler = commerceEndpoint(createBrand, async ({ body, principal, now, newId, recordReply }) => {
  const brand = newBrand(body, principal, { id: newId(), now, currency });
  // The key comes first: a brand without a key could not be called, but a key without a brand grants nothing.
  const gatewayKey = await brandGatewayKeys.ensure(brand.id, brand.plan);
  const reply = created(brand, `/api/v1/brands/${brand.id}`, { version: brand.version });
  const record = { brand, gatewayKey, gatewayPlan: brand.plan };
  const inbox = newInboxAction(brand.id, principal.subject, true, now);
  await retryOnConflict(async () => {
    const counted = await countOwnedBrand(commerceTable, principal.subject, now);
    const others = [inbox, ...profileFactActions(brand), ...counted, ...recordReply(reply)];
    await insertBrand(commerceTable, record, principal.subject, others);
  });
  return reply;
});
