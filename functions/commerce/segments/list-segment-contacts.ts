import { shownContact } from '#commerce/contacts/contact.ts';
import { listSegmentContacts } from '#commerce/segments/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findSegment, readSegmentContacts } from '#store/commerce/contacts/segments.ts';

export const handler = commerceEndpoint(
  listSegmentContacts,
  async ({ parameters, query, heldBrands, authorize, now }) => {
    const segment = found(await findSegment(commerceTable, heldBrands, parameters.id));
    authorize(segment.brand_id);
    const { data, nextCursor } = await readSegmentContacts(commerceTable, segment, query, now);
    return okPage(data.map(shownContact), nextCursor);
  },
);
