import type { RemittanceClaim, RemittanceDetail } from '#contract/claims/responses/remittance-records.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { formatDate, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { adjustmentText, bearerText, providerReasonText } from './adjustment-text.ts';
import { cutsOf, sumOf } from './cuts.ts';

/** What was cut, by group and reason in words. */
export function CutTable({
  claims,
  isComplete,
}: {
  readonly claims: readonly RemittanceClaim[];
  readonly isComplete: boolean;
}) {
  const codes = useX12Texts();
  const words = texts.remittances.cuts;
  const cuts = cutsOf(claims);
  return (
    <Section title={words.title} note={isComplete ? undefined : words.partial(claims.length)} kind="card">
      {cuts.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <DataTable
          label={words.title}
          rows={cuts}
          rowKey={({ group, reason }) => `${group}-${reason}`}
          columns={[
            {
              id: 'reason',
              label: words.reason,
              cell: (cut) => adjustmentText(cut, codes),
              foot: words.total,
            },
            { id: 'bearer', label: words.bearer, cell: ({ group }) => bearerText(group), foot: '' },
            {
              id: 'claims',
              label: words.claims,
              align: 'end',
              cell: ({ claims: count }) => formatNumber(count),
              foot: '',
            },
            {
              id: 'amount',
              label: words.amount,
              align: 'end',
              cell: ({ amount }) => dollars(amount),
              foot: dollars(sumOf(cuts.map(({ amount }) => amount))),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** The provider-level adjustments (PLB) in words. */
export function ProviderAdjustmentTable({
  adjustments,
}: {
  readonly adjustments: RemittanceDetail['provider_adjustments'];
}) {
  const words = texts.remittances.provider;
  if (adjustments.length === 0) return null;
  return (
    <Section title={words.title} note={words.note} kind="card">
      <DataTable
        label={words.title}
        rows={adjustments}
        rowKey={(_, index) => String(index)}
        columns={[
          { id: 'reason', label: words.reason, cell: ({ reason, text }) => providerReasonText(reason, text) },
          { id: 'provider', label: words.provider, cell: ({ provider }) => provider },
          { id: 'reference', label: words.reference, cell: ({ reference = '' }) => reference },
          {
            id: 'period',
            label: words.period,
            cell: ({ fiscal_period }) => (fiscal_period === undefined ? '' : formatDate(fiscal_period)),
          },
          { id: 'amount', label: words.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
        ]}
      />
    </Section>
  );
}
