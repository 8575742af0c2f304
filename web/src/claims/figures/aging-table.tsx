import { useState } from 'preact/hooks';
import type { PayerWithConfigs } from '#contract/claims/configuration/configuration.ts';
import type { AgingRow } from '#contract/claims/reports.ts';
import { agingClasses as ages } from '#contract/claims/reports.ts';
import { api } from '#web/api/api.ts';
import { DataTable, type TableColumn } from '#web/components/data-table.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { Section } from '#web/components/page.tsx';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { laneOrder } from '../lane/lanes.ts';
import { sumOf } from '../remittances/cuts.ts';
import type { FigureFilter } from './all-figures.ts';
import { payerName } from './payer-tables.tsx';

/** Charges by lane, payer and age. */
export function AgingTable(props: {
  readonly rows: readonly AgingRow[];
  readonly payers: readonly PayerWithConfigs[];
  readonly filter: FigureFilter;
}) {
  const [detail, setDetail] = useState<'lane' | 'payer'>('lane');
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
                  cell: ({ payer_id }: AgingRow) => payerName(payer_id, props.payers),
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
