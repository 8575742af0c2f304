import type { Stop, StopInput, StopReplacement } from '#contract/commerce/stop-fields.ts';

export function newStop(input: StopInput, { id, now }: { readonly id: string; readonly now: Date }): Stop {
  const time = now.toISOString();
  return { id, ...input, created_at: time, updated_at: time, version: 1 };
}

/** The stop with all its fields replaced and the next version. */
export function replaceStop(stop: Stop, replacement: StopReplacement, now: Date): Stop {
  const { id, brand_id, created_at, version } = stop;
  return { id, brand_id, ...replacement, created_at, updated_at: now.toISOString(), version: version + 1 };
}
