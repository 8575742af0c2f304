import type { PayerWithConfigs } from '#contract/claims/configuration/configuration.ts';
import type { DenialRow } from '#contract/claims/reports.ts';
import { api } from '#web/api/api.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { adjustmentText, bearerText } from '../remittances/adjustment-text.ts';
import type { FigureFilter } from './all-figures.ts';
import { payerName } from './payer-tables.tsx';

/** Why claims are denied or cut, in words, the largest amount first. */
export function DenialTable(props: {
  readonly rows: readonly DenialRow[];
  readonly payers: readonly PayerWithConfigs[];
  readonly filter: FigureFilter;
}) {
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
            { id: 'bearer', label: words.bearer, cell: ({ group }) => bearerText(group) },
            { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id, props.payers) },
            { id: 'claims', label: words.claims, align: 'end', cell: (row) => formatNumber(row.claims) },
            { id: 'amount', label: words.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
          ]}
        />
      )}
    </Section>
  );
}
