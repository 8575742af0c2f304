import { useEffect, useState } from 'preact/hooks';
import type { AuditEntry } from '#claims/audit/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { actorName } from '#web/claims/people.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { codeText, type X12Texts } from '#web/text/x12-texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';
import { entityName, eventName, recordPage } from './names.ts';
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
  const codes = useX12Texts();
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
      <p class="link-line">
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
                cell: ({ name, text }) => <span class="audit-value">{valueText(name, text, codes)}</span>,
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

/** A value of the event; the code of a 277CA and of a payment (CLP02) with its meaning. */
function valueText(name: string, text: string, codes: X12Texts | undefined): string {
  const statuses: Readonly<Record<string, string>> = texts.remittances.claims.statuses;
  if (name === 'code') return codeText(codes, 'status', text);
  return name === 'status_code' ? [text, statuses[text]].filter(Boolean).join(': ') : text;
}

/** The value of a change; lanes by their names. */
function laneName(value: string): string {
  const lanes: Readonly<Record<string, string>> = texts.board.lanes;
  return value === '' ? texts.audit.entry.none : (lanes[value] ?? value);
}

/** The hashed fields in their order (docs/audit.md). */
const fields = [
  'id',
  'event_type',
  'entity_type',
  'entity_id',
  'actor',
  'payload_json',
  'created_at',
  'prev_hash',
] as const;

/** Computes the hash of an entry in the browser: SHA-256 over the fields joined with U+001F, as lower-case hex. */
async function entryHash(entry: AuditEntry): Promise<string> {
  const form = fields.map((field) => entry[field]).join('\u001f');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(form));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Entries of one request. */
const pageSize = 200;

/**
 * Finds an entry by its number. The API filters by time only, and times never decrease along the chain, so the search halves
 * the time until a page holds the entry. A tampered time can mislead the search.
 *
 * @returns undefined if the entry is not in the chain
 */
async function findEntry(id: number): Promise<AuditEntry | undefined> {
  const newest = await pageBefore(undefined);
  let high = newest.at(-1);
  if (high === undefined || (newest[0]?.id ?? 0) < id) return undefined;
  if (high.id <= id) return entryOf(newest, id);
  let highTime = Date.parse(high.created_at);
  let lowTime = await timeBefore(id, highTime);
  while (highTime - lowTime > 1) {
    const middle = Math.floor((lowTime + highTime) / 2);
    const page = await pageBefore(middle);
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined || first.id < id) lowTime = middle;
    else if (last.id <= id) return entryOf(page, id);
    else {
      high = last;
      highTime = Math.min(middle, Date.parse(high.created_at));
    }
  }
  return entryOf(await pageBefore(highTime), id);
}

/** Steps back, each time twice as far, to a time at which the entry did not exist yet. */
async function timeBefore(id: number, from: number): Promise<number> {
  let step = 3_600_000;
  for (let time = from - step; ; time -= step *= 2) {
    if (time <= 0) return 0;
    const [newest] = await pageBefore(time, 1);
    if (newest === undefined || newest.id < id) return time;
  }
}

async function pageBefore(time: number | undefined, limit = pageSize): Promise<readonly AuditEntry[]> {
  const to = time === undefined ? {} : { to: new Date(time).toISOString() };
  const { data } = await api('GET /api/admin/audit-log', { ...to, limit });
  return data;
}

const entryOf = (entries: readonly AuditEntry[], id: number): AuditEntry | undefined =>
  entries.find((entry) => entry.id === id);

/** A change of one value within the data of an event. */
interface PayloadChange {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** The data of an event as names with texts, and the changes among them. */
interface ReadPayload {
  readonly changes: readonly PayloadChange[];
  readonly facts: readonly { readonly name: string; readonly text: string }[];
}

/** Reads the data of an entry. A text that is no JSON, as in a tampered entry, is one fact. */
function readPayload(payloadJson: string, laneName: string): ReadPayload {
  const payload = parse(payloadJson);
  if (payload === undefined) return { changes: [], facts: [{ name: 'payload_json', text: payloadJson }] };
  const { from, to, changes, ...others } = payload;
  const listed = Array.isArray(changes) ? changes.map(changeOf) : [];
  const isMoved = typeof to === 'string' && from !== to;
  return {
    changes: [
      ...(isMoved ? [{ name: laneName, from: typeof from === 'string' ? from : '', to }] : []),
      ...listed.filter((change) => change !== undefined),
    ],
    facts: Object.entries({ ...others, ...(listed.includes(undefined) && { changes }) }).map(
      ([name, value]) => ({
        name,
        text: textOf(value),
      }),
    ),
  };
}

function changeOf(value: unknown): PayloadChange | undefined {
  if (!isRecord(value)) return undefined;
  const { path, name, id, from, to, before, after } = value;
  if (from === undefined && to === undefined && before === undefined && after === undefined) return undefined;
  return {
    name: textOf(path ?? name ?? id ?? ''),
    from: textOf(from ?? before ?? ''),
    to: textOf(to ?? after ?? ''),
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}
