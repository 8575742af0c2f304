import { useMemo } from 'preact/hooks';
import type { Reconciliation } from '#claims/money/contract.ts';
import type { Deposit } from '#claims/money/reconciliation-fields.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Toolbar } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { payerName } from '../payer/payers.ts';

type State = Deposit['state'];

const states = ['expected', 'amount_differs', 'matched', 'not_expected', 'new'] as const;
const tones: Readonly<Record<State, Tone>> = {
  expected: 'warning',
  amount_differs: 'danger',
  matched: 'good',
  not_expected: 'neutral',
  new: 'info',
};

/** The deposits that remittances announce, by state. */
export function Deposits({ sums }: { readonly sums: Reconciliation['deposits'] | undefined }) {
  const [state, setState] = useAddressState<State | 'all'>('deposit', 'expected');
  const filter = state === 'all' ? {} : { state };
  const deposits = usePages<Deposit>(
    `money/deposits?state=${state}`,
    (cursor) => api('GET /api/deposits', { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.money.deposits;
  return (
    <>
      <Toolbar>
        <FilterChips<State | 'all'>
          label={words.filter}
          value={state}
          onChange={setState}
          options={[
            { value: 'all', label: words.states.all },
            ...states.map((value) => ({ value, label: words.states[value], count: sums?.[value].count })),
          ]}
        />
        <CsvButton
          name="deposits"
          page={(cursor) =>
            api(
              'GET /api/deposits',
              { ...filter, format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      </Toolbar>
      <List<Deposit>
        label={words.list}
        rows={deposits.rows}
        rowKey={({ remittance_id }) => remittance_id}
        rowLabel={({ amount, payer_id, payer_name }) =>
          `${payerName(payer_id, payer_name)} ${dollars(amount)}`
        }
        columns={columns}
        pageOf={({ remittance_id }) => `/claims/remittances/${remittance_id}`}
        hasMore={deposits.hasMore}
        onMore={deposits.loadMore}
        isLoading={deposits.isLoading}
        error={deposits.error}
        onRetry={deposits.refresh}
        empty={<Empty icon="remittance" title={words.empty} text={words.emptyText} />}
      />
    </>
  );
}

function columnsOf(): readonly Column<Deposit>[] {
  const words = texts.money.deposits;
  return [
    { id: 'date', label: words.date, cell: ({ date }) => formatDate(date), width: '130px' },
    { id: 'payer', label: words.payer, cell: ({ payer_id, payer_name }) => payerName(payer_id, payer_name) },
    { id: 'trace', label: words.trace, cell: ({ trace }) => trace, width: '180px', hideable: true },
    {
      id: 'state',
      label: words.state,
      cell: ({ state }) => <Badge tone={tones[state]}>{words.states[state]}</Badge>,
      width: '180px',
    },
    {
      id: 'amount',
      label: words.amount,
      cell: ({ amount }) => dollars(amount),
      align: 'end',
      width: '130px',
      labelOnCard: true,
    },
  ];
}
