import { useRef, useState } from 'preact/hooks';
import type { Claim } from '#contract/claims/claim-records.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { List, type ListOrder } from '#web/components/list.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';
import { ClaimPanel } from '../claim/claim-panel.tsx';
import { claimColumns } from '../lane/claim-columns.tsx';
import { type Criteria, isGiven, noCriteria, type SearchSort, searchOf } from './criteria.ts';
import { SearchForm } from './search-form.tsx';
import './search.css';

/** Search for claims by number, name, member, payer, provider, amount and dates. */
export default function SearchPage() {
  const search = useClaimSearch();
  const [shown, setShown] = useState<string>();
  const words = texts.search;
  const place = search.rows.findIndex(({ id }) => id === shown);
  const neighbor = (step: number) => {
    const row = search.rows[place + step];
    return row === undefined ? undefined : () => setShown(row.id);
  };
  return (
    <Page title={words.title} answer={answer(search)} note={words.note}>
      <SearchForm
        criteria={search.criteria}
        error={search.error}
        isEmpty={search.isEmpty}
        onChange={search.setCriteria}
        onSearch={() => void search.start()}
        onClear={search.clear}
      />
      {search.hasSearched && (
        <Section title={words.results} titleHidden>
          <List<Claim>
            label={words.results}
            rows={search.rows}
            rowKey={({ id }) => id}
            rowLabel={({ patient_control_number }) => patient_control_number}
            openKey={shown}
            columns={claimColumns('number', 'patient', 'payer', 'service', 'charge', 'state', 'received').map(
              (column) => ({ ...column, ...(column.id in sorts && { sort: true as const }) }),
            )}
            order={orderOf(search.sort)}
            onOrder={({ column, direction }) => {
              const name = sorts[column];
              if (name !== undefined) void search.start(direction === 'descending' ? `-${name}` : name);
            }}
            onOpen={({ id }) => setShown(id)}
            pageOf={({ id }) => `/claims/claim/${id}`}
            hasMore={search.hasMore}
            onMore={search.loadMore}
            isLoading={search.isSearching}
            empty={<Empty icon="search" title={words.nothing} text={words.nothingText} />}
          />
        </Section>
      )}
      {shown !== undefined && (
        <ClaimPanel
          id={shown}
          onClose={() => setShown(undefined)}
          onPrevious={neighbor(-1)}
          onNext={neighbor(1)}
        />
      )}
    </Page>
  );
}

/** Sort of the API by column. */
const sorts: Readonly<Record<string, 'received_at' | 'service_from' | 'total_charge'>> = {
  received: 'received_at',
  service: 'service_from',
  charge: 'total_charge',
};

function orderOf(sort: SearchSort): ListOrder {
  const name = sort.replace('-', '');
  const column = Object.keys(sorts).find((id) => sorts[id] === name) ?? 'received';
  return { column, direction: sort.startsWith('-') ? 'descending' : 'ascending' };
}

function answer({ hasSearched, isSearching, rows, hasMore }: ReturnType<typeof useClaimSearch>): string {
  const words = texts.search;
  if (!hasSearched || isSearching) return words.question;
  return hasMore ? words.foundMore(rows.length) : words.found(rows.length);
}

/** A search for claims and its results. It lives as long as the page is shown. */
interface ClaimSearchState {
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
function useClaimSearch(): ClaimSearchState {
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
