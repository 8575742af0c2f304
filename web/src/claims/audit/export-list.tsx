import { useEffect } from 'preact/hooks';
import type { ExportRun } from '#contract/claims/audit/runs.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { CopyButton } from '#web/components/copy-button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { saveFile } from '../csv/save-file.ts';

const tones: Readonly<Record<ExportRun['state'], Tone>> = { running: 'info', done: 'good', failed: 'danger' };

/** Exports of the log, the public key, and how to verify both without Granary. */
export function ExportList() {
  const words = texts.audit.export;
  const exports = useQuery('audit/exports', () => api('GET /api/admin/audit-log/export'), { keep: false });
  const start = useAction(
    async () => {
      await api('POST /api/admin/audit-log/export');
      await exports.refresh();
    },
    { done: words.started },
  );
  const isRunning = exports.data?.some(({ state }) => state === 'running') === true;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void exports.refresh(), 2_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <>
      <Section
        title={words.title}
        note={words.note}
        actions={
          <Button
            icon="download"
            busy={start.isRunning || isRunning}
            reason={adminReason()}
            onClick={() => void start.run()}
          >
            {words.start}
          </Button>
        }
      >
        {exports.isLoading && <Loading rows={3} />}
        {exports.error !== undefined && exports.data === undefined && (
          <Failure error={exports.error} onRetry={() => void exports.refresh()} />
        )}
        {exports.data?.length === 0 && <Empty icon="download" title={words.empty} text={words.emptyText} />}
        {exports.data !== undefined && exports.data.length > 0 && <ExportTable runs={exports.data} />}
      </Section>
      <OfflineProof />
    </>
  );
}

function ExportTable({ runs }: { readonly runs: readonly ExportRun[] }) {
  const words = texts.audit.export;
  return (
    <DataTable<ExportRun>
      label={words.title}
      rows={runs}
      rowKey={({ id }) => id}
      columns={[
        { id: 'range', label: words.range, cell: ({ from, to }) => `${from} – ${to}` },
        {
          id: 'state',
          label: words.state,
          cell: ({ state, progress, from, to }) => (
            <Badge tone={tones[state]}>
              {state === 'running'
                ? `${words.states.running} ${formatPercent(progress / (to - from + 1))}`
                : words.states[state]}
            </Badge>
          ),
        },
        { id: 'created', label: words.created, cell: ({ started_at }) => formatDateTime(started_at) },
        {
          id: 'size',
          label: words.size,
          align: 'end',
          cell: ({ bytes }) => (bytes === null ? '' : words.bytes(formatNumber(bytes))),
        },
        {
          id: 'file',
          label: words.file,
          cell: ({ id, state }) => (state === 'done' ? <DownloadButton id={id} /> : ''),
        },
      ]}
    />
  );
}

/** The link is asked for with each click, because it expires. */
function DownloadButton({ id }: { readonly id: string }) {
  const { run, isRunning } = useAction(async () => {
    const { url } = await api('GET /api/admin/audit-log/export/{id}', { id });
    if (url !== null) window.location.assign(url);
  });
  return (
    <Button kind="quiet" small icon="download" busy={isRunning} onClick={() => void run()}>
      {texts.audit.export.download}
    </Button>
  );
}

const command = 'npm run --silent audit -- verify export.ndjson --key public-key.pem';

function OfflineProof() {
  const words = texts.audit.export;
  const key = useQuery('audit/public-key', () => api('GET /api/admin/audit-log/public-key'), { keep: false });
  return (
    <Section title={words.offlineTitle} kind="card">
      <p>{words.offline}</p>
      <div class="audit-command">
        <code>{command}</code>
        <CopyButton text={command} label={words.copyCommand} />
      </div>
      <p>{words.offlineWhy}</p>
      {key.error !== undefined && key.data === undefined && (
        <Failure error={key.error} onRetry={() => void key.refresh()} />
      )}
      {key.data !== undefined && <PublicKey pem={key.data.public_key} />}
    </Section>
  );
}

function PublicKey({ pem }: { readonly pem: string }) {
  const words = texts.audit.export;
  return (
    <div>
      <h3>{words.publicKey}</h3>
      <pre class="audit-key">{pem}</pre>
      <div class="audit-command">
        <Button
          icon="download"
          small
          onClick={() => saveFile('public-key.pem', new Blob([pem], { type: 'application/x-pem-file' }))}
        >
          {words.saveKey}
        </Button>
        <CopyButton text={pem}>{words.copyKey}</CopyButton>
      </div>
    </div>
  );
}
