import { isSameEntry, newWaterLog } from '#commerce/water-log.ts';
import { type BatchResult, offlineEntry } from '#contract/commerce/water-logs.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { waterLogIdKey } from '../commerce-keys.ts';
import { recordOnboardingFact } from '../onboarding/onboarding.ts';
import { findWaterLog, insertWaterLog } from '../water-logs.ts';

const entriesAtOnce = 8;

/**
 * Stores entries one by one under the ids that their device gave them. An entry that is stored already is not stored again, so
 * a batch that was cut off is safe to send again.
 */
export async function storeBatch(
  table: Table,
  brandId: string,
  items: readonly unknown[],
  now: Date,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting)
      results[index] = await storeEntry(table, brandId, { index, item, now });
  };
  await Promise.all(Array.from({ length: Math.min(entriesAtOnce, items.length) }, worker));
  // Devices make the ids, so their order does not show which entry was first.
  if (results.some(({ status }) => status === 'created'))
    await recordOnboardingFact(table, brandId, 'first_water_log', now.toISOString());
  return results;
}

async function storeEntry(
  table: Table,
  brand_id: string,
  { index, item, now }: { readonly index: number; readonly item: unknown; readonly now: Date },
): Promise<BatchResult> {
  const { data: entry, error } = offlineEntry.safeParse(item);
  if (entry === undefined) {
    const details = (error?.issues ?? []).slice(0, 20).map(({ path, message, code }) => ({
      path: ['body', 'items', index, ...path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
      message,
      code,
    }));
    return { index, status: 'invalid', details };
  }
  const { id, ...members } = entry;
  try {
    await insertWaterLog(table, newWaterLog({ brand_id, ...members }, { id, now }), []);
    return { index, id, status: 'created' };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  const stored = await findWaterLog(table, [brand_id], id);
  // An entry that was edited since may have been the one that the device sends again.
  const isStored = stored !== undefined && (stored.version > 1 || isSameEntry(stored, entry));
  if (stored !== undefined) return { index, id, status: isStored ? 'exists' : 'conflict' };
  const isDeleted = (await getItem(table, waterLogIdKey(brand_id, id)))?.['deleted_at'] !== undefined;
  return { index, id, status: isDeleted ? 'deleted' : 'conflict' };
}
