import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { ActivityEvent } from '#contract/commerce/activity.ts';
import { send, type Table } from './table.ts';

/** Activity is kept for this long, seconds. */
const retentionSeconds = 400 * 24 * 3600;

/** Stores one event as activity of the brand. `id` is a UUIDv7: it orders the list. */
export async function putActivity(
  table: Table,
  brandId: string,
  event: ActivityEvent,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<void> {
  await send(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: {
          pk: `ACTIVITY#${brandId}`,
          sk: id,
          id,
          brand_id: brandId,
          created_at: now.toISOString(),
          ...event,
          expires_at: Math.floor(now.getTime() / 1000) + retentionSeconds,
        },
      }),
    ),
  );
}
