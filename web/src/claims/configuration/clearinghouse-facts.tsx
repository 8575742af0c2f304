import type { Clearhouse } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { api } from '#web/api/api.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { transportErrorText } from '../submit/connection-test.tsx';

/** The clearinghouse: identity, transport, and the last visit with the responses that stay there. */
export function ClearinghouseFacts() {
  const { data, error, refresh } = useQuery('submit/clearhouse', () => api('GET /api/clearhouse'), {
    keep: false,
  });
  if (error !== undefined && data === undefined)
    return <Failure error={error} onRetry={() => void refresh()} />;
  if (data === undefined) return <Loading rows={8} />;
  const words = texts.configuration.clearinghouse;
  const { submitter, sftp, file_name } = data;
  return (
    <>
      <Section title={data.name} kind="card">
        <Facts
          wide
          facts={[
            { label: words.environment, value: texts.submit.environments[data.environment] },
            { label: words.partner, value: data.trading_partner_id },
            { label: words.submitter, value: submitter.name },
            { label: words.contact, value: `${submitter.contact.name}, ${submitter.contact.phone}` },
            { label: words.transport, value: texts.submit.transports[data.transport] },
            { label: words.host, value: sftp && `${sftp.host}:${sftp.port}` },
            { label: words.user, value: sftp?.username },
            { label: words.hostKey, value: sftp?.host_key },
            { label: words.upload, value: sftp?.upload_directory },
            { label: words.responses, value: sftp?.response_directory },
            {
              label: words.deletes,
              value: sftp && texts.configuration.payers[sftp.delete_after_pickup ? 'yes' : 'no'],
            },
            { label: words.zone, value: file_name.time_zone },
          ]}
        />
      </Section>
      <LastVisit visit={data.last_visit} />
    </>
  );
}

function LastVisit({ visit }: { readonly visit: Clearhouse['last_visit'] }) {
  const words = texts.configuration.clearinghouse;
  if (visit === undefined)
    return (
      <Section title={words.lastVisit} kind="card">
        <p>{words.noVisit}</p>
      </Section>
    );
  return (
    <Section title={words.lastVisit} note={formatDateTime(visit.at)} kind="card">
      <p>
        {words.taken(visit.taken)}, {words.waiting(visit.waiting)}
      </p>
      {visit.error !== undefined && <Notice tone="danger">{transportErrorText(visit.error)}</Notice>}
      {visit.passed_over_count > 0 && (
        <>
          <Notice tone="warning" title={words.passedOver(visit.passed_over_count)} />
          <DataTable
            label={words.passedOver(visit.passed_over_count)}
            rows={visit.passed_over}
            rowKey={({ name }) => name}
            columns={[
              { id: 'file', label: words.file, cell: ({ name }) => name },
              { id: 'why', label: words.why, cell: transportErrorText },
              { id: 'size', label: words.size, align: 'end', cell: ({ size }) => formatNumber(size) },
            ]}
          />
        </>
      )}
    </Section>
  );
}
