import { getSegment } from '#commerce/segments/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findSegment } from '#store/commerce/contacts/segments.ts';

export const handler = commerceEndpoint(getSegment, async ({ parameters, heldBrands, authorize }) => {
  const segment = found(await findSegment(commerceTable, heldBrands, parameters.id));
  authorize(segment.brand_id);
  return ok(segment, { version: segment.version });
});
