import { requireVersion } from '#commerce/expected-version.ts';
import { requireOpenSeason } from '#commerce/water/season.ts';
import { replaceWaterLog } from '#commerce/water-log.ts';
import { updateWaterLog } from '#contract/commerce/water-logs.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeWaterLog } from '#store/commerce/water/log-changes.ts';
import { currentSeason } from '#store/commerce/water/water-use.ts';
import { findWaterLog } from '#store/commerce/water-logs.ts';

export const handler = commerceEndpoint(
  updateWaterLog,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findWaterLog(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const after = replaceWaterLog(before, body, now);
      const { season } = await currentSeason(commerceTable, before.brand_id, now);
      requireOpenSeason(season, before.logged_at, after.logged_at);
      await changeWaterLog(commerceTable, before, after, { reason: body.reason, now });
      return ok(after, { version: after.version });
    }),
);
