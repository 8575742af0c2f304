import { useMemo } from 'preact/hooks';
import type {
  ClaimAcknowledgment,
  ImplementationAcknowledgment,
} from '#contract/claims/responses/acknowledgment-records.ts';
import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/components/button.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CsvButton } from '../csv/csv-button.tsx';
import { ClaimAcknowledgmentPanel } from './claim-acknowledgment-panel.tsx';
import { FileAcknowledgmentPanel } from './file-acknowledgment-panel.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

type Kind = 'files' | 'claims';

/** Acknowledgments of payers: of files (999, TA1) and of claims (277CA). */
export default function AcknowledgmentsPage() {
  const [kind, setKind] = useAddressState<Kind>('kind', 'files');
  const words = texts.submit.acknowledgments;
  return (
    <Page
      title={texts.app.pages.acknowledgments}
      note={words.question}
      actions={
        <CsvButton
          key={kind}
          name={kind === 'files' ? 'acknowledgments-999' : 'acknowledgments-277ca'}
          page={(cursor) => {
            const input = { format: 'csv' as const, limit: 200, ...(cursor !== undefined && { cursor }) };
            return kind === 'files'
              ? api('GET /api/999-acks', input, { accept: 'text/csv' })
              : api('GET /api/277ca-acks', input, { accept: 'text/csv' });
          }}
        />
      }
    >
      <Tabs<Kind>
        label={words.kinds}
        value={kind}
        onChange={setKind}
        tabs={[
          { value: 'files', label: words.files },
          { value: 'claims', label: words.claims },
        ]}
      >
        {kind === 'files' ? <FileAcknowledgments /> : <ClaimAcknowledgments />}
      </Tabs>
    </Page>
  );
}

const NoAcknowledgments = () => (
  <Empty
    icon="inbox"
    title={texts.submit.acknowledgments.empty}
    text={texts.submit.acknowledgments.emptyText}
    action={<LinkButton to="/claims/submissions">{texts.app.pages.submissions}</LinkButton>}
  />
);

function FileAcknowledgments() {
  const [open, setOpen] = useAddressState<string>('id', '');
  const list = usePages<ImplementationAcknowledgment>(
    'acknowledgments/999',
    (cursor) =>
      api('GET /api/999-acks', {
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      }),
    { keep: false },
  );
  const columns = useMemo(fileColumns, []);
  return (
    <>
      <List<ImplementationAcknowledgment>
        label={texts.submit.acknowledgments.listFiles}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={columns}
        onOpen={({ id }) => setOpen(id)}
        openKey={open}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.refresh}
        empty={<NoAcknowledgments />}
      />
      {open !== '' && <FileAcknowledgmentPanel id={open} onClose={() => setOpen('')} />}
    </>
  );
}

function ClaimAcknowledgments() {
  const [open, setOpen] = useAddressState<string>('id', '');
  const list = usePages<ClaimAcknowledgment>(
    'acknowledgments/277ca',
    (cursor) =>
      api('GET /api/277ca-acks', {
        limit: 100,
        ...(cursor !== undefined && { cursor }),
      }),
    { keep: false },
  );
  const columns = useMemo(claimColumns, []);
  return (
    <>
      <List<ClaimAcknowledgment>
        label={texts.submit.acknowledgments.listClaims}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={columns}
        onOpen={({ id }) => setOpen(id)}
        openKey={open}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.refresh}
        empty={<NoAcknowledgments />}
      />
      {open !== '' && <ClaimAcknowledgmentPanel id={open} onClose={() => setOpen('')} />}
    </>
  );
}

function fileColumns(): readonly Column<ImplementationAcknowledgment>[] {
  const words = texts.submit.acknowledgments;
  return [
    {
      id: 'received',
      label: words.received,
      cell: ({ received_at }) => formatDateTime(received_at),
      width: '190px',
    },
    { id: 'sender', label: words.sender, cell: ({ sender }) => sender },
    { id: 'kind', label: words.kind, cell: ({ kind }) => kind, width: '80px' },
    {
      id: 'verdict',
      label: words.verdict,
      cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
      width: '170px',
    },
    countColumn('accepted', ({ claim_counts }) => claim_counts.accepted),
    countColumn('rejected', ({ claim_counts }) => claim_counts.rejected),
  ];
}

function claimColumns(): readonly Column<ClaimAcknowledgment>[] {
  const words = texts.submit.acknowledgments;
  return [
    {
      id: 'received',
      label: words.received,
      cell: ({ received_at }) => formatDateTime(received_at),
      width: '190px',
    },
    { id: 'source', label: words.sender, cell: ({ source }) => source.name },
    countColumn('accepted', ({ counts }) => counts.accepted),
    countColumn('rejected', ({ counts }) => counts.rejected),
    countColumn('unmatched', ({ counts }) => counts.unmatched + counts.ambiguous),
  ];
}

function countColumn<T>(id: 'accepted' | 'rejected' | 'unmatched', count: (row: T) => number): Column<T> {
  return {
    id,
    label: texts.submit.acknowledgments[id],
    cell: (row) => formatNumber(count(row)),
    align: 'end',
    width: '120px',
    labelOnCard: true,
  };
}
