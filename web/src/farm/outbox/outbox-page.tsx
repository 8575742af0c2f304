import { useState } from 'preact/hooks';
import { ApiError } from '#clients/typescript/src/runtime/errors.ts';
import { mayBecome } from '#commerce/orders/rules.ts';
import type { Field } from '#contract/commerce/water-fields.ts';
import { errorText } from '#web/api/error-text.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { EntryPanel } from '#web/farm/water/entry-panel.tsx';
import { fieldNameOf, useFields } from '#web/farm/water/water-data.ts';
import type { WaterEntry } from '#web/farm/water/water-entries.ts';
import { EntryStateBadge } from '#web/offline/entry-state.tsx';
import {
  allOutboxEntries,
  changeEntry,
  discardEntry,
  outboxEntries,
  sendOutbox,
  waitingFor,
} from '#web/offline/outbox.ts';
import type {
  Conflict,
  OutboxEntry,
  Refusal,
  Theirs,
  WaterLogFields,
  Write,
} from '#web/offline/outbox-entry.ts';
import { keepMine, keepTheirs } from '#web/offline/outbox-resolve.ts';
import { chooseBrand, session, useBrand } from '#web/session/session.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './outbox-card.css';

/** What is not sent yet, why, and what needs a decision. */
export default function OutboxPage() {
  const { offline } = texts;
  const entries = outboxEntries.value;
  const fields = useFields(useBrand().id).data ?? [];
  const [edited, setEdited] = useState<WaterEntry | undefined>(undefined);
  const attention = entries.filter(({ state }) => state.kind !== 'waiting');
  const waiting = entries.filter(({ state }) => state.kind === 'waiting');
  const isEmpty = allOutboxEntries.value.length === 0;
  return (
    <Page
      title={offline.title}
      answer={
        isEmpty
          ? offline.allSent
          : [
              ...(attention.length > 0 ? [offline.attention(attention.length)] : []),
              ...(waiting.length > 0 ? [offline.waiting(waiting.length)] : []),
            ].join(' · ') || undefined
      }
      note={waiting.length > 0 && reasonText()}
      primary={
        waiting.length > 0 && (
          <Button kind="primary" icon="refresh" onClick={() => void sendOutbox()}>
            {offline.sendNow}
          </Button>
        )
      }
      narrow
    >
      {isEmpty && <Empty icon="check-circle" title={offline.emptyTitle} text={offline.emptyText} />}
      <OtherBrands />
      <ul class="outbox" aria-label={offline.entries}>
        {[...attention, ...waiting].map((entry) => (
          <OutboxCard
            key={entry.id}
            entry={entry}
            fields={fields}
            onEdit={() => setEdited(asWaterEntry(entry))}
          />
        ))}
      </ul>
      {edited !== undefined && (
        <EntryPanel entry={edited} fields={fields} onClose={() => setEdited(undefined)} />
      )}
    </Page>
  );
}

function reasonText(): string | undefined {
  const { why } = texts.offline;
  const end = waitingFor.value;
  if (end === undefined) return why.sending;
  return end === 'idle' ? undefined : why[end];
}

/** The form of the water page changes an entry in the outbox as it changes a stored one. */
function asWaterEntry({ id, write, state }: OutboxEntry): WaterEntry | undefined {
  if (write.kind !== 'create_water_log' && write.kind !== 'edit_water_log') return undefined;
  return { ...write.after, id: write.recordId, version: undefined, pending: { entryId: id, state } };
}

/** How many entries wait in other brands of the person, because the count in the navigation is for all of them. */
function OtherBrands() {
  const { offline } = texts;
  const { id: openId } = useBrand();
  const others = Map.groupBy(
    allOutboxEntries.value.filter(({ brandId }) => brandId !== openId),
    ({ brandId }) => brandId,
  );
  return [...others].map(([brandId, entries]) => {
    const brand = session.value?.brands.find(({ id }) => id === brandId);
    return (
      <Notice
        key={brandId}
        title={offline.waitingIn(entries.length, brand?.name ?? offline.otherBrand)}
        action={
          brand !== undefined && (
            <Button onClick={() => chooseBrand(brandId)}>{offline.openBrand(brand.name)}</Button>
          )
        }
      />
    );
  });
}

/** One entry of the outbox: what it would change, how far it is, and what a person can do. */
function OutboxCard(props: {
  readonly entry: OutboxEntry;
  readonly fields: readonly Field[];
  readonly onEdit: () => void;
}) {
  const { entry, fields } = props;
  const { write, state, madeAt, attempts } = entry;
  const { offline } = texts;
  const title = `outbox-${entry.id}`;
  return (
    <li>
      <article class="outbox-card" aria-labelledby={title}>
        <header class="outbox-card-header">
          <h2 class="outbox-card-title" id={title}>
            {offline.kind[write.kind]}
          </h2>
          <EntryStateBadge state={state} />
        </header>
        <p class="outbox-card-note">
          {offline.madeAt(formatDateTime(madeAt))}
          {attempts > 0 && ` · ${offline.attempts(attempts)}`}
        </p>
        {state.kind === 'conflict' ? (
          <ConflictChoice entry={entry} conflict={state} fields={fields} />
        ) : (
          <DraftFacts write={write} fields={fields} />
        )}
        {state.kind === 'refused' && <RefusalNotice refusal={state} />}
        {state.kind !== 'conflict' && <Actions {...props} isRefused={state.kind === 'refused'} />}
      </article>
    </li>
  );
}

function ConflictChoice({
  entry,
  conflict,
  fields,
}: {
  readonly entry: OutboxEntry;
  readonly conflict: Conflict;
  readonly fields: readonly Field[];
}) {
  const { offline, orders } = texts;
  const { write } = entry;
  const { theirs } = conflict;
  const isDeleted = theirs.kind === 'deleted';
  const isOrder = write.kind === 'order_status';
  const blocked =
    isOrder && theirs.kind === 'order' && !mayBecome(theirs.status, write.to)
      ? offline.cannotKeepMine(orders.status[theirs.status])
      : undefined;
  const canRepeat = !isDeleted || write.kind === 'create_water_log' || write.kind === 'edit_water_log';
  return (
    <>
      <p>{isDeleted ? offline.deletedTitle : offline.conflictTitle}</p>
      <VersionTable write={write} theirs={theirs} fields={fields} />
      <div class="outbox-card-actions">
        <Button onClick={() => void keepTheirs(entry)}>{offline.keepTheirs}</Button>
        {canRepeat && (
          <Button kind="primary" reason={blocked} onClick={() => void keepMine(entry, conflict)}>
            {isDeleted ? offline.keepMineNew : offline.keepMine}
          </Button>
        )}
        {isOrder && <LinkButton to={`/orders/${write.recordId}`}>{offline.openOrder}</LinkButton>}
      </div>
    </>
  );
}

function RefusalNotice({ refusal }: { readonly refusal: Refusal }) {
  const { offline } = texts;
  const { title, detail } = errorText(errorOf(refusal));
  return (
    <Notice tone="danger" title={offline.refusedTitle}>
      <p>{detail === undefined ? title : `${title}. ${detail}`}</p>
      {refusal.details.map(({ path, message }) => (
        <p key={path.join('.')}>{`${path.at(-1)}: ${message}`}</p>
      ))}
      <p>{offline.kept}</p>
      {refusal.requestId !== undefined && (
        <p>
          {offline.requestId} <code>{refusal.requestId}</code>
        </p>
      )}
    </Notice>
  );
}

function Actions({
  entry,
  isRefused,
  onEdit,
}: {
  readonly entry: OutboxEntry;
  readonly isRefused: boolean;
  readonly onEdit: () => void;
}) {
  const { offline } = texts;
  const { write } = entry;
  const discard = async () => {
    const isConfirmed = await confirm({
      title: offline.discardTitle,
      text: offline.discardText,
      action: offline.discard,
      danger: true,
    });
    if (isConfirmed) await discardEntry(entry.id);
  };
  return (
    <div class="outbox-card-actions">
      <Button icon="trash" onClick={() => void discard()}>
        {offline.discard}
      </Button>
      {(write.kind === 'create_water_log' || write.kind === 'edit_water_log') && (
        <Button icon="edit" onClick={onEdit}>
          {offline.edit}
        </Button>
      )}
      {isRefused && (
        <Button kind="primary" onClick={() => void changeEntry(entry.id, (current) => current.write)}>
          {offline.sendAgain}
        </Button>
      )}
    </div>
  );
}

/** The refusal as the error that it was, for the texts of errors. */
const errorOf = ({ code, message, details, requestId }: Refusal): ApiError =>
  new ApiError(
    { status: 400, code, message, details, requestId, retryAfterSeconds: undefined, headers: new Headers() },
    { operation: 'outbox', attempts: 1 },
  );

interface Member {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}

/** What an entry of the outbox writes. */
function DraftFacts({ write, fields }: { readonly write: Write; readonly fields: readonly Field[] }) {
  const { offline, orders } = texts;
  if (write.kind === 'order_status') {
    const change = offline.statusChange(orders.status[write.from], orders.status[write.to]);
    return (
      <Facts
        facts={[
          { label: offline.order, value: write.recordId.slice(0, 8) },
          { label: offline.status, value: change },
        ]}
      />
    );
  }
  const shown = write.kind === 'delete_water_log' ? write.before : write.after;
  return (
    <Facts
      facts={membersOf(shown, fields).map(({ label, value }) => ({
        label,
        value: value === offline.none ? undefined : value,
      }))}
    />
  );
}

/** The version of the person beside the one of the service. Values that differ are bold. */
function VersionTable({
  write,
  theirs,
  fields,
}: {
  readonly write: Write;
  readonly theirs: Theirs;
  readonly fields: readonly Field[];
}) {
  const { offline } = texts;
  const mine = mineOf(write, fields);
  const stored = theirsOf(theirs, fields);
  const ids = [...new Set([...mine, ...stored].map(({ id }) => id))];
  const rows = ids.map((id) => {
    const one = mine.find((member) => member.id === id);
    const other = stored.find((member) => member.id === id);
    return { id, label: (one ?? other)?.label ?? '', mine: one?.value, theirs: other?.value };
  });
  const absent = (isDeleted: boolean) => (isDeleted ? offline.deleted : offline.none);
  const cell = (row: (typeof rows)[number], value: string) => (
    <span class={row.mine === row.theirs ? undefined : 'outbox-differs'}>{value}</span>
  );
  return (
    <DataTable
      label={offline.compare}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { id: 'member', label: offline.member, cell: ({ label }) => label },
        {
          id: 'mine',
          label: offline.mine,
          cell: (row) => cell(row, row.mine ?? absent(write.kind === 'delete_water_log')),
        },
        {
          id: 'theirs',
          label: offline.theirs,
          cell: (row) => cell(row, row.theirs ?? absent(theirs.kind === 'deleted')),
        },
      ]}
    />
  );
}

function mineOf(write: Write, fields: readonly Field[]): readonly Member[] {
  switch (write.kind) {
    case 'order_status':
      return [statusOf(write.to)];
    case 'delete_water_log':
      return [];
    default:
      return membersOf(write.after, fields);
  }
}

function theirsOf(theirs: Theirs, fields: readonly Field[]): readonly Member[] {
  switch (theirs.kind) {
    case 'order':
      return [statusOf(theirs.status)];
    case 'water_log':
      return membersOf(theirs.record, fields);
    case 'deleted':
      return [];
  }
}

const statusOf = (status: keyof typeof texts.orders.status): Member => ({
  id: 'status',
  label: texts.offline.status,
  value: texts.orders.status[status],
});

function membersOf(entry: WaterLogFields, fields: readonly Field[]): readonly Member[] {
  const { water, offline } = texts;
  const { gallons, duration_minutes, water_method, logged_at, notes } = entry;
  const minutes =
    duration_minutes === undefined ? offline.none : `${formatNumber(duration_minutes)} ${water.minutes}`;
  return [
    { id: 'field', label: water.field, value: fieldNameOf(entry, fields) ?? water.noField },
    { id: 'gallons', label: water.gallons, value: formatNumber(gallons) },
    {
      id: 'method',
      label: water.method,
      value: water_method === undefined ? water.noMethod : water.methods[water_method],
    },
    { id: 'duration', label: water.duration, value: minutes },
    { id: 'when', label: water.when, value: formatDateTime(logged_at) },
    { id: 'notes', label: water.notes, value: notes ?? offline.none },
  ];
}
