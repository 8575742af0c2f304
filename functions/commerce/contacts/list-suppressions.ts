import { listSuppressions } from '#commerce/contacts/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findSuppressions, readSuppressions } from '#store/commerce/contacts/suppressions.ts';

export const handler = commerceEndpoint(listSuppressions, async ({ query }) => {
  const { brand_id, email, phone } = query;
  if (email !== undefined || phone !== undefined) {
    return okPage(await findSuppressions(commerceTable, brand_id, { email, phone }), null);
  }
  const { data, nextCursor } = await readSuppressions(commerceTable, brand_id, query);
  return okPage(data, nextCursor);
});
