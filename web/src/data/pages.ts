import { useState } from 'preact/hooks';
import { changeEntry, type Entry, refreshEntry } from './entries.ts';
import { failureBeside } from './outage.ts';
import { type QueryOptions, useEntry } from './use-entry.ts';

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
