import { requireVersion } from '#commerce/expected-version.ts';
import { deleteSegment } from '#commerce/segments/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, noContent } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findSegment, removeSegment } from '#store/commerce/contacts/segments.ts';

export const handler = commerceEndpoint(
  deleteSegment,
  ({ parameters, heldBrands, authorize, allowsChange }) =>
    retryOnConflict(async () => {
      const segment = found(await findSegment(commerceTable, heldBrands, parameters.id));
      authorize(segment.brand_id);
      requireVersion(segment, allowsChange);
      await removeSegment(commerceTable, segment);
      return noContent();
    }),
);
