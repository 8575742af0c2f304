import type { WaterLog, WaterLogInput } from '#contract/commerce/water-logs.ts';

/** A new irrigation entry, logged now unless the input has a time. */
export function newWaterLog(
  input: WaterLogInput,
  { id, now }: { readonly id: string; readonly now: Date },
): WaterLog {
  const time = now.toISOString();
  return { id, ...input, logged_at: input.logged_at ?? time, created_at: time };
}
