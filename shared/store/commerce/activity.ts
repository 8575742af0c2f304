import { type Activity, activity as activitySchema, type listActivity } from '#commerce/reports/contract.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { type Item, itemOf, putItem, resourceOf } from '../dynamodb/items.ts';
import { queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../dynamodb/table.ts';
import { activityEventKeys, activityEventPartition, activityKey, activityOf } from './commerce-keys.ts';

/** 400 days: a year to compare with, and the month after it. */
const retentionSeconds = 400 * 24 * 3600;

export const activityAction = (activity: Activity): TransactAction => ({
  Put: { Item: activityItem(activity) },
});

export const insertActivity = (table: Table, activity: Activity): Promise<void> =>
  putItem(table, { Item: activityItem(activity) });

function activityItem(activity: Activity) {
  const { id, brand_id, event, created_at } = activity;
  const keys = {
    ...activityKey(brand_id, id),
    ...activityEventKeys(brand_id, event, id),
    expires_at: Math.floor(Date.parse(created_at) / 1000) + retentionSeconds,
  };
  return itemOf(keys, activity);
}

/** Activity, newest first. Activity of one event comes from the index, which may lag by a moment. */
export function readActivity(
  table: Table,
  query: ValidInput<typeof listActivity>['query'],
): Promise<StoredPage<Activity>> {
  const { brand_id, event, limit, cursor } = query;
  const newestFirst = true;
  const page = { list: ['activity', brand_id, event], limit, cursor };
  if (event === undefined) {
    return queryPage(table, { ...page, range: { ...activityOf(brand_id), newestFirst } }, activityFrom);
  }
  const pk = activityEventPartition(brand_id, event);
  return queryPage(table, { ...page, range: { pk, index: 'gsi1', newestFirst } }, activityFrom);
}

const activityFields = ['id', 'brand_id', 'created_at', 'event', 'data'];
const activityFrom = (item: Item): Activity => activitySchema.parse(resourceOf(item, activityFields));
