import { useMemo } from 'preact/hooks';
import type { Reconciliation } from '#contract/claims/money/bank.ts';
import type { BankLine } from '#contract/claims/money/reconciliation-records.ts';
import { api } from '#web/api/api.ts';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { Stack } from '../stack.tsx';
import { Balances } from './balances.tsx';
import { BankLineBadge } from './bank-line-badge.tsx';
import { BankLinePanel } from './bank-line-panel.tsx';
import { Deposits } from './deposits.tsx';
import { ImportButton } from './import-dialog.tsx';
import { PatientShares } from './patient-shares.tsx';

type Tab = 'bank' | 'deposits' | 'balances' | 'patients';

/** Bank lines against deposits, balances of providers, and what patients owe. */
export default function MoneyPage() {
  const [tab, setTab] = useAddressState<Tab>('tab', 'bank');
  const sums = useQuery('money/reconciliation', () => api('GET /api/reconciliation'), { keep: false });
  const words = texts.money;
  const { data } = sums;
  return (
    <Page
      title={texts.app.pages.money}
      answer={data && answerOf(data)}
      note={data && data.deposits.expected.count > 0 ? words.note(data.deposits.expected.count) : undefined}
      primary={<ImportButton />}
    >
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={(['bank', 'deposits', 'balances', 'patients'] as const).map((value) => ({
          value,
          label: words.tabs[value],
        }))}
      >
        <Stack>
          {tab === 'bank' && <BankLines sums={data?.bank_lines} />}
          {tab === 'deposits' && <Deposits sums={data?.deposits} />}
          {tab === 'balances' && <Balances />}
          {tab === 'patients' && <PatientShares />}
        </Stack>
      </Tabs>
    </Page>
  );
}

function answerOf({ deposits, bank_lines }: Reconciliation): string {
  const words = texts.money;
  const { expected } = deposits;
  if (expected.count > 0) return words.answer(dollars(expected.amount));
  const count = [...Object.values(deposits), ...Object.values(bank_lines)].reduce(
    (sum, one) => sum + one.count,
    0,
  );
  return count === 0 ? words.answerNone : words.answerGood;
}

type State = BankLine['state'];

const states = ['unmatched', 'several_candidates', 'amount_differs', 'matched', 'new'] as const;

/** The lines of the bank by state, and the panel that matches one. */
function BankLines({ sums }: { readonly sums: Reconciliation['bank_lines'] | undefined }) {
  const [state, setState] = useAddressState<State | 'all'>('state', 'all');
  const [open, setOpen] = useAddressState<string>('line', '');
  const filter = state === 'all' ? {} : { state };
  const lines = usePages<BankLine>(
    `money/lines?state=${state}`,
    (cursor) =>
      api('GET /api/bank-lines', { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.money.lines;
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
          name="bank-lines"
          page={(cursor) =>
            api(
              'GET /api/bank-lines',
              { ...filter, format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      </Toolbar>
      <List<BankLine>
        label={words.list}
        rows={lines.rows}
        rowKey={({ id }) => id}
        rowLabel={({ amount, date }) => `${formatDate(date)} ${dollars(amount)}`}
        columns={columns}
        onOpen={({ id }) => setOpen(id)}
        openKey={open}
        hasMore={lines.hasMore}
        onMore={lines.loadMore}
        isLoading={lines.isLoading}
        error={lines.error}
        onRetry={lines.refresh}
        empty={<Empty icon="money" title={words.empty} text={words.emptyText} />}
      />
      {open !== '' && <BankLinePanel key={open} id={open} onClose={() => setOpen('')} />}
    </>
  );
}

function columnsOf(): readonly Column<BankLine>[] {
  const words = texts.money.lines;
  return [
    { id: 'date', label: words.date, cell: ({ date }) => formatDate(date), width: '130px' },
    {
      id: 'description',
      label: words.description,
      cell: ({ description, trace = '' }) => description ?? trace,
    },
    { id: 'trace', label: words.trace, cell: ({ trace = '' }) => trace, width: '180px', hideable: true },
    { id: 'account', label: words.account, cell: ({ account }) => account, width: '150px', hideable: true },
    { id: 'state', label: words.state, cell: ({ state }) => <BankLineBadge state={state} />, width: '210px' },
    {
      id: 'amount',
      label: words.amount,
      cell: ({ amount }) => dollars(amount),
      align: 'end',
      width: '130px',
    },
  ];
}
