import { requireVersion } from '#commerce/expected-version.ts';
import { replaceField } from '#commerce/water/records.ts';
import { updateField } from '#contract/commerce/water-fields.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeField, findField } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(
  updateField,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findField(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const after = replaceField(before, body, now);
      await changeField(commerceTable, before, after);
      return ok(after, { version: after.version });
    }),
);
