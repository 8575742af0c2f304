import type { Claim } from '#claims/claims/claim-fields.ts';
import type { Submission, SubmissionWithClaims } from '#claims/clearhouse/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { actorName } from '#web/claims/people.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { type PanelSteps, panelSteps, useAddressPanel } from '#web/data/address-state.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { LaneBadge } from '../lane/lane-badge.tsx';
import { useRepeated } from '../lane/use-repeated.ts';
import { payerName } from '../payer/payers.ts';
import { transportErrorText } from '../submit/connection-test.tsx';
import { isUnfinished } from '../submit/payer-preview.ts';

const tones: Readonly<Record<Submission['state'], Tone>> = {
  preparing: 'info',
  prepared: 'warning',
  uploaded: 'warning',
  sent: 'info',
  recorded: 'good',
  abandoned: 'neutral',
};

/** The 837P files that were sent or wait to be sent, with their states. */
export default function SubmissionsPage() {
  const panel = useAddressPanel('id');
  const submissions = usePages<Submission>(
    'submissions',
    (cursor) =>
      api('GET /api/clearhouse/submissions', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  useRepeated(submissions.refresh, submissions.rows.some(isUnfinished) ? 10_000 : undefined);
  const words = texts.submit.list;
  return (
    <Page
      title={texts.app.pages.submissions}
      answer={submissions.readAt === undefined ? undefined : answerOf(submissions.rows)}
      actions={
        <CsvButton
          name="submissions"
          page={(cursor) =>
            api(
              'GET /api/clearhouse/submissions',
              { format: 'csv', limit: 200, ...(cursor !== undefined && { cursor }) },
              { accept: 'text/csv' },
            )
          }
        />
      }
    >
      <List<Submission>
        label={words.title}
        rows={submissions.rows}
        rowKey={({ id }) => id}
        columns={columns()}
        panel={panel}
        hasMore={submissions.hasMore}
        onMore={submissions.loadMore}
        isLoading={submissions.isLoading}
        error={submissions.error}
        onRetry={submissions.refresh}
        empty={
          <Empty
            icon="send"
            title={words.empty}
            text={words.emptyText}
            action={<LinkButton to="/claims/submit">{words.toSubmit}</LinkButton>}
          />
        }
      />
      {panel.shown !== undefined && (
        <SubmissionPanel id={panel.shown} steps={panelSteps(panel, submissions.rows, ({ id }) => id)} />
      )}
    </Page>
  );
}

/** The state of a submission as a word with its tone. */
const StateBadge = ({ state }: Pick<Submission, 'state'>) => (
  <Badge tone={tones[state]}>{texts.submit.list.states[state]}</Badge>
);

function answerOf(rows: readonly Submission[]): string {
  const words = texts.submit.list;
  if (rows.length === 0) return words.answerNone;
  const waiting = rows.filter(isUnfinished).length;
  return waiting > 0 ? words.answerBad(waiting) : words.answerGood;
}

function columns(): readonly Column<Submission>[] {
  const words = texts.submit.list;
  return [
    {
      id: 'interchange',
      label: words.interchange,
      cell: ({ interchange_control_number }) => interchange_control_number,
      width: '170px',
    },
    { id: 'file', label: words.file, cell: ({ file_name }) => file_name, card: 'none', hideable: true },
    { id: 'payer', label: words.payer, cell: ({ payer_id }) => payerName(payer_id), width: '180px' },
    { id: 'state', label: words.state, cell: ({ state }) => <StateBadge state={state} />, width: '200px' },
    {
      id: 'claims',
      label: words.claims,
      cell: ({ claim_count }) => formatNumber(claim_count),
      align: 'end',
      width: '130px',
      card: 'none',
    },
    {
      id: 'charge',
      label: words.charge,
      cell: ({ total_charge }) => dollars(total_charge),
      align: 'end',
      width: '120px',
      card: 'value',
      labelOnCard: true,
    },
    {
      id: 'created',
      label: words.created,
      cell: ({ created_at }) => formatDateTime(created_at),
      width: '190px',
      hideable: true,
      card: 'line',
    },
  ];
}

/** One submission beside the list: what its state guarantees, its file and its claims. */
function SubmissionPanel({ id, steps }: { readonly id: string; readonly steps: PanelSteps }) {
  const { data, error, refresh } = useQuery(
    `submissions/${id}`,
    () => api('GET /api/clearhouse/submissions/{id}', { id }),
    {
      keep: false,
    },
  );
  useRepeated(refresh, data && isUnfinished(data) ? 3_000 : undefined);
  return (
    <Panel
      title={data?.file_name ?? texts.app.pages.submissions}
      note={data && texts.submit.list.states[data.state]}
      {...steps}
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
      <SubmittedClaims submission={submission} />
    </>
  );
}

/** The claims of a submission, as they are now. */
function SubmittedClaims({
  submission: { id, recorded_count },
}: {
  readonly submission: SubmissionWithClaims;
}) {
  const claims = usePages<Claim>(
    `claims of submission ${id} ${recorded_count}`,
    (cursor) =>
      api('POST /api/claims/search', {
        submission_id: id,
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      }),
    { keep: false },
  );
  const words = texts.submit.list;
  return (
    <Section title={words.claimsOf}>
      {claims.isLoading && <Loading rows={3} />}
      {claims.error !== undefined && <Failure error={claims.error} onRetry={() => void claims.refresh()} />}
      {claims.rows.length > 0 && (
        <DataTable<Claim>
          label={words.claimsOf}
          rows={claims.rows}
          rowKey={(claim) => claim.id}
          columns={[
            {
              id: 'number',
              label: words.number,
              cell: (claim) => <Link to={`/claims/claim/${claim.id}`}>{claim.patient_control_number}</Link>,
            },
            { id: 'lane', label: words.lane, cell: ({ lane }) => <LaneBadge lane={lane} /> },
          ]}
        />
      )}
      {claims.hasMore && (
        <Button busy={claims.isLoadingMore} onClick={() => void claims.loadMore()}>
          {texts.list.loadMore}
        </Button>
      )}
    </Section>
  );
}

function factsOf(submission: SubmissionWithClaims) {
  const words = texts.submit.list;
  const { sent_at, finished_at, size } = submission;
  return [
    { label: words.payer, value: payerName(submission.payer_id) },
    { label: words.claims, value: formatNumber(submission.claim_count) },
    { label: words.charge, value: dollars(submission.total_charge) },
    { label: words.created, value: formatDateTime(submission.created_at) },
    { label: words.sentAt, value: sent_at && formatDateTime(sent_at) },
    { label: words.finished, value: finished_at && formatDateTime(finished_at) },
    { label: words.by, value: actorName(submission.created_by) },
    { label: words.attempts, value: submission.attempts > 0 ? formatNumber(submission.attempts) : undefined },
    { label: words.transport, value: texts.submit.transports[submission.transport] },
    { label: words.size, value: words.bytes(formatNumber(size)) },
    { label: words.interchange, value: submission.interchange_control_number },
    { label: words.group, value: submission.group_control_number },
    { label: words.reference, value: submission.reference },
    { label: words.hash, value: <code>{submission.sha256}</code> },
  ];
}
