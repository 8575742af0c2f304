import { useMemo } from 'preact/hooks';
import type { LedgerEntry, ProviderBalance } from '#claims/money/contract.ts';
import type { BankLine } from '#claims/money/reconciliation-fields.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { CsvButton } from '#web/claims/csv/csv-button.tsx';
import { dollars } from '#web/claims/dollars.ts';
import { payerName } from '#web/claims/payer/payers.ts';
import { providerReasonText } from '#web/claims/remittances/cuts.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { type PanelSteps, useAddressPanel } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';

const tones: Readonly<Record<BankLine['state'], Tone>> = {
  unmatched: 'warning',
  several_candidates: 'warning',
  amount_differs: 'danger',
  matched: 'good',
  new: 'info',
};

/** The state of a bank line as a word with its tone. */
export const BankLineBadge = ({ state }: Pick<BankLine, 'state'>) => (
  <Badge tone={tones[state]}>{texts.money.lines.states[state]}</Badge>
);

const keyOf = ({ payer_id, provider }: ProviderBalance): string => `${payer_id} ${provider}`;

/** Sums of provider-level adjustments by payer and provider, with the ledger of each. */
export function Balances() {
  const panel = useAddressPanel('balance');
  const balances = usePages<ProviderBalance>(
    'money/balances',
    (cursor) => api('GET /api/provider-balances', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const columns = useMemo(columnsOf, []);
  const words = texts.money.balances;
  return (
    <Section
      title={words.title}
      note={words.note}
      actions={
        <CsvButton
          name="provider-balances"
          page={(cursor) =>
            api(
              'GET /api/provider-balances',
              { format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      }
    >
      <List<ProviderBalance>
        label={words.title}
        rows={balances.rows}
        rowKey={keyOf}
        columns={columns}
        panel={panel}
        hasMore={balances.hasMore}
        onMore={balances.loadMore}
        isLoading={balances.isLoading}
        error={balances.error}
        onRetry={balances.refresh}
        empty={<Empty icon="money" title={words.empty} text={words.emptyText} />}
      />
      <RecordPanel
        panel={panel}
        title={words.title}
        rows={balances.rows}
        rowKey={keyOf}
        read={async (key) => {
          for await (const balance of api('GET /api/provider-balances', { limit: 200 }))
            if (keyOf(balance) === key) return balance;
          return null;
        }}
        isLoading={balances.isLoading}
      >
        {(balance, steps) => <LedgerPanel balance={balance} steps={steps} />}
      </RecordPanel>
    </Section>
  );
}

function columnsOf(): readonly Column<ProviderBalance>[] {
  const words = texts.money.balances;
  const amount = (
    id: string,
    label: string,
    value: (balance: ProviderBalance) => number,
  ): Column<ProviderBalance> => ({
    id,
    label,
    cell: (balance) => dollars(value(balance)),
    align: 'end',
    width: '120px',
    ...(id === 'balance' ? { card: 'value', labelOnCard: true } : { card: 'none', hideable: true }),
  });
  return [
    { id: 'payer', label: words.payer, cell: ({ payer_id, payer_name }) => payerName(payer_id, payer_name) },
    { id: 'provider', label: words.provider, cell: ({ provider }) => provider, width: '130px' },
    amount('balance', words.balance, ({ balance }) => balance),
    amount('forwarding', words.forwarding, ({ forwarding_balance }) => forwarding_balance),
    amount('withheld', words.withheld, ({ withheld }) => withheld),
    amount('recouped', words.recouped, ({ recouped }) => recouped),
    amount('interest', words.interest, ({ interest }) => interest),
    {
      id: 'entries',
      label: words.entries,
      cell: ({ entries }) => formatNumber(entries),
      align: 'end',
      width: '90px',
      hideable: true,
      card: 'none',
    },
  ];
}

function LedgerPanel({ balance, steps }: { readonly balance: ProviderBalance; readonly steps: PanelSteps }) {
  const { payer_id, payer_name, provider } = balance;
  const ledger = usePages<LedgerEntry>(
    `money/ledger?${keyOf(balance)}`,
    (cursor) =>
      api('GET /api/ledger', { payer_id, provider, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const words = texts.money.balances;
  return (
    <Panel
      title={words.ledgerOf(payerName(payer_id, payer_name), provider)}
      note={dollars(balance.balance)}
      {...steps}
    >
      {ledger.isLoading && <Loading rows={5} />}
      {ledger.error !== undefined && <Failure error={ledger.error} onRetry={() => void ledger.refresh()} />}
      {ledger.rows.length > 0 && (
        <DataTable<LedgerEntry>
          label={words.ledger}
          rows={ledger.rows}
          rowKey={({ remittance_id }) => remittance_id}
          columns={[
            {
              id: 'date',
              label: words.date,
              cell: ({ date, remittance_id }) => (
                <Link to={`/claims/remittances/${remittance_id}`}>{formatDate(date)}</Link>
              ),
            },
            {
              id: 'what',
              label: words.what,
              cell: ({ adjustments }) => (
                <ul>
                  {adjustments.map(({ reason, text, amount }, index) => (
                    <li key={index}>
                      {providerReasonText(reason, text)} {adjustments.length > 1 && dollars(amount)}
                    </li>
                  ))}
                </ul>
              ),
            },
            { id: 'amount', label: words.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
            {
              id: 'running',
              label: words.running,
              align: 'end',
              cell: ({ balance: after }) => dollars(after),
            },
          ]}
        />
      )}
      {ledger.hasMore && (
        <Button busy={ledger.isLoadingMore} onClick={() => void ledger.loadMore()}>
          {texts.list.loadMore}
        </Button>
      )}
    </Panel>
  );
}
