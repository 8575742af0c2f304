import { requireVersion } from '#commerce/expected-version.ts';
import { setWaterSettings } from '#contract/commerce/water-use.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeWaterSettings, readWaterSettings } from '#store/commerce/water/water-use.ts';

export const handler = commerceEndpoint(setWaterSettings, ({ body, allowsChange, now }) =>
  retryOnConflict(async () => {
    const before = await readWaterSettings(commerceTable, body.brand_id);
    requireVersion(before, allowsChange);
    const after = { ...body, updated_at: now.toISOString(), version: before.version + 1 };
    await changeWaterSettings(commerceTable, before, after);
    return ok(after, { version: after.version });
  }),
);
