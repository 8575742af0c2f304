import { getContactImport } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findImport, shownImport } from '#store/commerce/contacts/imports.ts';

export const handler = commerceEndpoint(getContactImport, async ({ parameters, heldBrands, authorize }) => {
  const stored = found(await findImport(commerceTable, heldBrands, parameters.id));
  authorize(stored.brand_id);
  return ok(shownImport(stored));
});
