import { newBrand } from '#commerce/brand.ts';
import { createBrand } from '#contract/commerce/brands.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { countOwnedBrand } from '#store/commerce/billing/owned-brands.ts';
import { insertBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { newInboxAction } from '#store/commerce/inboxes/inboxes.ts';
import { profileFactActions } from '#store/commerce/onboarding/onboarding.ts';

const { DEFAULT_CURRENCY: currency } = commerceEnvironment.parse(process.env);

export const handler = commerceEndpoint(createBrand, async (call) => {
  const { body, principal, now, newId, recordReply, wakeFor } = call;
  const brand = newBrand(body, principal, { id: newId(), now, currency });
  const reply = created(brand, `/api/v1/brands/${brand.id}`, { version: brand.version });
  const inbox = newInboxAction(brand.id, principal.subject, true, now);
  await retryOnConflict(async () => {
    const counted = await countOwnedBrand(commerceTable, principal.subject, now);
    const others = [inbox, ...profileFactActions(brand), ...counted, ...recordReply(reply)];
    await insertBrand(commerceTable, { brand, gatewayKeys: [] }, principal.subject, others);
  });
  await wakeFor({ kind: 'set-gateway-key', key: brand.id }, now);
  return reply;
});
