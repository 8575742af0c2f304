import { useState } from 'preact/hooks';
import type { LegalHold } from '#contract/claims/retention.ts';
import { api } from '#web/api/api.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { usePages } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { actorName } from '../audit/names.ts';
import { CreateHoldDialog, ReleaseHoldDialog } from './hold-dialogs.tsx';

/** The legal holds: list, create, end. */
export function LegalHolds() {
  const [asked, setAsked] = useState<LegalHold | 'new'>();
  const holds = usePages<LegalHold>(
    'retention/holds',
    (cursor) => api('GET /api/admin/legal-holds', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const words = texts.retention.holds;
  const close = () => setAsked(undefined);
  const changed = () => {
    close();
    void holds.refresh();
  };
  return (
    <Section
      title={words.title}
      note={words.note}
      actions={
        <Button icon="lock" reason={adminReason()} onClick={() => setAsked('new')}>
          {words.create}
        </Button>
      }
    >
      {holds.isLoading && <Loading rows={3} />}
      {holds.error !== undefined && <Failure error={holds.error} onRetry={() => void holds.refresh()} />}
      {!holds.isLoading && holds.error === undefined && holds.rows.length === 0 && (
        <Empty icon="lock" title={words.empty} text={words.emptyText} />
      )}
      {holds.rows.length > 0 && <HoldTable holds={holds.rows} onRelease={setAsked} />}
      {holds.hasMore && <Button onClick={() => void holds.loadMore()}>{texts.list.loadMore}</Button>}
      {asked === 'new' && <CreateHoldDialog onDone={changed} onClose={close} />}
      {asked !== undefined && asked !== 'new' && (
        <ReleaseHoldDialog hold={asked} onDone={changed} onClose={close} />
      )}
    </Section>
  );
}

function HoldTable(props: {
  readonly holds: readonly LegalHold[];
  readonly onRelease: (hold: LegalHold) => void;
}) {
  const words = texts.retention.holds;
  return (
    <DataTable<LegalHold>
      label={words.title}
      rows={props.holds}
      rowKey={({ id }) => id}
      columns={[
        { id: 'what', label: words.what, cell: heldText },
        { id: 'reason', label: words.reason, cell: ({ reason }) => reason },
        { id: 'since', label: words.since, cell: ({ created_at }) => formatDate(created_at) },
        { id: 'by', label: words.by, cell: ({ created_by }) => actorName(created_by) },
        {
          id: 'state',
          label: words.state,
          cell: ({ released_at }) =>
            released_at === undefined ? (
              <Badge tone="warning" icon="lock">
                {words.active}
              </Badge>
            ) : (
              <Badge>{words.ended(formatDate(released_at))}</Badge>
            ),
        },
        {
          id: 'release',
          label: words.release,
          cell: (hold) =>
            hold.released_at === undefined && (
              <Button
                small
                kind="quiet"
                reason={adminReason()}
                reasonAs="tip"
                onClick={() => props.onRelease(hold)}
              >
                {words.release}
              </Button>
            ),
        },
      ]}
    />
  );
}

function heldText({ everything, claim_ids, member_ids, file_ids, remittance_ids }: LegalHold): string {
  const { parts } = texts.retention.holds;
  if (everything) return parts.everything;
  return [
    claim_ids.length > 0 && parts.claims(claim_ids.length),
    member_ids.length > 0 && parts.members(member_ids.length),
    file_ids.length > 0 && parts.files(file_ids.length),
    remittance_ids.length > 0 && parts.remittances(remittance_ids.length),
  ]
    .filter(Boolean)
    .join(', ');
}
