import type { PayerWithConfigs } from '#contract/claims/configuration/configuration.ts';
import type { CleanClaimsRow, DaysToPayRow } from '#contract/claims/reports.ts';
import { api } from '#web/api/api.ts';
import { DataTable, type TableColumn } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import type { FigureFilter } from './all-figures.ts';

interface TableProps<Row> {
  readonly rows: readonly Row[];
  readonly payers: readonly PayerWithConfigs[];
  readonly filter: FigureFilter;
}

/** The name of a payer; its id if it is not configured. */
export const payerName = (payerId: string, payers: readonly PayerWithConfigs[]): string =>
  payers.find(({ id }) => id === payerId)?.name ?? payerId;

const classes = ['0_7', '8_14', '15_30', '31_45', '46_60', '61_90', '91_plus'] as const;

/** Days from submission to the first payment, by payer: average and classes. */
export function DaysTable({ rows, payers, filter }: TableProps<DaysToPayRow>) {
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
            { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id, payers) },
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
export function CleanTable({ rows, payers, filter }: TableProps<CleanClaimsRow>) {
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
            { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id, payers) },
            { id: 'sent', label: words.sent, align: 'end', cell: ({ sent }) => formatNumber(sent) },
            { id: 'clean', label: words.clean, align: 'end', cell: ({ clean }) => formatNumber(clean) },
            { id: 'rate', label: words.rate, align: 'end', cell: ({ rate }) => formatPercent(rate) },
          ]}
        />
      )}
    </Section>
  );
}
