import type { WaterLog } from '#commerce/water-logs/contract.ts';
import type { EntryState, OutboxEntry, SentWrite, WaterLogFields } from '#web/offline/outbox-entry.ts';

/** A water log as a person sees it: as stored, with what waits in the outbox. */
export interface WaterEntry extends WaterLogFields {
  readonly id: string;
  /** Version that the service has; undefined if it does not have the entry yet. */
  readonly version: number | undefined;
  /** The last entry of the outbox about it. */
  readonly pending?: { readonly entryId: string; readonly state: EntryState } | undefined;
}

/** Logs as they were read: newest first, and maybe not all. */
export interface StoredLogs {
  readonly rows: readonly WaterLog[];
  readonly hasMore: boolean;
  /** Milliseconds since 1970. */
  readonly readAt?: number;
}

/** Stored logs with the writes of the outbox applied, newest first. `sent` writes may be missing in logs read before. */
export function mergeEntries(
  stored: StoredLogs,
  waiting: readonly OutboxEntry[],
  sent: readonly SentWrite[],
  fieldId: string,
): readonly WaterEntry[] {
  const entries = new Map<string, WaterEntry>(stored.rows.map((log) => [log.id, log]));
  for (const { write, sentAt } of sent) {
    const shown = entries.get(write.recordId);
    if (write.kind === 'create_water_log' && shown === undefined && mayMiss(stored, write.after, sentAt))
      entries.set(write.recordId, { ...write.after, id: write.recordId, version: 1 });
    if (write.kind === 'edit_water_log' && shown !== undefined && isBefore(shown, write.version))
      entries.set(write.recordId, { ...write.after, id: shown.id, version: (write.version ?? 0) + 1 });
    if (write.kind === 'delete_water_log') entries.delete(write.recordId);
  }
  for (const { id: entryId, write, state } of waiting) {
    const pending = { entryId, state };
    const version = entries.get(write.recordId)?.version;
    if (write.kind === 'create_water_log' || write.kind === 'edit_water_log')
      entries.set(write.recordId, { ...write.after, id: write.recordId, version, pending });
    if (write.kind !== 'delete_water_log') continue;
    if (state.kind === 'waiting') entries.delete(write.recordId);
    else entries.set(write.recordId, { ...write.before, id: write.recordId, version, pending });
  }
  return [...entries.values()]
    .filter(({ field_id }) => fieldId === '' || field_id === fieldId)
    .sort((one, other) => Date.parse(other.logged_at) - Date.parse(one.logged_at));
}

/** Gallons of new entries that the service does not have yet. */
export function unsentGallons(waiting: readonly OutboxEntry[]): number {
  return waiting.reduce(
    (sum, { write }) => (write.kind === 'create_water_log' ? sum + write.after.gallons : sum),
    0,
  );
}

/** Whether a log may be stored without being among the logs that were read. One that was read later and is missing is deleted. */
function mayMiss({ rows, hasMore, readAt }: StoredLogs, log: WaterLogFields, sentAt: number): boolean {
  if (readAt === undefined || readAt < sentAt) return true;
  const oldest = rows.at(-1);
  return hasMore && oldest !== undefined && Date.parse(log.logged_at) <= Date.parse(oldest.logged_at);
}

const isBefore = ({ version }: WaterEntry, written: number | undefined): boolean =>
  written !== undefined && version !== undefined && version <= written;
