import { useMemo } from 'preact/hooks';
import type { ImplementationAcknowledgment } from '#claims/acknowledgments/contract.ts';
import type {
  ClaimAcknowledgment,
  ClaimAcknowledgmentDetail,
  ClaimStatus,
} from '#claims/claim-acknowledgments/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { CsvButton } from '#web/claims/csv/csv-button.tsx';
import { dollars } from '#web/claims/dollars.ts';
import { LaneBadge } from '#web/claims/lane/lane-badge.tsx';
import { payerName } from '#web/claims/payer/payers.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { type PanelSteps, panelSteps, useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDate, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { acknowledgmentTexts as words } from './acknowledgment-texts.ts';
import { FileAcknowledgmentPanel, numbersText } from './file-acknowledgment-panel.tsx';
import { ClassificationBadge, VerdictBadge } from './verdict-badge.tsx';

type Kind = 'files' | 'claims';

/** Acknowledgments of payers: of files (999, TA1) and of claims (277CA). */
export default function AcknowledgmentsPage() {
  const [kind, setKind] = useAddressState<Kind>('kind', 'files');
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
    title={words.empty}
    text={words.emptyText}
    action={<LinkButton to="/claims/submissions">{texts.app.pages.submissions}</LinkButton>}
  />
);

function FileAcknowledgments() {
  const panel = useAddressPanel('id');
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
        label={words.listFiles}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={columns}
        panel={panel}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.refresh}
        empty={<NoAcknowledgments />}
      />
      {panel.shown !== undefined && (
        <FileAcknowledgmentPanel id={panel.shown} steps={panelSteps(panel, list.rows, ({ id }) => id)} />
      )}
    </>
  );
}

function ClaimAcknowledgments() {
  const panel = useAddressPanel('id');
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
        label={words.listClaims}
        rows={list.rows}
        rowKey={({ id }) => id}
        columns={columns}
        panel={panel}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.refresh}
        empty={<NoAcknowledgments />}
      />
      {panel.shown !== undefined && (
        <ClaimAcknowledgmentPanel id={panel.shown} steps={panelSteps(panel, list.rows, ({ id }) => id)} />
      )}
    </>
  );
}

function fileColumns(): readonly Column<ImplementationAcknowledgment>[] {
  return [
    {
      id: 'received',
      label: words.received,
      cell: ({ received_at }) => formatDateTime(received_at),
      width: '190px',
    },
    { id: 'sender', label: words.sender, cell: ({ sender }) => payerName(sender) },
    {
      id: 'acknowledged',
      label: words.acknowledged,
      cell: ({ acknowledged }) => numbersText(acknowledged),
      width: '150px',
      card: 'none',
    },
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
  return [
    {
      id: 'received',
      label: words.received,
      cell: ({ received_at }) => formatDateTime(received_at),
      width: '190px',
    },
    { id: 'source', label: words.sender, cell: ({ source }) => payerName(source.id, source.name) },
    { id: 'batch', label: words.batch, cell: ({ batch, reference }) => batch ?? reference, card: 'none' },
    countColumn('accepted', ({ counts }) => counts.accepted),
    countColumn('rejected', ({ counts }) => counts.rejected),
    countColumn('unmatched', ({ counts }) => counts.unmatched + counts.ambiguous),
  ];
}

function countColumn<T>(id: 'accepted' | 'rejected' | 'unmatched', count: (row: T) => number): Column<T> {
  return {
    id,
    label: words[id],
    cell: (row) => formatNumber(count(row)),
    align: 'end',
    width: '120px',
    labelOnCard: true,
  };
}

/** A 277CA: its counts, statuses of the batch, and the statuses of claims page by page with their reasons. */
function ClaimAcknowledgmentPanel({ id, steps }: { readonly id: string; readonly steps: PanelSteps }) {
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
  return (
    <Panel
      title={words.kindNames['277CA']}
      note={data && payerName(data.source.id, data.source.name)}
      {...steps}
    >
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
  const { counts, answered_at, processed, received_at, file_id, reference, unscoped_statuses } =
    acknowledgment;
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
          {
            label: words.acknowledgedAt,
            value: processed === undefined ? formatDateTime(answered_at) : formatDate(processed),
          },
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
          cell: ({ statuses: given, message, service_lines }) => (
            <>
              <span lang="en">{statusesText(given, message)}</span>
              {service_lines.length > 0 && <ServiceLines lines={service_lines} />}
            </>
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

type ServiceLine = ClaimStatus['service_lines'][number];

const ServiceLines = ({ lines }: { readonly lines: readonly ServiceLine[] }) => (
  <ul>
    {lines.map((line, index) => (
      <li key={`${line.procedure} ${index}`}>
        {lineText(line, index)}: <span lang="en">{statusesText(line.statuses)}</span>
      </li>
    ))}
  </ul>
);

/** A service line, such as "Line 1: 99213 25, 1 unit, $125.00". */
function lineText(line: ServiceLine, index: number): string {
  const facts = [
    [line.procedure, ...line.modifiers].join(' '),
    line.revenue_code && words.revenueCode(line.revenue_code),
    [line.service_date, line.service_date_end].flatMap((day) => (day ? [formatDate(day)] : [])).join(' – '),
    line.units === undefined ? '' : words.units(line.units),
    dollars(line.charge),
  ];
  return words.line(index + 1, facts.filter(Boolean).join(', '));
}

type Statuses = ClaimStatus['statuses'];

const statusesText = (statuses: Statuses, message?: string): string =>
  [...statuses.map(({ reasons }) => reasonText(reasons)), message].filter(Boolean).join(' · ');

type Reasons = Statuses[number]['reasons'];

/** Category and code with their meanings, such as "A7:562: rejected, billing provider NPI". */
function reasonText(reasons: Reasons): string {
  return reasons
    .map(({ category, category_text, code, text }) => {
      const meaning = [category_text, text].filter(Boolean).join(', ');
      return meaning === '' ? `${category}:${code}` : `${category}:${code}: ${meaning}`;
    })
    .join('; ');
}
