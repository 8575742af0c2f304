import type { SubmissionWithClaims } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { transportErrorText } from '../submit/connection-test.tsx';

/** One submission beside the list: what its state guarantees, its file and its claims. */
export function SubmissionPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, error, refresh } = useQuery(
    `submissions/${id}`,
    () => api('GET /api/clearhouse/submissions/{id}', { id }),
    {
      keep: false,
    },
  );
  return (
    <Panel
      title={data?.file_name ?? texts.app.pages.submissions}
      note={data && texts.submit.list.states[data.state]}
      onClose={onClose}
    >
      {error !== undefined && data === undefined && <Failure error={error} onRetry={() => void refresh()} />}
      {error === undefined && data === undefined && <Loading rows={6} />}
      {data !== undefined && <SubmissionContent submission={data} />}
    </Panel>
  );
}

function SubmissionContent({ submission }: { readonly submission: SubmissionWithClaims }) {
  const words = texts.submit.list;
  const { state, claim_count, recorded_count, last_error } = submission;
  return (
    <>
      <p>{words.sentences[state]}</p>
      {state !== 'recorded' && state !== 'abandoned' && (
        <Progress
          label={words.state}
          labelHidden
          value={recorded_count}
          max={claim_count}
          text={words.progress(recorded_count, claim_count)}
        />
      )}
      {last_error !== undefined && (
        <Notice tone="danger" title={words.lastError}>
          {transportErrorText(last_error)}
        </Notice>
      )}
      <Facts facts={factsOf(submission)} />
      <Section title={words.claimsOf}>
        <DataTable
          label={words.claimsOf}
          rows={submission.claims}
          rowKey={({ claim_id }) => claim_id}
          columns={[
            {
              id: 'number',
              label: words.number,
              cell: ({ claim_id, patient_control_number }) => (
                <Link to={`/claims/claim/${claim_id}`}>{patient_control_number}</Link>
              ),
            },
            { id: 'set', label: words.set, cell: ({ set }) => set, align: 'end' },
          ]}
        />
      </Section>
    </>
  );
}

function factsOf(submission: SubmissionWithClaims) {
  const words = texts.submit.list;
  const { sent_at, finished_at, size } = submission;
  return [
    { label: words.payer, value: submission.payer_id },
    { label: words.claims, value: formatNumber(submission.claim_count) },
    { label: words.charge, value: dollars(submission.total_charge) },
    { label: words.created, value: formatDateTime(submission.created_at) },
    { label: words.sentAt, value: sent_at && formatDateTime(sent_at) },
    { label: words.finished, value: finished_at && formatDateTime(finished_at) },
    { label: words.by, value: submission.created_by },
    { label: words.attempts, value: submission.attempts > 0 ? formatNumber(submission.attempts) : undefined },
    { label: words.transport, value: texts.submit.transports[submission.transport] },
    { label: words.size, value: words.bytes(formatNumber(size)) },
    { label: words.interchange, value: submission.interchange_control_number },
    { label: words.group, value: submission.group_control_number },
    { label: words.reference, value: submission.reference },
    { label: words.hash, value: <code>{submission.sha256}</code> },
  ];
}
