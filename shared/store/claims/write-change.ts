import type { ChainAppender } from '#audit/append/appender.ts';
import { bulkProgressActions } from '#claims/bulk/records.ts';
import { type Change, ChangeConflict, type Write } from '#claims/change.ts';
import { batchActions, setClaimsActions } from '#claims/claims/batch-records.ts';
import { contentAction, separateContents } from '#claims/claims/content-records.ts';
import {
  changeActions,
  newClaimActions,
  replacementAction,
  unchangedAction,
} from '#claims/claims/records.ts';
import { editedClaimActions } from '#claims/edits/edited-claim-records.ts';
import { requireNotBeingSent } from '#claims/edits/reservation-records.ts';
import type { FileOutcomeWrite, FileProgressWrite } from '#claims/files/file.ts';
import { fileIndexKeys, fileKey } from '#claims/files/file-keys.ts';
import { responseActions } from '#claims/files/response-records.ts';
import { insertNote } from '#claims/follow-up/records.ts';
import { moneyActions } from '#claims/money/money-action-records.ts';
import { paymentParts } from '#claims/remittances/payment-part-records.ts';
import { postingParts } from '#claims/remittances/posting-part-records.ts';
import { collectFigures, foldFigures } from '#claims/reports/figure-records.ts';
import { changesEntries, searchActions } from '#claims/search/search-entry-records.ts';
import type { ReadSearchKey } from '#claims/search/search-key-store.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { setClause } from '#store/dynamodb/assignments.ts';
import { nameOfKey } from '#store/dynamodb/items.ts';
import { storeSum } from '#store/dynamodb/stored-number.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';

/** The claims table, and the audit log whose entries are appended in the same transaction. */
export interface ClaimsTables {
  readonly claims: Table;
  readonly audit: ChainAppender<TransactAction>;
  /** Read only when a claim is added, or a field by which claims are found changes. */
  readonly readSearchKey: ReadSearchKey;
}

/**
 * Stores a change as one transaction, with its audit entries. Contents that it changes, or whose hash it gives away, move to their
 * claims before (claims/claim-contents.ts).
 *
 * @param alongside further actions of the transaction, such as the reply to a request
 * @param isTimeUp whether the caller has to end; by default contention is retried for ten seconds
 * @throws ChangeConflict with the writes whose conditions failed
 */
export async function writeChange(
  { claims, audit, readSearchKey }: ClaimsTables,
  { entries, writes, following }: Change,
  alongside: readonly TransactAction[] = [],
  isTimeUp?: () => boolean,
): Promise<void> {
  await separateContents(claims, writes);
  const indexed = await Promise.all(writes.map((write) => entryActions(write, readSearchKey)));
  const collected = await runFigures(claims, writes, isTimeUp);
  const together = new Map([...postingParts(writes), ...paymentParts(writes)]);
  const changed = writes.flatMap((write, n) => {
    const own = together.get(write) ?? actionsOf(write, collected !== undefined);
    const actions = [...own, ...(indexed[n] ?? [])];
    const more = collected?.write === write ? [collected.action] : [];
    return [...actions, ...more].map((action) => ({ writes: [write], action }));
  });
  const planned = withoutRepetitions([...changed, ...(await unsentConditions(claims, writes))]);
  const actions = [...planned.map(({ action }) => action), ...alongside];
  try {
    if (entries.length > 0) await audit.append(entries, actions, { isTimeUp, following });
    else await transact(claims, actions, isTimeUp);
    collected?.stored();
  } catch (error) {
    collected?.failed();
    if (!(error instanceof ConditionFailed)) throw error;
    const failed = error.failures.flatMap(({ index }) => planned[index]?.writes ?? []);
    throw new ChangeConflict([...new Set(failed)]);
  }
}

/** Figures of the changed claims for reports, which a run over a file collects until the file is finished. */
async function runFigures(table: Table, writes: readonly Write[], isTimeUp?: () => boolean) {
  const outcome = writes.find((write) => write.kind === 'file-outcome');
  if (outcome) await foldFigures(table, outcome.file.id, isTimeUp);
  const progress = writes.find((write) => write.kind === 'file-progress');
  const write = writes.find((one) => one.kind === 'claims');
  if (progress === undefined || write === undefined) return undefined;
  const collected = await collectFigures(table, progress.file.id, write.changes);
  return collected && { ...collected, write };
}

async function entryActions(write: Write, readKey: ReadSearchKey): Promise<readonly TransactAction[]> {
  if (write.kind !== 'claims') return [];
  const changes = write.changes.filter(changesEntries);
  return changes.length === 0 ? [] : searchActions(changes, await readKey());
}

interface PlannedAction {
  readonly writes: readonly Write[];
  readonly action: TransactAction;
}

/** Conditions of several claims on one item of reservations are one action. */
async function unsentConditions(table: Table, writes: readonly Write[]): Promise<readonly PlannedAction[]> {
  const wanted = writes.filter((write) => write.kind === 'not-being-sent');
  const conditions = await requireNotBeingSent(
    table,
    wanted.map(({ claim }) => claim),
  );
  return conditions.map(({ claims, action }) => {
    const ids = new Set(claims.map(({ id }) => id));
    return { writes: wanted.filter(({ claim }) => ids.has(claim.id)), action };
  });
}

/** Keeps the last of equal unconditional puts and of equal conditions, because a transaction may name an item only once. */
function withoutRepetitions(planned: readonly PlannedAction[]): readonly PlannedAction[] {
  const byItem = new Map<string | number, PlannedAction>();
  for (const [index, one] of planned.entries()) {
    byItem.set(repeatedItem(one.action) ?? index, one);
  }
  return [...byItem.values()];
}

function repeatedItem(action: TransactAction): string | undefined {
  if ('ConditionCheck' in action) return JSON.stringify(action.ConditionCheck);
  if (!('Put' in action) || action.Put.ConditionExpression !== undefined) return undefined;
  return action.Put.Item && nameOfKey(action.Put.Item);
}

/** @param isCollected whether a run collects the figures of the changed claims */
function actionsOf(write: Write, isCollected: boolean): readonly TransactAction[] {
  switch (write.kind) {
    case 'claims':
      return [...changeActions(write.changes, isCollected), ...(write.unchanged ?? []).map(unchangedAction)];
    case 'new-claim':
      return newClaimActions(write);
    case 'edited-claim':
      return editedClaimActions(write);
    case 'claim-content':
      return [contentAction(write.claim.id, write.content)];
    case 'hold-replacement':
      return [replacementAction(write)];
    case 'not-being-sent':
      // Conditions of several claims are one action; see unsentConditions.
      return [];
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
    case 'claim-note':
      return insertNote(write.note);
    case 'bulk-progress':
      return bulkProgressActions(write);
    default:
      return responseActions(write);
  }
}

function progressAction({ file, units, counts, bytes, now }: FileProgressWrite): TransactAction {
  const more = Object.entries(counts).map(([name, count]) => [`counts.${name}`, storeSum(count)] as const);
  const { expression, names, values } = setClause(
    {
      [`progress.units.${units.kind}`]: units.to,
      'progress.bytes': bytes,
      updated_at: now.toISOString(),
    },
    Object.fromEntries(more),
  );
  return {
    Update: {
      Key: { ...fileKey(file.id) },
      UpdateExpression: `${expression} REMOVE lost`,
      ConditionExpression: `#run = :run AND #progress.#units.#${units.kind} = :from`,
      ExpressionAttributeNames: { ...names, '#run': 'run' },
      ExpressionAttributeValues: { ...values, ':run': file.run, ':from': units.from },
    },
  };
}

function outcomeAction({ file, outcome }: FileOutcomeWrite): TransactAction {
  const { gsi2pk } = fileIndexKeys(outcome.state, file.received_at, file.id);
  const isApplied = outcome.state === 'applied' || outcome.state === 'partly_applied';
  const { expression, names, values } = setClause({
    ...outcome,
    updated_at: outcome.finished_at,
    'progress.bytes': isApplied ? file.size : undefined,
    gsi2pk,
  });
  return {
    Update: {
      Key: { ...fileKey(file.id) },
      UpdateExpression: expression,
      ConditionExpression: '#run = :run',
      ExpressionAttributeNames: { ...names, '#run': 'run' },
      ExpressionAttributeValues: { ...values, ':run': file.run },
    },
  };
}
