import type {
  ClaimAcknowledgmentDetail,
  ClaimStatus,
} from '#contract/claims/responses/acknowledgment-records.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { LaneBadge } from '../lane/lane-badge.tsx';
import { ClassificationBadge } from './verdict-badge.tsx';

/** A 277CA: its counts, statuses of the batch, and the statuses of claims page by page with their reasons. */
export function ClaimAcknowledgmentPanel({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}) {
  const read = (cursor?: string) =>
    api('GET /api/277ca-acks/{id}', {
      id,
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
  const { data, error, refresh } = useQuery(`acknowledgments/277ca/${id}`, () => read(), { keep: false });
  const list = usePages<ClaimStatus>(
    `acknowledgments/277ca/${id}/statuses`,
    async (cursor) => {
      const page = await read(cursor);
      return { data: page.statuses, next_cursor: page.next_cursor };
    },
    { keep: false },
  );
  const words = texts.submit.acknowledgments;
  return (
    <Panel title={words.kindNames['277CA']} note={data?.source.name} onClose={onClose}>
      {error !== undefined && data === undefined && <Failure error={error} onRetry={() => void refresh()} />}
      {error === undefined && data === undefined && <Loading rows={6} />}
      {data !== undefined && <Summary acknowledgment={data} />}
      {list.rows.length > 0 && (
        <Section title={words.statuses}>
          <StatusTable statuses={list.rows} />
          {list.hasMore && (
            <Button busy={list.isLoadingMore} onClick={() => void list.loadMore()}>
              {words.more}
            </Button>
          )}
        </Section>
      )}
    </Panel>
  );
}

function Summary({ acknowledgment }: { readonly acknowledgment: ClaimAcknowledgmentDetail }) {
  const words = texts.submit.acknowledgments;
  const { counts, answered_at, received_at, file_id, reference, unscoped_statuses } = acknowledgment;
  return (
    <>
      <p>{words.summary(counts.accepted, counts.rejected)}</p>
      {counts.unmatched + counts.ambiguous > 0 && (
        <Notice tone="warning" action={<Link to="/claims/unmatched?kind=status">{words.toUnmatched}</Link>}>
          {texts.remittances.unmatchedCount(counts.unmatched + counts.ambiguous)}
        </Notice>
      )}
      <Facts
        facts={[
          { label: words.received, value: formatDateTime(received_at) },
          { label: words.acknowledged, value: formatDateTime(answered_at) },
          { label: texts.submit.list.reference, value: reference },
          { label: words.batch, value: acknowledgment.batch },
          {
            label: texts.submit.list.file,
            value: <Link to={`/claims/files/${file_id}`}>{words.openFile}</Link>,
          },
        ]}
      />
      {unscoped_statuses.length > 0 && (
        <Section title={words.forNoPatient}>
          <ul>
            {unscoped_statuses.map(({ level, about, classification, status }, index) => (
              <li key={`${level} ${index}`}>
                <ClassificationBadge classification={classification} /> {about?.name}{' '}
                <span lang="en">{reasonText(status.reasons)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function StatusTable({ statuses }: { readonly statuses: readonly ClaimStatus[] }) {
  const words = texts.submit.acknowledgments;
  return (
    <DataTable<ClaimStatus>
      label={words.statuses}
      rows={statuses}
      rowKey={(_, index) => String(index)}
      columns={[
        {
          id: 'number',
          label: words.number,
          cell: ({ patient_control_number, match }) =>
            match.result === 'matched' ? (
              <Link to={`/claims/claim/${match.claim_id}`}>{patient_control_number}</Link>
            ) : (
              patient_control_number
            ),
        },
        {
          id: 'status',
          label: words.outcome,
          cell: ({ classification, conflict }) => (
            <>
              <ClassificationBadge classification={classification} />
              {conflict && <span class="ack-conflict"> {words.conflict}</span>}
            </>
          ),
        },
        {
          id: 'reason',
          label: words.reason,
          cell: ({ statuses: given, message }) => (
            <span lang="en">
              {[...given.map(({ reasons }) => reasonText(reasons)), message].filter(Boolean).join(' · ')}
            </span>
          ),
        },
        {
          id: 'amount',
          label: words.amount,
          align: 'end',
          cell: ({ amount }) => (amount === null ? '' : dollars(amount)),
        },
        { id: 'lane', label: words.lane, cell: ({ lane }) => lane && <LaneBadge lane={lane} /> },
      ]}
    />
  );
}

type Reasons = ClaimStatus['statuses'][number]['reasons'];

/** Category and code with their meanings, such as "A7:562: rejected, billing provider NPI". */
function reasonText(reasons: Reasons): string {
  return reasons
    .map(({ category, category_text, code, text }) => {
      const meaning = [category_text, text].filter(Boolean).join(', ');
      return meaning === '' ? `${category}:${code}` : `${category}:${code}: ${meaning}`;
    })
    .join('; ');
}
