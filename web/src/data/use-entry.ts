import { useLayoutEffect, useMemo } from 'preact/hooks';
import { type Entry, entryOf, presentScope, readShared, usersChanged } from './entries.ts';

/** How data is read. */
export interface QueryOptions {
  /** `false` leaves the data out of the local copy. */
  readonly keep?: boolean;
  /** `false` lets the page be shown before the data has arrived. Then its component keeps the room that the data takes. */
  readonly awaited?: boolean;
}

/** Uses the entry of a key while the component is shown. */
export function useEntry(
  key: string | undefined,
  read: () => Promise<unknown>,
  { keep: isKept = true, awaited: isAwaited = true }: QueryOptions,
): Entry | undefined {
  const scope = presentScope();
  const entry = useMemo(() => (key === undefined ? undefined : entryOf(key, read, isKept)), [key, scope]);
  if (entry !== undefined) {
    entry.read = read;
    entry.isAwaited = isAwaited;
  }
  // Before the next paint, because the frame shows a page when all entries in use have data.
  useLayoutEffect(() => {
    if (entry === undefined) return;
    entry.users++;
    usersChanged();
    // A component that appears with others of the same key shares their read.
    if (!entry.isGrown && Date.now() - (entry.state.peek().readAt ?? 0) > 1_000) void readShared(entry);
    return () => {
      entry.users--;
      usersChanged();
    };
  }, [entry]);
  return entry;
}
