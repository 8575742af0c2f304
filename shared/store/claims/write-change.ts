import type { ChainAppender } from '#audit/append/appender.ts';
import { type Change, ChangeConflict, type Write } from '#claims/change.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { nameOfKey } from '../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { bulkProgressActions } from './bulk/bulk-runs.ts';
import { batchActions, setClaimsActions } from './claims/batches.ts';
import { changeActions, contentAction, eventAction } from './claims/claims.ts';
import { newClaimActions } from './claims/new-claims.ts';
import { replacementAction } from './claims/replacements.ts';
import { requireNotBeingSent } from './claims/reservations.ts';
import { editedClaimActions } from './edits/edited-claims.ts';
import { outcomeAction, progressAction } from './files/file-progress.ts';
import { moneyActions } from './money/money-actions.ts';
import { responseActions } from './responses/response-actions.ts';
import { changesEntries, searchActions } from './search/search-actions.ts';
import type { ReadSearchKey } from './search/search-key.ts';

/** The claims table, and the audit log whose entries are appended in the same transaction. */
export interface ClaimsTables {
  readonly claims: Table;
  readonly audit: ChainAppender<TransactAction>;
  /** Read only when a claim is added, or a field by which claims are found changes. */
  readonly readSearchKey: ReadSearchKey;
}

/**
 * Stores a change as one transaction, with its audit entries.
 *
 * @param alongside further actions of the transaction, such as the reply to a request
 * @throws ChangeConflict with the writes whose conditions failed
 */
export async function writeChange(
  { claims, audit, readSearchKey }: ClaimsTables,
  { entries, writes }: Change,
  alongside: readonly TransactAction[] = [],
): Promise<void> {
  const indexed = await Promise.all(writes.map((write) => entryActions(write, readSearchKey)));
  const planned = withoutRepetitions(
    writes.flatMap((write, n) =>
      [...actionsOf(write), ...(indexed[n] ?? [])].map((action) => ({ write, action })),
    ),
  );
  const actions = [...planned.map(({ action }) => action), ...alongside];
  try {
    if (entries.length > 0) await audit.append(entries, actions);
    else await transact(claims, actions);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const failed = error.failures.flatMap(({ index }) => planned[index]?.write ?? []);
    throw new ChangeConflict([...new Set(failed)]);
  }
}

async function entryActions(write: Write, readKey: ReadSearchKey): Promise<readonly TransactAction[]> {
  if (write.kind !== 'claims') return [];
  const changes = write.changes.filter(changesEntries);
  return changes.length === 0 ? [] : searchActions(changes, await readKey());
}

interface PlannedAction {
  readonly write: Write;
  readonly action: TransactAction;
}

/** Keeps the last of equal unconditional puts, because a transaction may name an item only once. */
function withoutRepetitions(planned: readonly PlannedAction[]): readonly PlannedAction[] {
  const byItem = new Map<string | number, PlannedAction>();
  for (const [index, one] of planned.entries()) {
    const put =
      'Put' in one.action && one.action.Put.ConditionExpression === undefined ? one.action.Put : undefined;
    byItem.set(put?.Item ? nameOfKey(put.Item) : index, one);
  }
  return [...byItem.values()];
}

function actionsOf(write: Write): readonly TransactAction[] {
  switch (write.kind) {
    case 'claims':
      return changeActions(write.changes);
    case 'new-claim':
      return newClaimActions(write);
    case 'edited-claim':
      return editedClaimActions(write);
    case 'claim-content':
      return [contentAction(write.claimId, write.content)];
    case 'claim-event':
      return [eventAction(write.claimId, write.n, write.event)];
    case 'hold-replacement':
      return [replacementAction(write)];
    case 'not-being-sent':
      return [requireNotBeingSent(write.claimId)];
    case 'batch':
      return batchActions(write.batch);
    case 'set-claims':
      return setClaimsActions(write.part, write.at);
    case 'file-progress':
      return [progressAction(write)];
    case 'file-outcome':
      return [outcomeAction(write)];
    case 'deposits':
    case 'bank-lines':
    case 'ledger-posting':
      return moneyActions(write);
    case 'bulk-progress':
      return bulkProgressActions(write);
    default:
      return responseActions(write);
  }
}
