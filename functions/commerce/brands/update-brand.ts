import { replaceBrand } from '#commerce/brand.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { hasOrders } from '#commerce/orders/records.ts';
import { updateBrand } from '#contract/commerce/brands.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { changeBrand, findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { onboardingFactAction } from '#store/commerce/onboarding/onboarding.ts';

export const handler = commerceEndpoint(
  updateBrand,
  ({ parameters, body, principal, allowsChange, now, wakeFor }) =>
    retryOnConflict(async () => {
      const record = found(await findBrand(commerceTable, parameters.brand_id));
      requireVersion(record.brand, allowsChange);
      const { currency = record.brand.currency } = body;
      // Figures add up amounts of all orders.
      if (currency !== record.brand.currency && (await hasOrders(record.brand.id)))
        throw new ApiError('currency_in_use');
      const brand = replaceBrand(record.brand, body, principal, now);
      const profile = onboardingFactAction(brand.id, 'brand_profile', brand.updated_at);
      await changeBrand(commerceTable, record, brand, [profile]);
      if (brand.plan !== record.brand.plan) {
        await wakeFor({ kind: 'set-gateway-key', key: brand.id }, now);
      }
      return ok(brand, { version: brand.version });
    }),
);
