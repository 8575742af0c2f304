import type { Claim } from '#contract/claims/claim-records.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import type { PayerPreview } from './payer-preview.ts';

/** The claims that a submission to the payer sends. */
export function ReadyClaims({ payer }: { readonly payer: PayerPreview }) {
  const ready = usePages<Claim>(
    `submit/ready?payer=${payer.payerId}`,
    (cursor) =>
      api('GET /api/claims', {
        lane: 'ready',
        payer_id: payer.payerId,
        limit: 50,
        ...(cursor !== undefined && { cursor }),
      }),
    { keep: false },
  );
  const { columns } = texts.board;
  if (ready.isLoading) return <Loading rows={3} />;
  if (ready.error !== undefined && ready.rows.length === 0)
    return <Failure error={ready.error} onRetry={() => void ready.refresh()} />;
  return (
    <div class="submit-claims">
      <DataTable<Claim>
        label={texts.submit.readyClaims(payer.name)}
        rows={ready.rows}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'number',
            label: columns.number,
            cell: ({ id, patient_control_number }) => (
              <Link to={`/claims/claim/${id}`}>{patient_control_number}</Link>
            ),
          },
          { id: 'patient', label: columns.patient, cell: ({ patient_name }) => patient_name },
          {
            id: 'service',
            label: columns.service,
            cell: ({ service_from }) => (service_from === undefined ? '' : formatDate(service_from)),
          },
          {
            id: 'charge',
            label: columns.charge,
            align: 'end',
            cell: ({ total_charge }) => dollars(total_charge),
          },
        ]}
      />
      {ready.hasMore && (
        <Button busy={ready.isLoadingMore} onClick={() => void ready.loadMore()}>
          {texts.list.loadMore}
        </Button>
      )}
    </div>
  );
}
