import { requireVersion } from '#commerce/expected-version.ts';
import { deleteField } from '#contract/commerce/water-fields.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findField, removeField } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(deleteField, ({ parameters, heldBrands, authorize, allowsChange }) =>
  retryOnConflict(async () => {
    const field = found(await findField(commerceTable, heldBrands, parameters.id));
    authorize(field.brand_id);
    requireVersion(field, allowsChange);
    await removeField(commerceTable, field);
    return noContent();
  }),
);
