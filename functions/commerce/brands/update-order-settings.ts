import { requireVersion } from '#commerce/expected-version.ts';
import { updateOrderSettings } from '#commerce/orders/contract.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeOrderSettings, readOrderSettings } from '#store/commerce/orders/order-settings.ts';

export const handler = commerceEndpoint(updateOrderSettings, ({ parameters, body, allowsChange, now }) =>
  retryOnConflict(async () => {
    const before = await readOrderSettings(commerceTable, parameters.brand_id);
    requireVersion(before, allowsChange);
    const after = await changeOrderSettings(commerceTable, before, body, now);
    return ok(after, { version: after.version });
  }),
);
