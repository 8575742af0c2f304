import { listInvitations } from '#contract/commerce/members.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readInvitations } from '#store/commerce/members/invitations.ts';

export const handler = commerceEndpoint(listInvitations, async ({ query }) => {
  const { data, nextCursor } = await readInvitations(commerceTable, query.brand_id, query);
  return okPage(data, nextCursor);
});
