import { requireVersion } from '#commerce/expected-version.ts';
import { requireOpenSeason } from '#commerce/water/season.ts';
import { deleteWaterLog } from '#contract/commerce/water-logs.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { removeWaterLog } from '#store/commerce/water/log-changes.ts';
import { currentSeason } from '#store/commerce/water/water-use.ts';
import { findWaterLog } from '#store/commerce/water-logs.ts';

export const handler = commerceEndpoint(
  deleteWaterLog,
  ({ parameters, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findWaterLog(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const { season } = await currentSeason(commerceTable, before.brand_id, now);
      requireOpenSeason(season, before.logged_at);
      await removeWaterLog(commerceTable, before, { now });
      return noContent();
    }),
);
