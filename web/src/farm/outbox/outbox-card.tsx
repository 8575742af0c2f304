import { ApiError } from '#clients/typescript/src/runtime/errors.ts';
import { mayBecome } from '#commerce/order-status.ts';
import type { Field } from '#contract/commerce/water-fields.ts';
import { errorText } from '#web/api/error-text.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { DraftFacts, VersionTable } from '#web/farm/outbox/versions.tsx';
import { EntryStateBadge } from '#web/offline/entry-state.tsx';
import { changeEntry, discardEntry } from '#web/offline/outbox.ts';
import type { Conflict, OutboxEntry, Refusal } from '#web/offline/outbox-entry.ts';
import { keepMine, keepTheirs } from '#web/offline/outbox-resolve.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './outbox-card.css';

/** One entry of the outbox: what it would change, how far it is, and what a person can do. */
export function OutboxCard(props: {
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
