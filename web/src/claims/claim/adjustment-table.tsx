import { DataTable } from '#web/components/data-table.tsx';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import type { Adjustment } from './timeline-events.ts';
import './claim.css';

/** Adjustments in words: why, who bears the amount, and how much. */
export function AdjustmentTable({ adjustments }: { readonly adjustments: readonly Adjustment[] }) {
  const codes = useX12Texts();
  const words = texts.claim.money;
  return (
    <DataTable<Adjustment>
      label={words.adjustments}
      rows={adjustments}
      rowKey={({ group, reason }) => `${group}-${reason}`}
      columns={[
        {
          id: 'reason',
          label: words.reason,
          cell: ({ group, reason, text }) => (
            <>
              {`${group}-${reason}: ${codes?.adjustmentReason(reason) ?? text ?? words.unknownReason}`}
              <span class="claim-adjustment-who">{codes?.groups[group] ?? group}</span>
            </>
          ),
        },
        { id: 'amount', label: words.amount, align: 'end', cell: ({ amount }) => dollars(amount) },
      ]}
    />
  );
}
