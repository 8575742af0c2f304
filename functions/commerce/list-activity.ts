import { listActivity } from '#contract/commerce/activity.ts';
import { endpoint, page } from '#http/endpoint.ts';
import { listActivity as readActivity } from '#store/commerce/activity.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = endpoint(listActivity, async ({ query }) => {
  const { data, nextCursor } = await readActivity(commerceTable, query);
  return page(data, nextCursor);
});
