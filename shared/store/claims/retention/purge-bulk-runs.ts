import type { BulkRun } from '#claims/bulk/bulk-run.ts';
import { type PurgeOutcome, purgedEntry } from '#claims/retention/purge.ts';
import { recordOf } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { bulkRunKey, bulkRunsPartition } from '../keys/bulk-keys.ts';
import { expired, type PurgeContext, removeRecord } from './purge-context.ts';

/** Finished bulk runs: their filters and corrections may name members and diagnoses. */
export async function* purgeBulkRuns(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: bulkRunsPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const { id, finished_at } = recordOf<BulkRun>(item);
    if (kept.names.everything || finished_at === null || finished_at >= purge.cutoff) {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) {
      await removeRecord(context, bulkRunKey(id), [], [purgedEntry(purge, 'bulk_run', id)]);
    }
    yield 'purged';
  }
}
