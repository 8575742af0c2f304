import type { EntryDraft } from '#audit/entries/chain.ts';
import { findAcknowledgment } from '#claims/acknowledgments/records.ts';
import { batchesOf } from '#claims/acknowledgments/verdict-answer.ts';
import { findAcceptances } from '#claims/claims/batch-records.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { walkClaims } from '#claims/claims/claim-list-records.ts';
import { findChain, findClaims } from '#claims/claims/records.ts';
import { findSubmission, submissionFrom } from '#claims/clearhouse/records.ts';
import { isUnfinished, unfinishedStates } from '#claims/clearhouse/submission.ts';
import { submissionStatePartition } from '#claims/clearhouse/submission-keys.ts';
import { archiveKey, isFinished, quarantineKey, reasonKey } from '#claims/files/file.ts';
import { fileStatePartition } from '#claims/files/file-keys.ts';
import { stagingKey } from '#claims/files/inbox-records.ts';
import type { ClaimsStores } from '#claims/files/intake-store.ts';
import { findFile } from '#claims/files/records.ts';
import { findRemittance } from '#claims/remittances/records.ts';
import { isWritten } from '#persistence/conflict.ts';
import { deleteItems } from '#store/dynamodb/delete-items.ts';
import { allItems, type Item, type ItemKey, nameOfKey, recordOf } from '#store/dynamodb/items.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import type { Purge } from './contract.ts';
import { type HeldNames, isHeldClaim, recordsOfClaim } from './rules.ts';

export interface PurgeContext {
  readonly stores: ClaimsStores;
  readonly purge: Purge;
  readonly kept: ProtectedRecords;
}

export const keyOf = ({ pk, sk }: Item | ItemKey): ItemKey => ({ pk: String(pk), sk: String(sk) });

/** Bounds of the sort keys of records that a purge removes: times up to its cutoff. */
export const expired = ({ cutoff }: Pick<Purge, 'cutoff'>) => ({ to: cutoff });

/**
 * Removes a record with the rest of its partition and other items. The record itself goes last, with its audit entries, so an
 * interrupted removal is repeated.
 *
 * @param together further actions of the last transaction; an item that they delete stays until then
 * @returns false if the record has changed since the purge listed it
 */
export async function removeRecord(
  { stores: { claims, audit } }: PurgeContext,
  root: ItemKey,
  others: readonly ItemKey[],
  entries: readonly EntryDraft[],
  together: readonly TransactAction[] = [],
): Promise<boolean> {
  const partition = await allItems(claims, { pk: root.pk, prefix: '' });
  const last = new Set([root, ...together.flatMap(deletedKey)].map(nameOfKey));
  const first = [...partition.map(keyOf), ...others].filter((key) => !last.has(nameOfKey(key)));
  await deleteItems(claims, first);
  const remove: TransactAction = {
    Delete: { Key: { ...root }, ConditionExpression: 'attribute_exists(pk)' },
  };
  return isWritten(audit.append(entries, [remove, ...together]));
}

const deletedKey = (action: TransactAction): readonly Item[] =>
  'Delete' in action && action.Delete.Key ? [action.Delete.Key] : [];

/** Ids of records, and keys of objects, that a purge must not remove. */
export interface ProtectedRecords {
  readonly names: HeldNames;
  readonly ids: ReadonlySet<string>;
  readonly objects: ReadonlySet<string>;
}

/**
 * Finds what legal holds keep: the named records, and the files, submissions and responses of held claims. Work in progress is
 * protected too.
 */
export async function protectedRecords(table: Table, names: HeldNames): Promise<ProtectedRecords> {
  const ids = new Set<string>([...names.files, ...names.remittances]);
  const batches = new Set<string>();
  for await (const claim of heldClaims(table, names)) {
    for (const id of recordsOfClaim(claim)) ids.add(id);
    for (const batch of batchesOf([claim])) batches.add(batch);
  }
  const acceptances = [...(await findAcceptances(table, [...batches])).values()];
  for (const { id } of acceptances.flatMap(({ accepted_by }) => accepted_by)) ids.add(id);
  const objects = new Set<string>();
  for (const id of [...ids]) {
    const response = (await findRemittance(table, id)) ?? (await findAcknowledgment(table, id));
    if (response !== undefined) ids.add(response.file_id);
  }
  for (const id of ids) await addObjects(table, id, objects);
  await addUnfinished(table, ids, objects);
  return { names, ids, objects };
}

/** Held claims, with the others of their chains. Those of held members and remittances are found by reading all claims. */
async function* heldClaims(table: Table, names: HeldNames): AsyncGenerator<Claim> {
  for (const claim of await findClaims(table, [...names.claims])) yield* await findChain(table, claim);
  if (names.members.size === 0 && names.remittances.size === 0) return;
  for await (const page of walkClaims(table)) {
    for (const claim of page) if (isHeldClaim(names, claim)) yield* await findChain(table, claim);
  }
}

async function addObjects(table: Table, id: string, objects: Set<string>): Promise<void> {
  const file = await findFile(table, id);
  if (file !== undefined) {
    const kept = [
      file.object_key,
      file.archive_key,
      file.quarantine_key,
      archiveKey(file),
      quarantineKey(file),
    ];
    for (const key of [...kept, ...file.outbound_keys]) if (key !== undefined) objects.add(key);
    objects.add(reasonKey(quarantineKey(file)));
  }
  const submission = await findSubmission(table, id);
  if (submission === undefined) return;
  objects.add(submission.object_key);
  objects.add(stagingKey(submission));
}

async function addUnfinished(table: Table, ids: Set<string>, objects: Set<string>): Promise<void> {
  for (const state of unfinishedStates) {
    for await (const item of queryItems(table, { index: 'gsi2', pk: submissionStatePartition(state) })) {
      const submission = submissionFrom(item);
      if (!isUnfinished(submission)) continue;
      ids.add(submission.id);
      objects.add(submission.object_key);
      objects.add(stagingKey(submission));
    }
  }
  for (const state of ['expected', 'received', 'processing'] as const) {
    for await (const item of queryItems(table, { index: 'gsi2', pk: fileStatePartition(state) })) {
      const file = await findFile(table, recordOf<{ readonly id: string }>(item).id);
      if (file === undefined || isFinished(file)) continue;
      ids.add(file.id);
      for (const key of [archiveKey(file), quarantineKey(file)]) objects.add(key);
    }
  }
}
