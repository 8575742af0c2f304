import { getReferralSettings } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findReferralSettings } from '#store/commerce/referrals/settings.ts';

export const handler = commerceEndpoint(getReferralSettings, async ({ parameters }) => {
  const settings = await findReferralSettings(commerceTable, parameters.brand_id);
  return ok(settings, { version: settings.version });
});
