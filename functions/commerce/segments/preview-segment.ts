import { shownContact } from '#commerce/contacts/contact.ts';
import { previewSegment } from '#commerce/segments/contract.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { countSegment } from '#store/commerce/contacts/segments.ts';

export const handler = commerceEndpoint(previewSegment, async ({ body, now }) => {
  const { brand_id: brandId, filter, cursor } = body;
  const counts = await countSegment(commerceTable, { brandId, filter, cursor }, now);
  const { examined, matched, reachable, sample, nextCursor } = counts;
  return ok({
    examined,
    matched,
    reachable,
    sample: sample.map(shownContact),
    next_cursor: nextCursor,
  });
});
