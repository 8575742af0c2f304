import { listReadings } from '#contract/commerce/water-meters.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readReadings } from '#store/commerce/water/readings.ts';
import { findMeter } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(
  listReadings,
  async ({ parameters, query, heldBrands, authorize }) => {
    const stored = found(await findMeter(commerceTable, heldBrands, parameters.id));
    authorize(stored.meter.brand_id);
    const { data, nextCursor } = await readReadings(commerceTable, stored, query);
    return okPage(data, nextCursor);
  },
);
