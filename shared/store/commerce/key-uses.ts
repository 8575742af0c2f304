import { ConditionFailed } from '#persistence/conflict.ts';
import { updateItem } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { keyUseKey } from './commerce-keys.ts';

const hour = 3_600_000;

/** Keys that are remembered; the oldest is forgotten first. */
const maxRemembered = 10_000;

/**
 * Records the use of API keys, at most once an hour for each key. The time of the last write is remembered, so a busy key
 * costs each instance of the authorizer one write in an hour, which a condition refuses if another instance was earlier.
 */
export function keyUses(table: Table, onLost: (error: unknown) => void) {
  const written = new Map<string, number>();
  return async ({ id, brand_id }: { readonly id: string; readonly brand_id: string }, now: Date) => {
    if (now.getTime() - (written.get(id) ?? 0) < hour) return;
    if (written.size >= maxRemembered) written.delete(written.keys().next().value ?? '');
    written.set(id, now.getTime());
    const write = updateItem(table, keyUseKey(brand_id, id), {
      UpdateExpression: 'SET last_used_at = :now',
      ConditionExpression: 'attribute_not_exists(pk) OR last_used_at <= :earlier',
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':earlier': new Date(now.getTime() - hour).toISOString(),
      },
    });
    await write.catch((error: unknown) => {
      // The use of a key must not fail because it cannot be recorded.
      if (!(error instanceof ConditionFailed)) onLost(error);
    });
  };
}
