import type { File } from '#claims/files/contract.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { FilePicker } from './file-picker.tsx';
import { FileStateBadge, kindsText } from './file-state.tsx';
import { UploadList } from './upload-list.tsx';
import { clearEnded, isProcessed, isUnderWay, uploads } from './uploads.ts';
import './files.css';

const states = ['applied', 'partly_applied', 'quarantined', 'duplicate', 'processing', 'expected'] as const;
type StateFilter = (typeof states)[number] | 'all';

/** Files of the claims service: what arrived, what was wrong, and where to drop more. */
export default function FilesPage() {
  const [state, setState] = useAddressState<StateFilter>('state', 'all');
  const files = usePages<File>(
    `files?state=${state}`,
    (cursor) =>
      api('GET /api/files', {
        limit: 100,
        ...(cursor !== undefined && { cursor }),
        ...(state !== 'all' && { state }),
      }),
    { keep: false },
  );
  const all = texts.files;
  return (
    <Page
      title={all.title}
      answer={files.readAt !== undefined && answer(files.rows)}
      note={all.note}
      primary={<FilePicker />}
    >
      {uploads.value.length > 0 && (
        <Section
          title={all.uploads}
          kind="card"
          actions={
            uploads.value.some((upload) => !isUnderWay(upload)) && (
              <Button kind="quiet" small onClick={clearEnded}>
                {all.clearDone}
              </Button>
            )
          }
        >
          <UploadList uploads={uploads.value} />
        </Section>
      )}
      <FilterChips
        label={all.filter}
        value={state}
        onChange={setState}
        options={[
          { value: 'all', label: all.all },
          ...states.map((value) => ({ value, label: all.states[value] })),
        ]}
      />
      <List<File>
        label={all.list}
        rows={files.rows}
        rowKey={({ id }) => id}
        columns={columns()}
        pageOf={({ id }) => `/claims/files/${id}`}
        hasMore={files.hasMore}
        onMore={files.loadMore}
        isLoading={files.isLoading}
        error={files.error}
        onRetry={files.refresh}
        empty={
          <Empty
            icon="file"
            title={all.empty}
            text={all.emptyText}
            action={<FilePicker kind="secondary" />}
          />
        }
      />
    </Page>
  );
}

/** The latest files decide: what still runs, then what was left out. */
function answer(files: readonly File[]): string {
  const recent = files.slice(0, 20);
  const running = recent.filter((file) => !isProcessed(file) && file.state !== 'expected').length;
  const bad = recent.filter(({ state }) => state === 'partly_applied' || state === 'quarantined').length;
  if (files.length === 0) return texts.files.answerNone;
  if (running > 0) return texts.files.answerWaiting(running);
  return bad > 0 ? texts.files.answerBad(bad) : texts.files.answerGood;
}

function columns(): readonly Column<File>[] {
  const { columns: labels } = texts.files;
  return [
    { id: 'name', label: labels.name, cell: ({ name }) => name, width: '2fr' },
    {
      id: 'state',
      label: labels.state,
      cell: ({ state }) => <FileStateBadge state={state} />,
      width: '180px',
    },
    { id: 'kinds', label: labels.kinds, cell: ({ kinds }) => kindsText(kinds), hideable: true },
    {
      id: 'claims',
      label: labels.claims,
      cell: ({ counts }) => (counts.claims > 0 ? formatNumber(counts.claims) : ''),
      align: 'end',
      width: '110px',
      card: 'none',
    },
    {
      id: 'charge',
      label: labels.charge,
      cell: ({ counts }) => (counts.claims > 0 ? dollars(counts.charge) : ''),
      align: 'end',
      width: '120px',
      hideable: true,
      card: 'value',
      labelOnCard: true,
    },
    {
      id: 'findings',
      label: labels.findings,
      cell: ({ finding_counts: { fatal, error } }) => (fatal + error > 0 ? formatNumber(fatal + error) : ''),
      align: 'end',
      width: '90px',
      card: 'none',
    },
    {
      id: 'received',
      label: labels.received,
      cell: ({ received_at }) => formatDateTime(received_at),
      width: '190px',
      hideable: true,
      card: 'line',
    },
  ];
}
