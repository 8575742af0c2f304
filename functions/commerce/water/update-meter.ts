import { requireVersion } from '#commerce/expected-version.ts';
import { replaceMeter } from '#commerce/water/records.ts';
import { updateMeter } from '#contract/commerce/water-meters.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeMeter, findMeter } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(
  updateMeter,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findMeter(commerceTable, heldBrands, parameters.id));
      authorize(before.meter.brand_id);
      requireVersion(before.meter, allowsChange);
      const hasReadings = before.readingsVersion > 0;
      const after = replaceMeter(before.meter, body, { hasReadings, now });
      await changeMeter(commerceTable, before, after);
      return ok(after, { version: after.version });
    }),
);
