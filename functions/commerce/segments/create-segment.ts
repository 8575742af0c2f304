import { newSegment } from '#commerce/contacts/segment.ts';
import { createSegment } from '#commerce/segments/contract.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertSegment } from '#store/commerce/contacts/segments.ts';

export const handler = commerceEndpoint(createSegment, async ({ body, now, newId, recordReply }) => {
  const segment = newSegment(body, { id: newId(), now });
  const reply = created(segment, `/api/v1/segments/${segment.id}`, { version: segment.version });
  await insertSegment(commerceTable, segment, recordReply(reply));
  return reply;
});
