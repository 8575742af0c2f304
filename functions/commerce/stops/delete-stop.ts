import { requireVersion } from '#commerce/expected-version.ts';
import { deleteStop } from '#contract/commerce/stops.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findStop, removeStop } from '#store/commerce/stops/stops.ts';

export const handler = commerceEndpoint(deleteStop, ({ parameters, heldBrands, authorize, allowsChange }) =>
  retryOnConflict(async () => {
    const stop = found(await findStop(commerceTable, heldBrands, parameters.id));
    authorize(stop.brand_id);
    requireVersion(stop, allowsChange);
    await removeStop(commerceTable, stop);
    return noContent();
  }),
);
