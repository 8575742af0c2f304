import { ApiError } from '#clients/typescript/src/runtime/errors.ts';
import { mayBecome } from '#commerce/orders/rules.ts';
import type { Field } from '#commerce/water/water-fields.ts';
import { errorText } from '#web/api/error-text.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page } from '#web/components/page.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressPanel } from '#web/data/address-state.ts';
import { EntryPanel } from '#web/farm/water/entry-panel.tsx';
import { useFields } from '#web/farm/water/water-data.ts';
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
import {
  type Conflict,
  isCreation,
  type OutboxEntry,
  type Refusal,
  type Write,
} from '#web/offline/outbox-entry.ts';
import { orderMayExist } from '#web/offline/outbox-outcome.ts';
import { keepMine, keepTheirs } from '#web/offline/outbox-resolve.ts';
import { chooseBrand, session, useBrand } from '#web/session/session.ts';
import { formatDateTime, formatOrder } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { DraftFacts, VersionTable } from './entry-content.tsx';
import './outbox-card.css';

/** What is not sent yet, why, and what needs a decision. */
export default function OutboxPage() {
  const { offline } = texts;
  const entries = outboxEntries.value;
  const fields = useFields(useBrand().id).data ?? [];
  const panel = useAddressPanel('entry');
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
          <OutboxCard key={entry.id} entry={entry} fields={fields} onEdit={() => panel.show(entry.id)} />
        ))}
      </ul>
      <RecordPanel
        panel={panel}
        title={offline.title}
        rows={entries.flatMap((entry) => asWaterEntry(entry) ?? [])}
        rowKey={({ pending }) => pending?.entryId ?? ''}
        isLoading={false}
      >
        {(entry, steps) => <EntryPanel entry={entry} fields={fields} steps={steps} />}
      </RecordPanel>
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
            {titleOf(write)}
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

function titleOf(write: Write): string {
  const { kind } = texts.offline;
  if (write.kind === 'order_status') return kind.order_status(formatOrder(write.order));
  return kind[write.kind === 'create_order' && write.taken ? 'sale' : write.kind];
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
  const canRepeat = !isDeleted || isCreation(write) || write.kind === 'edit_water_log';
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
  const { title, detail } =
    refusal.code === orderMayExist ? offline.orderMayExist : errorText(errorOf(refusal));
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
