import { requireVersion } from '#commerce/expected-version.ts';
import { correctReading as corrected } from '#commerce/water/records.ts';
import { correctReading } from '#contract/commerce/water-meters.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findReading, storeReading } from '#store/commerce/water/readings.ts';
import { findMeter } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(
  correctReading,
  ({ parameters: { id, reading_id }, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const stored = found(await findMeter(commerceTable, heldBrands, id));
      authorize(stored.meter.brand_id);
      const earlier = found(await findReading(commerceTable, stored, reading_id));
      requireVersion(earlier, allowsChange);
      const reading = corrected(earlier, body, now);
      const shown = await storeReading(commerceTable, { stored, earlier, reading, others: () => [] });
      return ok(shown, { version: shown.version });
    }),
);
