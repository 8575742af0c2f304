import { useState } from 'preact/hooks';
import type { Claim } from '#claims/claims/claim-fields.ts';
import { type ApiInput, api } from '#web/api/api.ts';
import { location, navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DateField, Form, MoneyField, SelectField, TextField } from '#web/components/fields.tsx';
import { List, type ListOrder } from '#web/components/list.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressPanel } from '#web/data/address-state.ts';
import { type Pages, usePages } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { ClaimPanel } from '../claim/claim-panel.tsx';
import { claimColumns } from '../lane/claim-columns.tsx';
import type { ClaimLane } from '../lane/lanes.ts';
import { searchedLanes } from '../lane/lanes.ts';
import {
  addressOfSearch,
  type Criteria,
  isGiven,
  noCriteria,
  type SearchSort,
  searchIn,
  sortIn,
} from './search-criteria.ts';
import './search.css';

/** Search for claims by number, name, member, payer, provider, amount and dates. */
export default function SearchPage() {
  const search = useClaimSearch();
  const panel = useAddressPanel('claim');
  const words = texts.search;
  return (
    <Page title={words.title} answer={answer(search)} note={words.note}>
      <SearchForm
        criteria={search.criteria}
        error={search.error}
        isEmpty={search.isEmpty}
        onChange={search.setCriteria}
        onSearch={() => search.start()}
        onClear={search.clear}
      />
      {search.isIncomplete && <Notice>{words.incomplete}</Notice>}
      {search.hasSearched && (
        <Section title={words.results} titleHidden>
          <List<Claim>
            label={words.results}
            rows={search.rows}
            rowKey={({ id }) => id}
            rowLabel={({ patient_control_number }) => patient_control_number}
            columns={claimColumns('number', 'patient', 'payer', 'service', 'charge', 'state', 'received').map(
              (column) => ({ ...column, ...(column.id in sorts && { sort: true as const }) }),
            )}
            order={orderOf(search.sort)}
            onOrder={({ column, direction }) => {
              const name = sorts[column];
              if (name !== undefined) search.start(direction === 'descending' ? `-${name}` : name);
            }}
            panel={panel}
            pageOf={({ id }) => `/claims/claim/${id}`}
            hasMore={search.hasMore}
            onMore={search.loadMore}
            isLoading={search.isLoading || search.isLoadingMore}
            empty={<Empty icon="search" title={words.nothing} text={words.nothingText} />}
          />
        </Section>
      )}
      <ClaimPanel panel={panel} claims={search.rows} />
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

function answer({ hasSearched, isLoading, rows, hasMore }: ReturnType<typeof useClaimSearch>): string {
  const words = texts.search;
  if (!hasSearched || isLoading) return words.question;
  return hasMore ? words.foundMore(rows.length) : words.found(rows.length);
}

/** A search for claims and its results. */
interface ClaimSearchState extends Omit<Pages<Claim>, 'refresh' | 'update'> {
  readonly criteria: Criteria;
  readonly sort: SearchSort;
  readonly hasSearched: boolean;
  /** The last attempt had no criteria. */
  readonly isEmpty: boolean;
  /** The names of an earlier search are gone, and its other criteria are still here. */
  readonly isIncomplete: boolean;
  setCriteria(criteria: Criteria): void;
  start(sort?: SearchSort): void;
  clear(): void;
}

/** A page may be short or empty and have another one, so pages are read until there are rows for one screen. */
const maxPagesAtOnce = 10;
const enoughRows = 50;

/** Searches with what the address names. What the person enters becomes a search with the button. */
function useClaimSearch(): ClaimSearchState {
  const { query } = location.value;
  const searched = searchIn(query);
  const [criteria, setCriteria] = useState(() => ({ ...noCriteria, ...searched.criteria }));
  const [isEmpty, setEmpty] = useState(false);
  const sort = sortIn(query);
  const hasSearched = !searched.isIncomplete && isGiven(searched.criteria);
  const search = searchOf(searched.criteria, sort);
  const pages = usePages<Claim>(
    hasSearched ? `search?${JSON.stringify(search)}` : undefined,
    (cursor) => readPages(search, cursor),
    { keep: false },
  );
  return {
    ...pages,
    criteria,
    sort,
    hasSearched,
    isEmpty,
    isIncomplete: searched.isIncomplete,
    setCriteria,
    start: (order = sort) => {
      setEmpty(!isGiven(criteria));
      if (!isGiven(criteria)) return;
      const isSame = JSON.stringify(searchOf(criteria, order)) === JSON.stringify(search);
      if (isSame) void pages.refresh();
      else navigate(`/claims/search?${addressOfSearch(criteria, order)}`, { replace: true });
    },
    clear: () => {
      setCriteria(noCriteria);
      setEmpty(false);
      navigate('/claims/search', { replace: true });
    },
  };
}

async function readPages(search: ApiInput<'POST /api/claims/search'>, start: string | undefined) {
  const rows: Claim[] = [];
  let cursor = start;
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
  return { data: rows, next_cursor: cursor };
}

/** The criteria of a search. All that are given must fit. */
function SearchForm({
  criteria,
  error,
  isEmpty,
  onChange,
  onSearch,
  onClear,
}: {
  readonly criteria: Criteria;
  readonly error: unknown;
  /** The last attempt had no criteria. */
  readonly isEmpty: boolean;
  readonly onChange: (criteria: Criteria) => void;
  readonly onSearch: () => void;
  readonly onClear: () => void;
}) {
  const words = texts.search;
  const set = (change: Partial<Criteria>) => onChange({ ...criteria, ...change });
  return (
    <Form
      rules={contractRules('POST /api/claims/search')}
      label={words.title}
      error={error}
      onSubmit={onSearch}
      actions={
        <>
          <Button kind="primary" type="submit" icon="search">
            {words.search}
          </Button>
          <Button kind="quiet" onClick={onClear}>
            {words.clear}
          </Button>
        </>
      }
    >
      <div class="search-fields">
        <TextField
          label={words.number}
          name="patient_control_number"
          hint={words.beginning}
          code
          autoFocus
          error={isEmpty ? words.enterSomething : undefined}
          value={criteria.number}
          onChange={(number) => set({ number })}
        />
        <TextField
          label={words.lastName}
          name="last_name"
          hint={words.beginning}
          value={criteria.lastName}
          onChange={(lastName) => set({ lastName })}
        />
        <TextField
          label={words.firstName}
          name="first_name"
          hint={words.firstNameHint}
          value={criteria.firstName}
          onChange={(firstName) => set({ firstName })}
        />
        <TextField
          label={words.memberId}
          name="member_id"
          hint={words.complete}
          code
          value={criteria.memberId}
          onChange={(memberId) => set({ memberId })}
        />
        <TextField
          label={words.payerId}
          name="payer_id"
          code
          value={criteria.payerId}
          onChange={(payerId) => set({ payerId })}
        />
        <TextField
          label={words.npi}
          name="billing_npi"
          code
          inputmode="numeric"
          value={criteria.npi}
          onChange={(npi) => set({ npi })}
        />
        <MoneyField
          label={words.amountFrom}
          name="amount_from"
          currency="USD"
          min={0}
          value={criteria.amountFrom}
          onChange={(amountFrom) => set({ amountFrom })}
        />
        <MoneyField
          label={words.amountTo}
          name="amount_to"
          currency="USD"
          min={0}
          value={criteria.amountTo}
          onChange={(amountTo) => set({ amountTo })}
        />
        <DateField
          label={words.serviceFrom}
          name="service_from"
          value={criteria.serviceFrom}
          onChange={(serviceFrom) => set({ serviceFrom })}
        />
        <DateField
          label={words.serviceTo}
          name="service_to"
          value={criteria.serviceTo}
          onChange={(serviceTo) => set({ serviceTo })}
        />
        <DateField
          label={words.receivedFrom}
          name="received_from"
          value={criteria.receivedFrom}
          onChange={(receivedFrom) => set({ receivedFrom })}
        />
        <DateField
          label={words.receivedTo}
          name="received_to"
          value={criteria.receivedTo}
          onChange={(receivedTo) => set({ receivedTo })}
        />
        <SelectField<ClaimLane | ''>
          label={words.lane}
          name="lanes"
          value={criteria.lane}
          options={[
            { value: '', label: words.anyLane },
            ...searchedLanes.map((value) => ({ value, label: texts.board.lanes[value] })),
          ]}
          onChange={(lane) => set({ lane })}
        />
      </div>
    </Form>
  );
}

/** The search of the API. A day of receipt is that of this device, from its beginning to its end. */
function searchOf(criteria: Criteria, sort: SearchSort): ApiInput<'POST /api/claims/search'> {
  const text = (name: keyof ApiInput<'POST /api/claims/search'>, value: string) =>
    value.trim() === '' ? {} : { [name]: value.trim() };
  const { amountFrom: from, amountTo: to, receivedFrom, receivedTo, lane } = criteria;
  return {
    ...text('patient_control_number', criteria.number),
    ...text('last_name', criteria.lastName),
    ...text('first_name', criteria.firstName),
    ...text('member_id', criteria.memberId),
    ...text('payer_id', criteria.payerId),
    ...text('billing_npi', criteria.npi),
    ...text('service_from', criteria.serviceFrom),
    ...text('service_to', criteria.serviceTo),
    ...(from !== undefined && { amount_from: from }),
    ...(to !== undefined && { amount_to: to }),
    ...(receivedFrom !== '' && { received_from: new Date(`${receivedFrom}T00:00:00`).toISOString() }),
    ...(receivedTo !== '' && { received_to: new Date(`${receivedTo}T23:59:59.999`).toISOString() }),
    ...(lane !== '' && { lanes: [lane] }),
    sort,
  };
}
