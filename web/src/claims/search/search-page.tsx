import { useState } from 'preact/hooks';
import type { Claim } from '#contract/claims/claim-records.ts';
import { List, type ListOrder } from '#web/components/list.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';
import { ClaimPanel } from '../claim/claim-panel.tsx';
import { claimColumns } from '../lane/claim-columns.tsx';
import type { SearchSort } from './criteria.ts';
import { SearchForm } from './search-form.tsx';
import { useClaimSearch } from './use-claim-search.ts';
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
