import { recordOnboardingFact } from '#commerce/onboarding/records.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type BatchResult, offlineEntry } from './contract.ts';
import { insertLog, isSameEntry, newWaterLog, waterLogPointers, waterLogs } from './records.ts';

const entriesAtOnce = 8;

/**
 * Stores entries one by one under the ids that their device gave them. An entry that is stored already is not stored again, so
 * a batch that was cut off is safe to send again.
 */
export async function storeBatch(
  brand_id: string,
  items: readonly unknown[],
  now: Date,
): Promise<readonly BatchResult[]> {
  const results: BatchResult[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await storeEntry(brand_id, { index, item, now });
  };
  await Promise.all(Array.from({ length: Math.min(entriesAtOnce, items.length) }, worker));
  // Devices make the ids, so their order does not show which entry was first.
  if (results.some(({ status }) => status === 'created'))
    await recordOnboardingFact(brand_id, 'first_water_log', now.toISOString());
  return results;
}

async function storeEntry(
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
    await transact(commerceTable, insertLog(newWaterLog({ brand_id, ...members }, { id, now })));
    return { index, id, status: 'created' };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
  const pointer = await waterLogPointers.find({ brand_id, id });
  if (pointer?.deleted_at !== undefined) return { index, id, status: 'deleted' };
  const stored = pointer && (await waterLogs.find(pointer));
  // An entry that was edited since may have been the one that the device sends again.
  const isStored = stored !== undefined && (stored.version > 1 || isSameEntry(stored, entry));
  return { index, id, status: isStored ? 'exists' : 'conflict' };
}
