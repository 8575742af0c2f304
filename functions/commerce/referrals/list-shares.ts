import { listShares } from '#commerce/referrals/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { linkOf, readLinks } from '#store/commerce/referrals/links.ts';

export const handler = commerceEndpoint(listShares, async ({ query, addressOf }) => {
  const { data, nextCursor } = await readLinks(commerceTable, query);
  return okPage(
    data.map((link) => linkOf(link, addressOf)),
    nextCursor,
  );
});
