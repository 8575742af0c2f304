import { useEffect, useState } from 'preact/hooks';
import type { Purge } from '#claims/retention/contract.ts';
import { purgedKinds as kinds } from '#claims/retention/contract.ts';
import { api } from '#web/api/api.ts';
import { actorName } from '#web/claims/people.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateOf, formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';

/** Purges: a preview that removes nothing, then the purge, and the list of earlier ones. */
export function Purges({ hasPeriod }: { readonly hasPeriod: boolean }) {
  const [preview, setPreview] = useState<Purge>();
  const words = texts.retention.purges;
  const purges = usePages<Purge>(
    'retention/purges',
    (cursor) => api('GET /api/admin/purges', { limit: 50, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const isRunning = preview?.state === 'running' || purges.rows.some(({ state }) => state === 'running');
  const follow = async () => {
    if (preview?.state === 'running') setPreview(await api('GET /api/admin/purges/{id}', { id: preview.id }));
    await purges.refresh();
  };
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void follow(), 2_000);
    return () => clearInterval(timer);
  });
  const look = useAction(async () => {
    setPreview(await api('POST /api/admin/purges', { dry_run: true }));
    await purges.refresh();
  });
  const purge = useAction(
    async () => {
      await api('POST /api/admin/purges', {});
      setPreview(undefined);
      await purges.refresh();
    },
    { done: words.started },
  );
  const ask = async (count: number) => {
    const question = {
      title: words.confirmTitle(count),
      text: words.confirmText,
      action: words.run(count),
      danger: true,
    };
    if (await confirm(question)) await purge.run();
  };
  return (
    <Section
      title={words.title}
      note={words.note}
      actions={
        <Button
          icon="search"
          busy={look.isRunning}
          reason={adminReason() ?? (hasPeriod ? undefined : words.noPeriod)}
          onClick={() => void look.run()}
        >
          {words.preview}
        </Button>
      }
    >
      {preview !== undefined && (
        <Preview preview={preview} isRunning={purge.isRunning} onPurge={(count) => void ask(count)} />
      )}
      {purges.isLoading && <Loading rows={3} />}
      {purges.error !== undefined && <Failure error={purges.error} onRetry={() => void purges.refresh()} />}
      {!purges.isLoading && purges.error === undefined && purges.rows.length === 0 && (
        <Empty icon="trash" title={words.empty} text={words.emptyText} />
      )}
      {purges.rows.length > 0 && <PurgeTable purges={purges.rows} />}
      {purges.hasMore && <Button onClick={() => void purges.loadMore()}>{texts.list.loadMore}</Button>}
    </Section>
  );
}

function Preview(props: {
  readonly preview: Purge;
  readonly isRunning: boolean;
  readonly onPurge: (count: number) => void;
}) {
  const { purged, held, cutoff, state } = props.preview;
  const words = texts.retention.purges;
  const count = removed(props.preview);
  const rows = kinds.filter((kind) => purged[kind] > 0);
  return (
    <Section
      title={words.previewTitle}
      note={words.cutoff(formatDateOf(cutoff))}
      kind="card"
      actions={
        count > 0 &&
        state === 'done' && (
          <Button kind="danger" icon="trash" busy={props.isRunning} onClick={() => props.onPurge(count)}>
            {words.run(count)}
          </Button>
        )
      }
    >
      {state === 'running' && <Loading rows={2} label={words.running} />}
      {state === 'done' && count === 0 && <Notice tone="good" isNew title={words.nothing} />}
      {held > 0 && <Notice>{words.held(held)}</Notice>}
      {rows.length > 0 && (
        <DataTable
          label={words.previewTitle}
          rows={rows}
          rowKey={(kind) => kind}
          columns={[
            { id: 'kind', label: words.kind, cell: (kind) => words.kinds[kind] },
            { id: 'count', label: words.count, align: 'end', cell: (kind) => formatNumber(purged[kind]) },
          ]}
        />
      )}
    </Section>
  );
}

function PurgeTable({ purges }: { readonly purges: readonly Purge[] }) {
  const words = texts.retention.purges;
  return (
    <DataTable<Purge>
      label={words.title}
      rows={purges}
      rowKey={({ id }) => id}
      columns={[
        { id: 'started', label: words.startedAt, cell: ({ started_at }) => formatDateTime(started_at) },
        { id: 'by', label: words.by, cell: ({ started_by }) => actorName(started_by) },
        {
          id: 'state',
          label: words.state,
          cell: ({ state, dry_run }) => (
            <Badge tone={state === 'running' ? 'info' : dry_run ? 'neutral' : 'good'}>
              {dry_run ? words.dryRun : words[state]}
            </Badge>
          ),
        },
        {
          id: 'removed',
          label: words.removed,
          align: 'end',
          cell: (purge) =>
            purge.dry_run ? `(${formatNumber(removed(purge))})` : formatNumber(removed(purge)),
        },
        { id: 'held', label: words.heldColumn, align: 'end', cell: ({ held }) => formatNumber(held) },
      ]}
    />
  );
}

/** Records that were removed, or that a purge would remove; stored objects belong to files. */
const removed = ({ purged }: Purge): number =>
  kinds.filter((kind) => kind !== 'objects').reduce((sum, kind) => sum + purged[kind], 0);
