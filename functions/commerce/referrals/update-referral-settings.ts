import { requireVersion } from '#commerce/expected-version.ts';
import { updateReferralSettings } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeReferralSettings, findReferralSettings } from '#store/commerce/referrals/settings.ts';

export const handler = commerceEndpoint(
  updateReferralSettings,
  ({ parameters: { brand_id }, body, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = await findReferralSettings(commerceTable, brand_id);
      requireVersion(before, allowsChange);
      const version = before.version + 1;
      const after = { brand_id, ...body, updated_at: now.toISOString(), version };
      await changeReferralSettings(commerceTable, after);
      return ok(after, { version });
    }),
);
