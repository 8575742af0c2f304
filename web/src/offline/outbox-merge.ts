import { type OutboxEntry, type Write, withWrite } from '#web/offline/outbox-entry.ts';
import type { OutboxStore } from '#web/offline/outbox-store.ts';

/**
 * Merges a write into the last entry for the record if the service cannot have that entry. Returns undefined if it may, and no
 * entry if both cancel each other out.
 */
export async function mergeInto(
  id: string,
  write: Write,
  store: OutboxStore,
  heldUntil: number | undefined,
): Promise<{ readonly entry: OutboxEntry | undefined } | undefined> {
  const last = await store.get(id);
  if (last === undefined || (last.attempts > 0 && last.state.kind !== 'refused')) return undefined;
  const earlier = last.write;
  if (write.kind === 'delete_water_log' && earlier.kind === 'create_water_log') {
    await store.remove(id);
    return { entry: undefined };
  }
  const merged = mergedWrite(last, write);
  if (merged === undefined) return undefined;
  const entry = { ...withWrite(last, merged), heldUntil };
  await store.put(entry);
  return { entry };
}

/** An edit goes into the entry before it. A deletion replaces a refused edit; behind a waiting one it can be undone alone. */
function mergedWrite({ write: earlier, state }: OutboxEntry, write: Write): Write | undefined {
  if (write.kind === 'edit_water_log') {
    const isMerged = earlier.kind === 'create_water_log' || earlier.kind === 'edit_water_log';
    return isMerged ? { ...earlier, after: write.after } : undefined;
  }
  if (write.kind === 'delete_water_log' && earlier.kind === 'edit_water_log' && state.kind === 'refused')
    return { ...write, version: earlier.version, before: earlier.before };
  return undefined;
}
