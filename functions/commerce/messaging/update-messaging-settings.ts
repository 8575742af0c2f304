import { requireVersion } from '#commerce/expected-version.ts';
import { updateMessagingSettings } from '#commerce/messages/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findBrand } from '#store/commerce/brands.ts';
import {
  changeMessagingSettings,
  readMessagingSettings,
} from '#store/commerce/campaigns/messaging-settings.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(updateMessagingSettings, ({ parameters, body, allowsChange, now }) =>
  retryOnConflict(async () => {
    const { brand } = found(await findBrand(commerceTable, parameters.brand_id));
    const before = await readMessagingSettings(commerceTable, brand.id);
    requireVersion(before, allowsChange);
    const after = await changeMessagingSettings(commerceTable, before, body, now);
    return ok(after, { version: after.version });
  }),
);
