import {
  type AgingRow,
  agingClasses as ages,
  type CleanClaimsRow,
  type DaysToPayRow,
  type DenialRow,
} from '#claims/reports/contract.ts';
import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/components/button.tsx';
import { DataTable, type TableColumn } from '#web/components/data-table.tsx';
import { DateField, FieldRow, SelectField, TextField } from '#web/components/fields.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { laneOrder } from '../lane/lanes.ts';
import { payerName, usePayers } from '../payer/payers.ts';
import { adjustmentText, bearerText, sumOf } from '../remittances/cuts.ts';
import type { AllFigures, FigureFilter } from './all-figures.ts';

/** How fast and how completely payers pay. */
export default function FiguresPage() {
  const [payer, setPayer] = useAddressState<string>('payer', '');
  const [npi, setNpi] = useAddressState<string>('npi', '');
  const [from, setFrom] = useAddressState<string>('from', '');
  const [to, setTo] = useAddressState<string>('to', '');
  const filter: FigureFilter = {
    ...(payer !== '' && { payer_id: payer }),
    ...(/^\d{10}$/.test(npi) && { billing_npi: npi }),
    ...(from !== '' && { service_from: from }),
    ...(to !== '' && { service_to: to }),
  };
  const figures = useQuery(`figures?${JSON.stringify(filter)}`, () => readFigures(filter), { keep: false });
  const payers = usePayers();
  const words = texts.figures;
  const { data, error } = figures;
  return (
    <Page
      title={texts.app.pages.figures}
      answer={data && words.answer(openAmount(data.aging))}
      note={words.question}
    >
      <FieldRow>
        <SelectField
          label={words.filters.payer}
          value={payer}
          onChange={setPayer}
          options={[
            { value: '', label: words.filters.allPayers },
            ...(payers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <TextField
          label={words.filters.npi}
          value={npi}
          onChange={setNpi}
          inputmode="numeric"
          maxLength={10}
          code
        />
        <DateField label={words.filters.from} value={from} onChange={setFrom} max={to} />
        <DateField label={words.filters.to} value={to} onChange={setTo} min={from} />
      </FieldRow>
      {error !== undefined && data === undefined && (
        <Failure error={error} onRetry={() => void figures.refresh()} />
      )}
      {figures.isLoading && <Loading rows={10} />}
      {data?.aging.length === 0 && data.clean.length === 0 ? (
        <Empty
          icon="report"
          title={words.empty}
          text={words.emptyText}
          action={<LinkButton to="/claims/files">{words.toFiles}</LinkButton>}
        />
      ) : (
        data !== undefined && (
          <>
            <Headline figures={data} />
            <AgingTable rows={data.aging} filter={filter} />
            <DenialTable rows={data.denials} filter={filter} />
            <DaysTable rows={data.days} filter={filter} />
            <CleanTable rows={data.clean} filter={filter} />
          </>
        )
      )}
    </Page>
  );
}

async function readFigures(filter: FigureFilter): Promise<AllFigures> {
  const [aging, denials, days, clean] = await Promise.all([
    api('GET /api/reports/aging', filter),
    api('GET /api/reports/denials', filter),
    api('GET /api/reports/days-to-pay', filter),
    api('GET /api/reports/clean-claims', filter),
  ]);
  return { aging, denials, days, clean };
}

const openAmount = (rows: readonly AgingRow[]): string =>
  dollars(sumOf(rows.filter(({ lane }) => lane !== 'paid').map(({ total }) => total.amount)));

/** The three figures that a billing manager asks for first. */
function Headline({ figures: { clean, days, denials } }: { readonly figures: AllFigures }) {
  const words = texts.figures;
  const sent = count(clean.map((row) => row.sent));
  const cleanSent = count(clean.map((row) => row.clean));
  const paid = count(days.map(({ claims }) => claims));
  const average = count(days.map(({ claims, average_days }) => claims * average_days)) / Math.max(1, paid);
  return (
    <Figures>
      <Figure
        large
        label={words.clean}
        value={sent === 0 ? words.none : formatPercent(cleanSent / sent)}
        note={sent > 0 ? words.cleanNote(formatNumber(cleanSent), formatNumber(sent)) : undefined}
      />
      <Figure
        large
        label={words.daysToPay}
        value={paid === 0 ? words.none : words.pay.days(formatNumber(average, 1))}
        note={paid > 0 ? words.daysNote(paid) : undefined}
      />
      <Figure
        large
        label={words.denied}
        value={dollars(sumOf(denials.map(({ amount }) => amount)))}
        note={words.deniedNote(dollars(sumOf(denials.map(({ open_amount }) => open_amount))))}
      />
    </Figures>
  );
}

const count = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Why claims are denied or cut, in words, the largest amount first. */
function DenialTable(props: { readonly rows: readonly DenialRow[]; readonly filter: FigureFilter }) {
  const codes = useX12Texts();
  const words = texts.figures.denials;
  const rows = props.rows.toSorted((a, b) => b.amount - a.amount);
  return (
    <Section
      title={words.title}
      kind="card"
      actions={
        <CsvButton
          name="denials"
          page={() =>
            api('GET /api/reports/denials', { ...props.filter, format: 'csv' }, { accept: 'text/csv' })
          }
        />
      }
    >
      {rows.length === 0 ? (
        <p>{words.empty}</p>
      ) : (
        <DataTable<DenialRow>
          label={words.title}
          rows={rows}
          rowKey={({ payer_id, group, reason }) => `${payer_id} ${group}-${reason}`}
          columns={[
            { id: 'reason', label: words.reason, cell: (row) => adjustmentText(row, codes) },
            { id: 'bearer', label: words.bearer, cell: bearerText },
            { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id) },
            { id: 'claims', label: words.claims, align: 'end', cell: (row) => formatNumber(row.claims) },
            { id: 'amount', label: words.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
            {
              id: 'open',
              label: words.open,
              align: 'end',
              cell: ({ open_amount }) => dollars(open_amount),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** Charges by lane, payer and age. */
function AgingTable(props: { readonly rows: readonly AgingRow[]; readonly filter: FigureFilter }) {
  const [detail, setDetail] = useAddressState<'lane' | 'payer'>('aging', 'lane');
  const words = texts.figures.aging;
  const rows = (detail === 'lane' ? byLane(props.rows) : props.rows).toSorted(
    (a, b) => laneOrder.indexOf(a.lane) - laneOrder.indexOf(b.lane) || b.total.amount - a.total.amount,
  );
  return (
    <Section
      title={words.title}
      note={words.note}
      kind="card"
      actions={
        <>
          <FilterChips<'lane' | 'payer'>
            label={words.detail}
            value={detail}
            onChange={setDetail}
            options={[
              { value: 'lane', label: words.byLane },
              { value: 'payer', label: words.byPayer },
            ]}
          />
          <CsvButton
            name="aging"
            page={() =>
              api('GET /api/reports/aging', { ...props.filter, format: 'csv' }, { accept: 'text/csv' })
            }
          />
        </>
      }
    >
      <DataTable<AgingRow>
        label={words.title}
        rows={rows}
        rowKey={({ lane, payer_id }) => `${lane} ${payer_id}`}
        columns={[
          { id: 'lane', label: words.lane, cell: ({ lane }) => texts.board.lanes[lane], foot: words.total },
          ...(detail === 'payer'
            ? [
                {
                  id: 'payer',
                  label: words.payer,
                  cell: ({ payer_id }: AgingRow) => payerName(payer_id),
                  foot: '',
                },
              ]
            : []),
          {
            id: 'claims',
            label: words.claims,
            align: 'end',
            cell: ({ total }) => formatNumber(total.count),
            foot: formatNumber(rows.reduce((sum, { total }) => sum + total.count, 0)),
          },
          ...ages.map(
            (age): TableColumn<AgingRow> => ({
              id: age,
              label: words.ages[age],
              align: 'end',
              cell: (row) => (row.ages[age].count === 0 ? '' : dollars(row.ages[age].amount)),
              foot: dollars(sumOf(rows.map((row) => row.ages[age].amount))),
            }),
          ),
          {
            id: 'total',
            label: words.total,
            align: 'end',
            cell: ({ total }) => dollars(total.amount),
            foot: dollars(sumOf(rows.map(({ total }) => total.amount))),
          },
        ]}
      />
    </Section>
  );
}

/** Adds the payers of each lane. */
function byLane(rows: readonly AgingRow[]): readonly AgingRow[] {
  const sums = new Map<AgingRow['lane'], AgingRow>();
  for (const row of rows) {
    const sum = sums.get(row.lane);
    sums.set(row.lane, sum === undefined ? row : added(sum, row));
  }
  return [...sums.values()];
}

function added(one: AgingRow, other: AgingRow): AgingRow {
  const plus = (a: AgingRow['total'], b: AgingRow['total']) => ({
    count: a.count + b.count,
    amount: sumOf([a.amount, b.amount]),
  });
  const sum = (age: (typeof ages)[number]) => plus(one.ages[age], other.ages[age]);
  return {
    lane: one.lane,
    payer_id: '',
    ages: {
      '0_30': sum('0_30'),
      '31_60': sum('31_60'),
      '61_90': sum('61_90'),
      '91_120': sum('91_120'),
      '121_plus': sum('121_plus'),
    },
    total: plus(one.total, other.total),
  };
}

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly filter: FigureFilter;
}

const classes = ['0_7', '8_14', '15_30', '31_45', '46_60', '61_90', '91_plus'] as const;

/** Days from submission to the first payment, by payer: average and classes. */
function DaysTable({ rows, filter }: TableProps<DaysToPayRow>) {
  const words = texts.figures.pay;
  return (
    <Section
      title={words.title}
      kind="card"
      actions={
        <CsvButton
          name="days-to-pay"
          page={() =>
            api('GET /api/reports/days-to-pay', { ...filter, format: 'csv' }, { accept: 'text/csv' })
          }
        />
      }
    >
      {rows.length === 0 ? (
        <p>{words.empty}</p>
      ) : (
        <DataTable<DaysToPayRow>
          label={words.title}
          rows={rows}
          rowKey={({ payer_id }) => payer_id}
          columns={[
            { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id) },
            {
              id: 'average',
              label: words.average,
              align: 'end',
              cell: ({ average_days }) => words.days(formatNumber(average_days, 1)),
            },
            { id: 'claims', label: words.claims, align: 'end', cell: (row) => formatNumber(row.claims) },
            ...classes.map(
              (id): TableColumn<DaysToPayRow> => ({
                id,
                label: words.classes[id],
                align: 'end',
                cell: (row) => formatNumber(row.classes[id] ?? 0),
              }),
            ),
          ]}
        />
      )}
    </Section>
  );
}

/** The share of sent claims that nobody rejected, by payer. */
function CleanTable({ rows, filter }: TableProps<CleanClaimsRow>) {
  const words = texts.figures.cleanClaims;
  return (
    <Section
      title={words.title}
      note={words.note}
      kind="card"
      actions={
        <CsvButton
          name="clean-claims"
          page={() =>
            api('GET /api/reports/clean-claims', { ...filter, format: 'csv' }, { accept: 'text/csv' })
          }
        />
      }
    >
      {rows.length === 0 ? (
        <p>{words.empty}</p>
      ) : (
        <DataTable<CleanClaimsRow>
          label={words.title}
          rows={rows}
          rowKey={({ payer_id }) => payer_id}
          columns={[
            { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id) },
            { id: 'sent', label: words.sent, align: 'end', cell: ({ sent }) => formatNumber(sent) },
            { id: 'clean', label: words.clean, align: 'end', cell: ({ clean }) => formatNumber(clean) },
            { id: 'rate', label: words.rate, align: 'end', cell: ({ rate }) => formatPercent(rate) },
          ]}
        />
      )}
    </Section>
  );
}
