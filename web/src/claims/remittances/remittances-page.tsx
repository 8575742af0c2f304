import type { Remittance } from '#claims/remittances/contract.ts';
import { api } from '#web/api/api.ts';
import { CsvButton } from '#web/claims/csv/csv-button.tsx';
import { dollars } from '#web/claims/dollars.ts';
import { payerName, usePayers } from '#web/claims/payer/payers.ts';
import { Badge } from '#web/components/badge.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { SelectField } from '#web/components/fields.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDate, formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { partsOfPayments, providerAdjusted, sumOf } from './cuts.ts';

/** What was paid and what was cut, payment by payment. */
export default function RemittancesPage() {
  const [payer, setPayer] = useAddressState<string>('payer', '');
  const filter = payer === '' ? {} : { payer_id: payer };
  const payers = usePayers();
  const remittances = usePages<Remittance>(
    `remittances?payer=${payer}`,
    (cursor) =>
      api('GET /api/remittances', { ...filter, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const words = texts.remittances;
  return (
    <Page
      title={texts.app.pages.remittances}
      answer={remittances.readAt === undefined ? undefined : answerOf(remittances.rows)}
      note={
        remittances.rows.length > 0 &&
        words.answerNote(partsOfPayments(remittances.rows), remittances.rows.length)
      }
      actions={
        <CsvButton
          name="remittances"
          page={(cursor) =>
            api(
              'GET /api/remittances',
              { ...filter, format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      }
    >
      <Toolbar>
        <SelectField
          label={words.payerFilter}
          value={payer}
          onChange={setPayer}
          options={[
            { value: '', label: words.allPayers },
            ...(payers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Toolbar>
      <List<Remittance>
        label={words.list}
        rows={remittances.rows}
        rowKey={({ id }) => id}
        columns={columns()}
        pageOf={({ id }) => `/claims/remittances/${id}`}
        hasMore={remittances.hasMore}
        onMore={remittances.loadMore}
        isLoading={remittances.isLoading}
        error={remittances.error}
        onRetry={remittances.refresh}
        empty={
          <Empty
            icon="remittance"
            title={words.empty}
            text={words.emptyText}
            action={<LinkButton to="/claims/files">{words.toFiles}</LinkButton>}
          />
        }
      />
    </Page>
  );
}

function answerOf(rows: readonly Remittance[]): string {
  if (rows.length === 0) return texts.remittances.answerNone;
  return texts.remittances.answer(dollars(sumOf(rows.map(({ payment }) => payment.amount))));
}

function columns(): readonly Column<Remittance>[] {
  const { columns: labels } = texts.remittances;
  return [
    {
      id: 'date',
      label: labels.date,
      cell: ({ payment, received_at }) =>
        payment.date === undefined ? formatDateOf(received_at) : formatDate(payment.date),
      width: '120px',
    },
    { id: 'payer', label: labels.payer, cell: ({ payer }) => payerName(payer.id, payer.name) },
    {
      id: 'trace',
      label: labels.trace,
      cell: ({ payment }) => payment.trace,
      width: '140px',
      hideable: true,
      card: 'none',
    },
    {
      id: 'claims',
      label: labels.claims,
      cell: ({ claim_count }) => formatNumber(claim_count),
      align: 'end',
      width: '120px',
      hideable: true,
      card: 'none',
    },
    {
      id: 'charge',
      label: labels.charge,
      cell: ({ charge }) => dollars(charge),
      align: 'end',
      width: '120px',
      hideable: true,
      card: 'none',
    },
    {
      id: 'cut',
      label: labels.cut,
      cell: ({ charge, paid }) => dollars(sumOf([charge, -paid])),
      align: 'end',
      width: '120px',
      hideable: true,
      card: 'none',
    },
    {
      id: 'paid',
      label: labels.paid,
      cell: ({ paid }) => dollars(paid),
      align: 'end',
      width: '180px',
      card: 'line',
      labelOnCard: true,
    },
    {
      id: 'provider',
      label: labels.provider,
      cell: (remittance) => dollars(0 - providerAdjusted(remittance)),
      align: 'end',
      width: '160px',
      card: 'line',
      labelOnCard: true,
    },
    {
      id: 'amount',
      label: labels.amount,
      cell: ({ payment }) => dollars(payment.amount),
      align: 'end',
      width: '110px',
      card: 'value',
      labelOnCard: true,
    },
    {
      id: 'balance',
      label: labels.balance,
      cell: ({ balance }) => <BalanceBadge balance={balance} />,
      width: '150px',
    },
    {
      id: 'open',
      label: labels.open,
      cell: ({ counts }) => openText(counts),
      width: '180px',
      hideable: true,
    },
  ];
}

function BalanceBadge({ balance }: Pick<Remittance, 'balance'>) {
  const words = texts.remittances;
  if (balance === undefined) return <Badge tone="info">{words.reading}</Badge>;
  return (
    <Badge tone={balance.balanced ? 'good' : 'danger'}>
      {balance.balanced ? words.balanced : words.unbalanced}
    </Badge>
  );
}

function openText({ unmatched, ambiguous, held }: Remittance['counts']): string {
  const words = texts.remittances;
  const open = unmatched + ambiguous;
  return [open > 0 && words.unmatchedCount(open), held > 0 && words.heldCount(held)]
    .filter(Boolean)
    .join(', ');
}
