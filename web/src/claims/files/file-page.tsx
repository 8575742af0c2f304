import { useEffect } from 'preact/hooks';
import type { Claim } from '#claims/claims/claim-fields.ts';
import type { FileDetail } from '#claims/files/contract.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { api } from '#web/api/api.ts';
import { useParameters } from '#web/app/router.ts';
import { LinkButton } from '#web/components/button.tsx';
import { Facts } from '#web/components/facts.tsx';
import { List } from '#web/components/list.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDateTime, formatNumber, formatPercent } from '#web/text/format.ts';
import { language, texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { FindingList } from '../finding/finding-list.tsx';
import { claimColumns } from '../lane/claim-columns.tsx';
import { FileStateBadge, kindsText } from './file-state.tsx';
import { isProcessed } from './uploads.ts';
import './files.css';

/** A file: whether it arrived, what was wrong, what happened to the good part, and which acknowledgments it got. */
export default function FilePage() {
  const { id = '' } = useParameters();
  const {
    data: file,
    error,
    refresh,
  } = useQuery(`file ${id}`, () => api('GET /api/files/{id}', { id }), { keep: false });
  const isRunning = file !== undefined && !isProcessed(file) && file.state !== 'expected';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void refresh(), 1_500);
    return () => clearInterval(timer);
  }, [isRunning, id]);
  const words = texts.files;
  if (file === undefined) {
    return (
      <Page title={words.title}>
        {isApiError(error, 'not_found') ? (
          <Empty
            icon="file"
            title={words.missing}
            action={<LinkButton to="/claims/files">{words.title}</LinkButton>}
          />
        ) : error === undefined ? (
          <Loading rows={6} />
        ) : (
          <Failure error={error} onRetry={refresh} />
        )}
      </Page>
    );
  }
  return (
    <Page
      title={file.name}
      answer={words.sentences[file.state]}
      note={<NextStep file={file} />}
      actions={<FileStateBadge state={file.state} />}
      primary={<PrimaryLink file={file} />}
    >
      {isRunning && (
        <Progress
          label={file.name}
          labelHidden
          value={file.progress.percent}
          max={100}
          text={words.upload.processing(formatPercent(file.progress.percent / 100))}
        />
      )}
      <Stored file={file} />
      {file.reasons.length > 0 && (
        <Section title={isRunning ? words.notProcessed : words.leftOut} kind="card">
          <FileReasons reasons={file.reasons} />
        </Section>
      )}
      <Section
        title={words.findings}
        kind="card"
        note={file.findings.length >= 500 ? words.first500 : undefined}
      >
        {file.findings.length === 0 ? <p>{words.noFindings}</p> : <FindingList findings={file.findings} />}
      </Section>
      {file.kinds.includes('837P') && (
        <>
          <Section title={words.acknowledgments} kind="card" note={words.acknowledgmentHint}>
            <Acknowledgments keys={file.outbound_keys} />
          </Section>
          <FileClaims file={file} />
        </>
      )}
      <Section title={words.facts} kind="card">
        <FileFacts file={file} />
      </Section>
    </Page>
  );
}

function NextStep({ file }: { readonly file: FileDetail }) {
  const { nextSteps } = texts.files;
  const steps = [
    file.counts.drafts > 0 && nextSteps.drafts(file.counts.drafts),
    file.state === 'quarantined' && nextSteps.quarantined,
    file.state === 'partly_applied' && nextSteps.partly_applied,
  ].filter((step) => step !== false);
  return steps.length === 0 ? null : <span>{steps.join(' ')}</span>;
}

function PrimaryLink({ file }: { readonly file: FileDetail }) {
  if (file.duplicate_of !== undefined) {
    return (
      <LinkButton kind="primary" to={`/claims/files/${file.duplicate_of}`}>
        {texts.files.original}
      </LinkButton>
    );
  }
  if (file.counts.drafts === 0) return null;
  return (
    <LinkButton kind="primary" to="/claims?lane=draft">
      {texts.files.openDrafts}
    </LinkButton>
  );
}

/** What happened to the good part. */
function Stored({ file: { counts, state } }: { readonly file: FileDetail }) {
  const words = texts.files;
  const isNothing = counts.claims + counts.matched + counts.unmatched === 0;
  if (isNothing && (state === 'expected' || state === 'received')) return null;
  const shown = (count: number) => (count > 0 ? formatNumber(count) : undefined);
  return (
    <Section title={words.good} kind="card">
      {isNothing ? (
        <p>{words.nothingStored}</p>
      ) : (
        <Facts
          wide
          facts={[
            { label: words.goodClaims, value: shown(counts.claims) },
            { label: words.goodCharge, value: counts.claims > 0 ? dollars(counts.charge) : undefined },
            { label: words.goodDrafts, value: shown(counts.drafts) },
            { label: words.goodDuplicates, value: shown(counts.duplicates) },
            { label: words.goodMatched, value: shown(counts.matched) },
            { label: words.goodUnmatched, value: shown(counts.unmatched) },
          ]}
        />
      )}
    </Section>
  );
}

/** Names of the responses that the file got, without the folders of the bucket. */
function Acknowledgments({ keys }: { readonly keys: readonly string[] }) {
  if (keys.length === 0) return <p>{texts.files.noAcknowledgments}</p>;
  return (
    <ul class="file-keys">
      {keys.map((key) => (
        <li key={key}>
          <code>{key.split('/').at(-1)}</code> · {kindOfKey(key)}
        </li>
      ))}
    </ul>
  );
}

function kindOfKey(key: string): string {
  const { kinds } = texts.files;
  if (key.includes('277CA')) return kinds['277CA'];
  return key.includes('TA1') ? kinds.TA1 : kinds['999'];
}

function FileFacts({ file }: { readonly file: FileDetail }) {
  const { factNames: names, bytes, origins } = texts.files;
  return (
    <Facts
      facts={[
        { label: names.content, value: kindsText(file.kinds) },
        { label: names.received, value: formatDateTime(file.received_at) },
        { label: names.finished, value: file.finished_at && formatDateTime(file.finished_at) },
        { label: names.origin, value: origins[file.origin] },
        { label: names.size, value: bytes(file.size) },
        { label: names.hash, value: file.sha256 && <code class="file-hash">{file.sha256}</code> },
        { label: names.archive, value: file.archive_key && <code>{file.archive_key}</code> },
        { label: names.quarantine, value: file.quarantine_key && <code>{file.quarantine_key}</code> },
      ]}
    />
  );
}

/** The claims that a file brought, as they are now. */
function FileClaims({ file: { id, updated_at } }: { readonly file: FileDetail }) {
  const found = usePages<Claim>(
    `claims of file ${id} ${updated_at}`,
    (cursor) =>
      api('POST /api/claims/search', { file_id: id, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  return (
    <Section title={texts.files.fileClaims}>
      <List<Claim>
        label={texts.files.fileClaims}
        rows={found.rows}
        rowKey={(claim) => claim.id}
        columns={claimColumns('number', 'patient', 'payer', 'service', 'charge', 'state', 'errors')}
        pageOf={({ id }) => `/claims/claim/${id}`}
        hasMore={found.hasMore}
        onMore={found.loadMore}
        isLoading={found.isLoading}
        error={found.error}
        onRetry={found.refresh}
        empty={<Empty icon="claim" title={texts.files.noClaims} />}
      />
    </Section>
  );
}

type Reason = FileDetail['reasons'][number];

/** Why the file, or a part of it, was left out, with the place of each fault. */
function FileReasons({ reasons }: { readonly reasons: readonly Reason[] }) {
  const codes = useX12Texts();
  return (
    <ul class="file-reasons">
      {reasons.map((reason, index) => {
        const meaning =
          reason.code === 'interrupted'
            ? texts.files.interrupted
            : language === 'en'
              ? undefined
              : codes?.edit(reason.code);
        return (
          <li class="file-reason" key={index}>
            <p>
              {meaning ?? <span lang="en">{reason.message}</span>}{' '}
              <span class="file-reason-code">{reason.code}</span>
            </p>
            <p class="file-reason-place">{placeOf(reason)}</p>
          </li>
        );
      })}
    </ul>
  );
}

function placeOf({ interchange, group, transaction, segment, segment_index, byte_offset }: Reason): string {
  const { place } = texts.files;
  return [
    interchange && `${place.interchange} ${interchange}`,
    group && `${place.group} ${group}`,
    transaction && `${place.transaction} ${transaction}`,
    segment && `${place.segment} ${[segment, segment_index].filter((part) => part !== undefined).join(' ')}`,
    byte_offset !== undefined && `${place.byte} ${formatNumber(byte_offset)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
