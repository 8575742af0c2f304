import './audit.css';
import { useEffect, useState } from 'preact/hooks';
import type { Checkpoint, ExportRun, Verification, VerificationRun } from '#claims/audit/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { adminReason } from '#web/claims/access/access.ts';
import { Stack } from '#web/claims/stack.tsx';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button, CopyButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { FieldRow, NumberField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { saveFile } from '#web/data/csv-file.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { EntryList } from './entry-list.tsx';
import { type Range, RunFailed, type VerificationState, verification, verify } from './verification.ts';

type Tab = 'entries' | 'checkpoints' | 'export';

/** The audit log: the proof in one line, then entries, checkpoints and exports. */
export default function AuditPage() {
  const [tab, setTab] = useAddressState<Tab>('tab', 'entries');
  const [from, setFrom] = useState<number>();
  const [to, setTo] = useState<number>();
  const words = texts.audit;
  const state = verification.value;
  const range: Range = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const start = () => void verify(range);
  return (
    <Page
      title={texts.app.pages.audit}
      note={state === undefined ? words.notVerified : undefined}
      primary={
        <Button kind="primary" icon="shield" busy={state?.phase === 'running'} onClick={start}>
          {words.verify}
        </Button>
      }
    >
      {state !== undefined && <VerificationLine state={state} onRetry={start} />}
      <details class="screen-only">
        <summary>{words.range}</summary>
        <FieldRow>
          <NumberField
            label={words.from}
            hint={words.rangeHint}
            value={from}
            onChange={setFrom}
            min={1}
            plain
            optional
          />
          <NumberField
            label={words.to}
            hint={words.rangeHint}
            value={to}
            onChange={setTo}
            min={1}
            plain
            optional
          />
        </FieldRow>
      </details>
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'entries', label: words.tabs.entries },
          { value: 'checkpoints', label: words.tabs.checkpoints },
          { value: 'export', label: words.tabs.export },
        ]}
      >
        <Stack>
          {tab === 'checkpoints' ? <CheckpointList /> : tab === 'export' ? <ExportList /> : <EntryList />}
        </Stack>
      </Tabs>
    </Page>
  );
}

/** The signed checkpoints, oldest first. */
function CheckpointList() {
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

/** The result of the verification: one green line with what was proven, or red with the entry where it was not. */
function VerificationLine({
  state,
  onRetry,
}: {
  readonly state: VerificationState;
  readonly onRetry: () => void;
}) {
  const words = texts.audit;
  if (state.phase === 'running')
    return state.run === undefined ? (
      <Progress label={words.verifying} value={undefined} max={1} />
    ) : (
      <div>
        <Progress
          label={words.running(state.run.from, state.run.to)}
          value={share(state.run)}
          max={1}
          text={words.runProgress(formatPercent(share(state.run)))}
        />
      </div>
    );
  if (state.phase === 'failed')
    return state.error instanceof RunFailed ? (
      <Notice tone="warning" isNew title={words.runFailed} />
    ) : (
      <Failure error={state.error} onRetry={onRetry} />
    );
  return state.result.ok ? <Proven {...state} /> : <Broken result={state.result} />;
}

function Proven({ result, at, seconds }: Extract<VerificationState, { phase: 'done' }>) {
  const words = texts.audit;
  const { checked, from, to, checkpoints } = result;
  return (
    <Notice
      tone="good"
      isNew
      title={
        checked === 0
          ? words.provenEmpty
          : words.proven(checked, from, to, checkpoints, formatNumber(seconds, 1))
      }
    >
      {words.provenAt(formatDateTime(at))}. {words.whatIsProven}
    </Notice>
  );
}

function Broken({ result: { first_bad_id, reason, detail, checked } }: { readonly result: Verification }) {
  const words = texts.audit;
  return (
    <Notice
      tone="danger"
      isNew
      title={first_bad_id === null ? words.brokenNoEntry : words.broken(first_bad_id)}
      action={
        first_bad_id !== null && (
          <Link to={`/claims/audit?entry=${first_bad_id}`}>{words.openEntry(first_bad_id)}</Link>
        )
      }
    >
      <p>{reason === null ? detail : words.reasons[reason]}</p>
      {checked > 0 && <p>{words.provenBefore(checked)}</p>}
      <p>{words.nextStep}</p>
    </Notice>
  );
}

/** The share of the range that a run has read; its progress counts entries. */
const share = ({ progress, from, to }: VerificationRun): number => progress / Math.max(1, to - from + 1);

const tones: Readonly<Record<ExportRun['state'], Tone>> = { running: 'info', done: 'good', failed: 'danger' };

/** Exports of the log, the public key, and how to verify both without Granary. */
function ExportList() {
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
