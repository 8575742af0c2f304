import { type WorkMessage, workMessage } from '#contract/commerce/work.ts';
import { isWritten } from '#persistence/conflict.ts';
import { updateItem } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { duePartitions, workKey } from './work-keys.ts';

/** Work as the index shows it. The index may lag, so the lease decides whether the work is due. */
export interface FoundWork extends WorkMessage {
  /** The time from which a run may take the work: when it is due, and no earlier run has its lease. */
  readonly free: Date;
  /** The time under which the index has the work: its due time, the end of a lease, or the end of a wait for a worker. */
  readonly foundAt: string;
}

/** All work that the index has up to this time, shard by shard, earliest first. */
export async function* findDueWork(table: Table, until: Date): AsyncGenerator<FoundWork> {
  for (const pk of duePartitions) {
    const range = { pk, prefix: '', index: 'gsi2', to: `${until.toISOString()}~` } as const;
    for await (const item of queryItems(table, range, { pageSize: 100 })) {
      const { data } = workMessage.safeParse({ kind: item['kind'], key: item['work_key'] });
      // Work of a newer version during a deployment waits for its worker.
      if (data === undefined) continue;
      const times = [item['due'], item['lease_until']].filter((time) => typeof time === 'string');
      yield { ...data, free: new Date(times.toSorted().at(-1) ?? 0), foundAt: String(item['gsi2sk']) };
    }
  }
}

/** Hides work in the index until a time, because its message is in the queue of its worker. */
export async function hideWork(table: Table, { kind, key, foundAt }: FoundWork, until: Date): Promise<void> {
  const hidden = updateItem(table, workKey(kind, key), {
    UpdateExpression: 'SET gsi2sk = :until',
    ConditionExpression: 'attribute_exists(gsi2pk) AND gsi2sk = :found',
    ExpressionAttributeValues: { ':until': until.toISOString(), ':found': foundAt },
  });
  // Not written: a worker has taken it, or it was scheduled again.
  await isWritten(hidden);
}
