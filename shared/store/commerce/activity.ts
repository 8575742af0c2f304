import { PutCommand } from '@aws-sdk/lib-dynamodb';
import {
  type Activity,
  type ActivityEvent,
  activity as activitySchema,
} from '#contract/commerce/activity.ts';
import { type Item, itemOf, resourceOf } from '../dynamodb/items.ts';
import { queryPage, type StoredPage } from '../dynamodb/query-page.ts';
import { send, type Table, type TransactAction } from '../dynamodb/table.ts';
import { activityEventKeys, activityEventPartition, activityKey, activityOf } from './commerce-keys.ts';

/** Activity is kept for 400 days: a year to compare with, and the month after it. */
const retentionSeconds = 400 * 24 * 3600;

/** When an event happened, and the id that its record gets. */
interface Occurrence {
  readonly id: string;
  readonly now: Date;
}

/** The action that stores an analytics event as activity of the brand, for the transaction of the event's cause. */
export const activityAction = (
  brandId: string,
  event: ActivityEvent,
  occurrence: Occurrence,
): TransactAction => ({ Put: { Item: activityItem(brandId, event, occurrence) } });

/** Stores an analytics event by itself, where nothing else is written. */
export async function insertActivity(
  table: Table,
  brandId: string,
  event: ActivityEvent,
  occurrence: Occurrence,
): Promise<void> {
  const Item = activityItem(brandId, event, occurrence);
  await send(table.client.send(new PutCommand({ TableName: table.name, Item })));
}

function activityItem(brandId: string, event: ActivityEvent, { id, now }: Occurrence) {
  const activity: Activity = { id, brand_id: brandId, created_at: now.toISOString(), ...event };
  const keys = {
    ...activityKey(brandId, id),
    ...activityEventKeys(brandId, event.event, id),
    expires_at: Math.floor(now.getTime() / 1000) + retentionSeconds,
  };
  return itemOf(keys, activity);
}

/** Which activity of a brand. */
export interface ActivityQuery {
  readonly brand_id: string;
  readonly event?: ActivityEvent['event'] | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Activity newest first. That of one event comes from the index, which may lag by a moment. */
export function readActivity(table: Table, query: ActivityQuery): Promise<StoredPage<Activity>> {
  const { brand_id, event, limit, cursor } = query;
  const newestFirst = true;
  const page = { list: ['activity', brand_id, event], limit, cursor };
  if (event === undefined) {
    return queryPage(table, { ...page, range: { ...activityOf(brand_id), newestFirst } }, activityFrom);
  }
  const pk = activityEventPartition(brand_id, event);
  return queryPage(table, { ...page, range: { pk, prefix: '', index: 'gsi1', newestFirst } }, activityFrom);
}

const activityFields = ['id', 'brand_id', 'created_at', 'event', 'data'];
const activityFrom = (item: Item): Activity => activitySchema.parse(resourceOf(item, activityFields));
