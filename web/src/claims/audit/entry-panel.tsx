import { useEffect, useState } from 'preact/hooks';
import type { AuditEntry } from '#contract/claims/audit/log.ts';
import { Link } from '#web/app/router.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { entryHash } from './entry-hash.ts';
import { findEntry } from './find-entry.ts';
import { actorName, entityName, eventName, recordPage } from './names.ts';
import { readPayload } from './payload.ts';
import { verification } from './verification.ts';

/** One entry: what changed, the data of the event, and its hash computed again in the browser. */
export function EntryPanel(props: {
  readonly id: number;
  /** The entry, if the list has it. */
  readonly known: AuditEntry | undefined;
  readonly onShow: (id: number) => void;
  readonly onClose: () => void;
}) {
  const { id, known, onShow, onClose } = props;
  const found = useQuery(
    known === undefined ? `audit/entry/${id}` : undefined,
    async () => (await findEntry(id)) ?? null,
    { keep: false },
  );
  const entry = known ?? found.data;
  const words = texts.audit.entry;
  return (
    <Panel
      title={words.title(id)}
      note={entry ? eventName(entry.event_type) : undefined}
      onClose={onClose}
      onPrevious={() => onShow(id + 1)}
      onNext={id > 1 ? () => onShow(id - 1) : undefined}
    >
      <Finding id={id} />
      {found.error !== undefined && entry == null && (
        <Failure error={found.error} onRetry={() => void found.refresh()} />
      )}
      {known === undefined && found.isLoading && <Loading rows={8} label={words.searching} />}
      {entry === null && <Empty icon="shield" title={words.missing} text={words.missingText} />}
      {entry != null && <EntryContent entry={entry} />}
    </Panel>
  );
}

/** What the verification found at this entry. */
function Finding({ id }: { readonly id: number }) {
  const state = verification.value;
  if (state?.phase !== 'done' || state.result.first_bad_id !== id || state.result.reason === null)
    return null;
  return (
    <Notice tone="danger" title={texts.audit.entry.finding}>
      {texts.audit.reasons[state.result.reason]}
    </Notice>
  );
}

function EntryContent({ entry }: { readonly entry: AuditEntry }) {
  const words = texts.audit;
  const { changes, facts } = readPayload(entry.payload_json, words.entry.lane);
  const page = recordPage(entry);
  const record = `${entityName(entry.entity_type)} ${entry.entity_id}`;
  return (
    <>
      <Facts
        facts={[
          { label: words.columns.event, value: `${eventName(entry.event_type)} (${entry.event_type})` },
          { label: words.columns.time, value: formatDateTime(entry.created_at) },
          {
            label: words.columns.entity,
            value: page === undefined ? record : <Link to={page}>{record}</Link>,
          },
          { label: words.columns.actor, value: actorName(entry.actor) },
        ]}
      />
      <p>
        <Link to={`/claims/audit?entityId=${encodeURIComponent(entry.entity_id)}`}>
          {words.entry.of(record)}
        </Link>
      </p>
      {changes.length > 0 && (
        <Section title={words.entry.changes}>
          <Facts
            facts={changes.map(({ name, from, to }) => ({
              label: name,
              value: words.entry.change(laneName(from), laneName(to)),
            }))}
          />
        </Section>
      )}
      {facts.length > 0 && (
        <Section title={words.entry.data}>
          <DataTable
            label={words.entry.data}
            rows={facts}
            rowKey={({ name }) => name}
            columns={[
              { id: 'name', label: words.entry.name, cell: ({ name }) => <code>{name}</code> },
              {
                id: 'text',
                label: words.entry.data,
                cell: ({ text }) => <span class="audit-value">{text}</span>,
              },
            ]}
          />
        </Section>
      )}
      <Proof entry={entry} />
    </>
  );
}

function Proof({ entry }: { readonly entry: AuditEntry }) {
  const [computed, setComputed] = useState<string>();
  const words = texts.audit.entry;
  useEffect(() => {
    let isCurrent = true;
    setComputed(undefined);
    void entryHash(entry).then((hash) => {
      if (isCurrent) setComputed(hash);
    });
    return () => {
      isCurrent = false;
    };
  }, [entry]);
  const agrees = computed === entry.hash;
  return (
    <Section title={words.proof}>
      {computed !== undefined && (
        <Notice tone={agrees ? 'good' : 'danger'}>{agrees ? words.agrees : words.differs}</Notice>
      )}
      <Facts
        facts={[
          { label: words.recorded, value: <code class="audit-value">{entry.hash}</code> },
          { label: words.computed, value: computed && <code class="audit-value">{computed}</code> },
          { label: words.prevHash, value: <code class="audit-value">{entry.prev_hash}</code> },
        ]}
      />
    </Section>
  );
}

/** The value of a change; lanes by their names. */
function laneName(value: string): string {
  const lanes: Readonly<Record<string, string>> = texts.board.lanes;
  return value === '' ? texts.audit.entry.none : (lanes[value] ?? value);
}
