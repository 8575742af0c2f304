import type { BulkPreview } from '#contract/claims/bulk/bulk-runs.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Notice } from '#web/components/notice.tsx';
import { texts } from '#web/text/texts.ts';
import { fieldName } from '../code/field-name.ts';
import { LaneChange } from './lane-change.tsx';
import type { PreviewResult } from './preview.ts';
import { skipText } from './skip-text.ts';

/** How many claims an operation would change, and what it would do to each. */
export function BulkPreviewView({ result }: { readonly result: PreviewResult }) {
  const words = texts.board.bulk;
  const { claims, changing, skipped, hasMore } = result;
  return (
    <>
      <p class="bulk-sum" role="status">
        <strong>{words.willChange(changing)}</strong>
        {skipped > 0 && ` · ${words.willSkip(skipped)}`}
      </p>
      {hasMore && <Notice>{words.firstOnly}</Notice>}
      <DataTable<BulkPreview>
        label={words.preview}
        rows={claims}
        rowKey={({ claim_id }) => claim_id}
        columns={[
          {
            id: 'claim',
            label: words.claim,
            cell: ({ patient_control_number, claim_id }) => patient_control_number ?? claim_id,
          },
          {
            id: 'outcome',
            label: words.outcome,
            cell: (claim) =>
              claim.outcome === 'skip' ? (
                `${words.skip}: ${skipText(claim)}`
              ) : (
                <LaneChange from={claim.from} to={claim.to} />
              ),
          },
          { id: 'change', label: words.change, cell: (claim) => <Changes claim={claim} /> },
        ]}
      />
    </>
  );
}

function Changes({
  claim: { changes = [], creates_correction, errors = 0 },
}: {
  readonly claim: BulkPreview;
}) {
  const words = texts.board.bulk;
  return (
    <>
      {changes.map(({ path, before, after }) => (
        <span key={path} class="bulk-change">
          {fieldName(path)}: <del>{before ?? words.none}</del> <ins>{after ?? words.none}</ins>
        </span>
      ))}
      {creates_correction && <span class="bulk-change">{words.newClaim}</span>}
      {errors > 0 && <span class="bulk-change">{words.after(errors)}</span>}
    </>
  );
}
