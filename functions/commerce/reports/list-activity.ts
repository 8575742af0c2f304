import { listActivity } from '#commerce/reports/contract.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { readActivity } from '#store/commerce/activity.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(listActivity, async ({ query }) => {
  const { data, nextCursor } = await readActivity(commerceTable, query);
  return okPage(data, nextCursor);
});
