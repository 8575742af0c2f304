import { replaceSegment } from '#commerce/contacts/segment.ts';
import { requireVersion } from '#commerce/expected-version.ts';
import { updateSegment } from '#commerce/segments/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { changeSegment, findSegment } from '#store/commerce/contacts/segments.ts';

export const handler = commerceEndpoint(
  updateSegment,
  ({ parameters, body, heldBrands, authorize, allowsChange, now }) =>
    retryOnConflict(async () => {
      const before = found(await findSegment(commerceTable, heldBrands, parameters.id));
      authorize(before.brand_id);
      requireVersion(before, allowsChange);
      const segment = replaceSegment(before, body, now);
      await changeSegment(commerceTable, before, segment);
      return ok(segment, { version: segment.version });
    }),
);
