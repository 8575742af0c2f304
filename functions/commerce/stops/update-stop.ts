import { requireVersion } from '#commerce/expected-version.ts';
import { replaceStop } from '#commerce/stops/stop.ts';
import { updateStop } from '#contract/commerce/stops.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeStop, findStop } from '#store/commerce/stops/stops.ts';

export const handler = commerceEndpoint(
  updateStop,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const stop = found(await findStop(commerceTable, heldBrands, parameters.id));
      authorize(stop.brand_id);
      requireVersion(stop, allowsChange);
      const replaced = replaceStop(stop, body, now);
      await changeStop(commerceTable, stop, replaced);
      return ok(replaced, { version: replaced.version });
    }),
);
