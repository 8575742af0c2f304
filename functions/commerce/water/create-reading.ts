import { newReading } from '#commerce/water/records.ts';
import { createReading } from '#contract/commerce/water-meters.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { storeReading } from '#store/commerce/water/readings.ts';
import { findMeter } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(
  createReading,
  ({ parameters, body, heldBrands, authorize, now, newId, recordReply }) =>
    retryOnConflict(async () => {
      const stored = found(await findMeter(commerceTable, heldBrands, parameters.id));
      authorize(stored.meter.brand_id);
      const reading = newReading(stored.meter, body, { id: newId(), now });
      const replyTo = (shown: unknown) => created(shown, undefined, { version: reading.version });
      return replyTo(
        await storeReading(commerceTable, {
          stored,
          reading,
          others: (shown) => recordReply(replyTo(shown)),
        }),
      );
    }),
);
