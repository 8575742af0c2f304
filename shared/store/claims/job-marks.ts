import { isWritten } from '#persistence/conflict.ts';
import { type ItemKey, updateItem } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';

/** The item that marks when a scheduled job ran. */
export const jobMarkKey = (name: string): ItemKey => ({ pk: `JOB#${name}`, sk: 'MARK' });

/** Five minutes in milliseconds; a little less, because schedules are not exact. */
const interval = 290_000;

/** Begins a job that runs every five minutes; false if the last one began less than five minutes ago. */
export const beginJob = (table: Table, name: string, now: Date): Promise<boolean> =>
  isWritten(
    updateItem(table, jobMarkKey(name), {
      UpdateExpression: 'SET began_at = :now',
      ConditionExpression: 'attribute_not_exists(began_at) OR began_at <= :earlier',
      ExpressionAttributeValues: { ':now': now.getTime(), ':earlier': now.getTime() - interval },
    }),
  );
