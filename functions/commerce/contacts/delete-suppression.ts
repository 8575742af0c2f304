import { deleteSuppression } from '#commerce/contacts/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findSuppression, liftAction } from '#store/commerce/contacts/suppressions.ts';
import { transact } from '#store/dynamodb/table.ts';

export const handler = commerceEndpoint(deleteSuppression, async ({ parameters, heldBrands, authorize }) => {
  const suppression = found(await findSuppression(commerceTable, heldBrands, parameters.id));
  authorize(suppression.brand_id);
  await transact(commerceTable, [liftAction(suppression.brand_id, suppression.id)]);
  return noContent();
});
