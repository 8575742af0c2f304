import type { OfflineEntry, WaterLog, WaterLogInput, WaterLogReplacement } from './contract.ts';

/** A new irrigation entry, logged now unless the input has a time. */
export function newWaterLog(
  input: WaterLogInput,
  { id, now }: { readonly id: string; readonly now: Date },
): WaterLog {
  const time = now.toISOString();
  return { id, ...input, logged_at: input.logged_at ?? time, created_at: time, version: 1 };
}

/** The entry with its members replaced and the next version. Without a time, the earlier one stays. */
export function replaceWaterLog(
  { id, brand_id, logged_at, created_at, version }: WaterLog,
  { reason, ...replacement }: WaterLogReplacement,
  now: Date,
): WaterLog {
  return {
    ...{ id, brand_id, ...replacement },
    logged_at: replacement.logged_at ?? logged_at,
    created_at,
    updated_at: now.toISOString(),
    version: version + 1,
  };
}

/** Whether an entry is the one that a device sends again, unchanged since. */
export function isSameEntry(stored: WaterLog, { id, ...sent }: OfflineEntry): boolean {
  const { id: _, brand_id, created_at, updated_at, version, ...members } = stored;
  const names = new Set([...Object.keys(sent), ...Object.keys(members)]);
  const valueIn = (entry: object, name: string): unknown =>
    Object.entries(entry).find(([key]) => key === name)?.[1];
  return [...names].every((name) => valueIn(members, name) === valueIn(sent, name));
}
