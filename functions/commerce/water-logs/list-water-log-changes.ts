import { listWaterLogChanges } from '#contract/commerce/water-logs.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { brandOfWaterLog, readWaterLogChanges } from '#store/commerce/water/log-changes.ts';

export const handler = commerceEndpoint(
  listWaterLogChanges,
  async ({ parameters: { id }, query, heldBrands, authorize }) => {
    const brandId = found(await brandOfWaterLog(commerceTable, heldBrands, id));
    authorize(brandId);
    const { data, nextCursor } = await readWaterLogChanges(commerceTable, brandId, id, query);
    return okPage(data, nextCursor);
  },
);
