import type { Submission } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { dollars } from '../dollars.ts';
import { isUnfinished } from '../submit/payer-preview.ts';
import { SubmissionPanel } from './submission-panel.tsx';

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
  const [openId, setOpenId] = useAddressState<string>('id', '');
  const submissions = usePages<Submission>(
    'submissions',
    (cursor) =>
      api('GET /api/clearhouse/submissions', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
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
        onOpen={({ id }) => setOpenId(id)}
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
      {openId !== '' && <SubmissionPanel id={openId} onClose={() => setOpenId('')} />}
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
    { id: 'file', label: words.file, cell: ({ file_name }) => file_name },
    { id: 'payer', label: words.payer, cell: ({ payer_id }) => payer_id, width: '140px' },
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
    },
    {
      id: 'created',
      label: words.created,
      cell: ({ created_at }) => formatDateTime(created_at),
      width: '190px',
      hideable: true,
    },
  ];
}
