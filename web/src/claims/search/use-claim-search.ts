import { useRef, useState } from 'preact/hooks';
import type { Claim } from '#contract/claims/claim-records.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { type Criteria, isGiven, noCriteria, type SearchSort, searchOf } from './criteria.ts';

/** A search for claims and its results. It lives as long as the page is shown. */
export interface ClaimSearchState {
  readonly criteria: Criteria;
  readonly sort: SearchSort;
  readonly rows: readonly Claim[];
  readonly hasSearched: boolean;
  readonly isSearching: boolean;
  readonly hasMore: boolean;
  readonly error: unknown;
  /** The last attempt had no criteria. */
  readonly isEmpty: boolean;
  setCriteria(criteria: Criteria): void;
  start(sort?: SearchSort): Promise<void>;
  loadMore(): Promise<void>;
  clear(): void;
}

interface Results {
  readonly search: ApiInput<'POST /api/claims/search'>;
  readonly rows: readonly Claim[];
  readonly cursor: string | undefined;
}

/** A page may be short or empty and have another one, so pages are read until there are rows for one screen. */
const maxPagesAtOnce = 10;
const enoughRows = 50;

/** Searches with what the person entered. Only the newest search counts. */
export function useClaimSearch(): ClaimSearchState {
  const [criteria, setCriteria] = useState(noCriteria);
  const [sort, setSort] = useState<SearchSort>('-received_at');
  const [results, setResults] = useState<Results>();
  const [isSearching, setSearching] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isEmpty, setEmpty] = useState(false);
  const newest = useRef(0);

  const read = async (search: ApiInput<'POST /api/claims/search'>, before?: Results) => {
    newest.current++;
    const turn = newest.current;
    setSearching(true);
    setError(undefined);
    try {
      const found = await readPages(search, before);
      if (turn === newest.current) setResults(found);
    } catch (failure) {
      if (turn === newest.current) setError(failure);
    }
    if (turn === newest.current) setSearching(false);
  };
  return {
    criteria,
    sort,
    rows: results?.rows ?? [],
    hasSearched: results !== undefined,
    isSearching,
    hasMore: results?.cursor !== undefined,
    error,
    isEmpty,
    setCriteria,
    start: async (order = sort) => {
      setSort(order);
      setEmpty(!isGiven(criteria));
      if (isGiven(criteria)) await read(searchOf(criteria, order));
    },
    loadMore: async () => {
      if (results?.cursor !== undefined && !isSearching) await read(results.search, results);
    },
    clear: () => {
      newest.current++;
      setCriteria(noCriteria);
      setResults(undefined);
      setError(undefined);
      setEmpty(false);
      setSearching(false);
    },
  };
}

async function readPages(
  search: ApiInput<'POST /api/claims/search'>,
  before: Results | undefined,
): Promise<Results> {
  const rows: Claim[] = [];
  let cursor = before?.cursor;
  for (let page = 0; rows.length === 0 || (page < maxPagesAtOnce && rows.length < enoughRows); page++) {
    const found = await api('POST /api/claims/search', {
      ...search,
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
    rows.push(...found.data);
    cursor = found.pagination.next_cursor ?? undefined;
    if (cursor === undefined) break;
  }
  return { search, rows: [...(before?.rows ?? []), ...rows], cursor };
}
