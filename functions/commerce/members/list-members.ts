import { listMembers } from '#contract/commerce/members.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readMembers } from '#store/commerce/members/members.ts';

export const handler = commerceEndpoint(listMembers, async ({ query }) => {
  const { data, nextCursor } = await readMembers(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
