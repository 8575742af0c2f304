import { changeEntry, entryOf, readShared, refreshEntries, refreshEntry, usedEntries } from './entries.ts';
import { failureBeside } from './outage.ts';
import { type QueryOptions, useEntry } from './pages.ts';

export { type Pages, usePages } from './pages.ts';

/** Data of the service, shown from memory or from the local copy until the service replies. */
export interface Query<T> {
  readonly data?: T;
  /** Failure of the last read. `data` stays as it was. Undefined for an outage while `data` is known: the frame shows it. */
  readonly error?: unknown;
  /** True while there is nothing to show yet. */
  readonly isLoading: boolean;
  /** Time of the data in milliseconds since 1970. */
  readonly readAt?: number;
  refresh(): Promise<void>;
  /** Replaces the data at once, for a change that the service has confirmed or will confirm. */
  set(data: T): void;
}

/**
 * Reads data for a component. The key names the data within person and workplace, such as `orders?status=pending`; the reads
 * of one key are shared. An undefined key reads nothing.
 */
export function useQuery<T>(
  key: string | undefined,
  read: () => Promise<T>,
  options: QueryOptions = {},
): Query<T> {
  const entry = useEntry(key, read, options);
  if (entry === undefined) return idle;
  const { data, readAt } = entry.state.value;
  const error = failureBeside(data, entry.state.value.error);
  return {
    ...(data !== undefined && { data: data as T }),
    ...(error !== undefined && { error }),
    ...(readAt !== undefined && { readAt }),
    isLoading: data === undefined && error === undefined,
    refresh: () => refreshEntry(entry),
    set: (changed) => changeEntry(entry, changed),
  };
}

/**
 * Returns data that many cells show, while a component is rendered; undefined until they are read. The first call reads them. They
 * are not in the local copy.
 */
export function sharedData<T>(key: string, read: () => Promise<T>): T | undefined {
  const entry = entryOf(key, read, false);
  const { data, error } = entry.state.value;
  // A render may not change what it shows.
  if (data === undefined && error === undefined) queueMicrotask(() => void readShared(entry));
  return data as T | undefined;
}

/** Refreshes every query whose key begins with the prefix. */
export const refreshAll = (prefix: string): void => refreshEntries(prefix);

/** Refreshes what is shown when the person comes back to the tab or the signal returns. Call it once. */
export function refreshOnReturn(): void {
  const refreshOlderThan = (age: number) => {
    for (const entry of usedEntries())
      if (!entry.isGrown && Date.now() - (entry.state.peek().readAt ?? 0) > age) void refreshEntry(entry);
  };
  window.addEventListener('online', () => refreshOlderThan(0));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refreshOlderThan(30_000);
  });
}

const idle = { isLoading: false, refresh: async () => {}, set: () => {} };
