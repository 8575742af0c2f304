import type { Checkpoint } from '#contract/claims/audit/checkpoints.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { saveFile } from '../csv/save-file.ts';

/** The signed checkpoints, oldest first. */
export function CheckpointList() {
  const words = texts.audit.checkpoints;
  const checkpoints = usePages<Checkpoint>(
    'audit/checkpoints',
    (cursor) =>
      api('GET /api/admin/audit-log/checkpoints', { limit: 200, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const sign = useAction(async () => {
    const { sequence } = await api('POST /api/admin/audit-log/checkpoints');
    toast({ text: words.signed(sequence), tone: 'good' });
    await checkpoints.refresh();
  });
  const save = () =>
    saveFile(
      'checkpoints.ndjson',
      new Blob(
        checkpoints.rows.map((checkpoint) => `${JSON.stringify(checkpoint)}\n`),
        { type: 'application/x-ndjson' },
      ),
    );
  return (
    <Section
      title={words.title}
      note={words.note}
      actions={
        <>
          {checkpoints.rows.length > 0 && !checkpoints.hasMore && (
            <Button icon="download" onClick={save}>
              {words.download}
            </Button>
          )}
          <Button icon="key" busy={sign.isRunning} reason={adminReason()} onClick={() => void sign.run()}>
            {words.sign}
          </Button>
        </>
      }
    >
      {checkpoints.isLoading && <Loading rows={4} />}
      {checkpoints.error !== undefined && (
        <Failure error={checkpoints.error} onRetry={() => void checkpoints.refresh()} />
      )}
      {!checkpoints.isLoading && checkpoints.error === undefined && checkpoints.rows.length === 0 && (
        <Empty icon="shield" title={words.empty} text={words.emptyText} />
      )}
      {checkpoints.rows.length > 0 && (
        <DataTable<Checkpoint>
          label={words.title}
          rows={checkpoints.rows}
          rowKey={({ sequence, time }) => `${sequence} ${time}`}
          columns={[
            { id: 'sequence', label: words.sequence, cell: ({ sequence }) => sequence },
            { id: 'time', label: words.time, cell: ({ time }) => formatDateTime(time) },
            { id: 'hash', label: words.hash, cell: ({ hash }) => <code class="audit-value">{hash}</code> },
            { id: 'key', label: words.key, cell: ({ key_id }) => <code>{key_id.slice(0, 12)}…</code> },
          ]}
        />
      )}
      {checkpoints.hasMore && (
        <Button busy={checkpoints.isLoadingMore} onClick={() => void checkpoints.loadMore()}>
          {texts.list.loadMore}
        </Button>
      )}
    </Section>
  );
}
