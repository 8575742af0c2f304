import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import {
  changeEntry,
  type Entry,
  entryOf,
  presentScope,
  readShared,
  refreshEntry,
  usersChanged,
} from './entries.ts';
import { failureBeside } from './outage.ts';

/** One page of a list, as the API returns it or with the cursor beside the data. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor?: string | null | undefined;
  readonly pagination?: { readonly next_cursor?: string | null | undefined };
}

/** A list that grows page by page. */
export interface Pages<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
  /** True while there is nothing to show yet. */
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  /** Failure of the last read or of `loadMore`. Undefined for an outage of a read while the rows are known. */
  readonly error?: unknown;
  /** Time of the rows in milliseconds since 1970; undefined until they are known. */
  readonly readAt?: number;
  loadMore(): Promise<void>;
  /** Reads the first page again and drops the others. */
  refresh(): Promise<void>;
  /** Changes rows at once, for a change that the service has confirmed or will confirm. */
  update(change: (rows: readonly T[]) => readonly T[]): void;
}

/** Reads a list for a component. Key and local copy work as in `useQuery`; only the first page is kept. */
export function usePages<T>(
  key: string | undefined,
  readPage: (cursor: string | undefined) => Promise<Page<T>>,
  options: QueryOptions = {},
): Pages<T> {
  const entry = useEntry(key, async () => loadedOf(await readPage(undefined)), options);
  const [more, setMore] = useState<{ isLoading: boolean; error: unknown }>(atRest);
  if (entry === undefined) return idle;
  const { data, error, readAt } = entry.state.value;
  const loaded = data as Loaded<T> | undefined;
  const failure = more.error ?? failureBeside(loaded, error);
  return {
    rows: loaded?.rows ?? [],
    hasMore: typeof loaded?.cursor === 'string',
    isLoading: loaded === undefined && error === undefined,
    isLoadingMore: more.isLoading,
    ...(failure !== undefined && { error: failure }),
    ...(readAt !== undefined && { readAt }),
    loadMore: async () => {
      if (more.isLoading || typeof loaded?.cursor !== 'string') return;
      setMore({ isLoading: true, error: undefined });
      try {
        append(entry, loaded, loadedOf(await readPage(loaded.cursor)));
        setMore(atRest);
      } catch (reason) {
        setMore({ isLoading: false, error: reason });
      }
    },
    refresh: () => {
      entry.isGrown = false;
      setMore(atRest);
      return refreshEntry(entry);
    },
    update: (change) => {
      if (loaded !== undefined) changeEntry(entry, { ...loaded, rows: change(loaded.rows) });
    },
  };
}

interface Loaded<T> {
  readonly rows: readonly T[];
  readonly cursor: string | null;
}

const atRest = { isLoading: false, error: undefined };

const loadedOf = <T>({ data, next_cursor, pagination }: Page<T>): Loaded<T> => ({
  rows: data,
  cursor: next_cursor ?? pagination?.next_cursor ?? null,
});

/** A list that was read again meanwhile does not take the page of the earlier one. */
function append<T>(entry: Entry, before: Loaded<T>, page: Loaded<T>): void {
  if (entry.state.peek().data !== before) return;
  entry.isGrown = true;
  const grown = { rows: [...before.rows, ...page.rows], cursor: page.cursor };
  entry.state.value = { ...entry.state.peek(), data: grown };
}

const idle = {
  rows: [],
  hasMore: false,
  isLoading: false,
  isLoadingMore: false,
  loadMore: async () => {},
  refresh: async () => {},
  update: () => {},
};

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
