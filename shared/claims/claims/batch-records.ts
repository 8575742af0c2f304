import { counted, folded, itemKey, keysUnder } from '#store/claims/key-parts.ts';
import {
  allItems,
  getItems,
  getRecord,
  type ItemKey,
  inRange,
  type KeyPrefix,
  queryAll,
  recordOf,
} from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { encodedText } from '#store/records/key-pattern.ts';
import type { AcceptancesOfBatches, Batch, BatchAcceptances, SetClaims } from './batch.ts';

export const batchKey = (id: string): ItemKey => ({ pk: `BATCH#${id}`, sk: 'BATCH' });
/** @param n place, within the set, of the first claim in the item */
const setClaimsKey = (batchId: string, setNumber: string, n: number) =>
  itemKey(`BATCH#${batchId}`, `SET#${encodedText(setNumber)}#${counted(n, 7)}`);
/** The claims of one set, or of all sets. */
const setClaimsOf = (batchId: string, setNumber?: string) =>
  keysUnder(`BATCH#${batchId}`, setNumber === undefined ? 'SET#' : `SET#${encodedText(setNumber)}#`);

export const batchAcknowledgmentKey = (id: string, kind: string) => itemKey(`BATCH#${id}`, `ANSWER#${kind}`);

export const batchAcceptancesKey = (id: string) => itemKey(`BATCH#${id}`, 'ACCEPTED');

/** Sender and receiver of a batch (GS02 and GS03, or ISA06 and ISA08), its time and its id. */
export interface BatchRoute {
  readonly sender: string;
  readonly receiver: string;
  readonly at: string;
  readonly batchId: string;
}

const routeKey = ({ sender, receiver, at, batchId }: BatchRoute) =>
  `${encodedText(sender)}#${encodedText(receiver)}#${at}#${batchId}`;

/** Control numbers are compared without leading zeros. */
export const batchByGroupKey = (groupNumber: string, route: BatchRoute) =>
  itemKey(batchesOfGroup(groupNumber).pk, routeKey(route));
const batchesOfGroup = (groupNumber: string) => keysUnder(`GROUP#${folded(groupNumber)}`);
export const batchByInterchangeKey = (interchangeNumber: string, route: BatchRoute) =>
  itemKey(batchesOfInterchange(interchangeNumber).pk, routeKey(route));
const batchesOfInterchange = (interchangeNumber: string) =>
  keysUnder(`INTERCHANGE#${folded(interchangeNumber)}`);
/** @param reference BHT03; the sets of one batch may share it */
export const batchByReferenceKey = (
  reference: string,
  { at, batchId, set }: { readonly at: string; readonly batchId: string; readonly set: string },
) => itemKey(batchesWithReference(reference).pk, `${at}#${batchId}#${set}`);
const batchesWithReference = (reference: string) => keysUnder(`BHT#${encodedText(reference.trim())}`);

/** Stores a functional group with its records by GS06 and ISA13. Idempotent. */
export function batchActions(batch: Batch): TransactAction[] {
  const { id, at, interchange, group } = batch;
  const groupKey = batchByGroupKey(group.control_number, {
    sender: group.sender,
    receiver: group.receiver,
    at,
    batchId: id,
  });
  const interchangeKey = batchByInterchangeKey(interchange.control_number, {
    sender: interchange.sender,
    receiver: interchange.receiver,
    at,
    batchId: id,
  });
  return [
    { Put: { Item: { ...batchKey(id), ...batch } } },
    { Put: { Item: { ...groupKey, batch_id: id } } },
    { Put: { Item: { ...interchangeKey, batch_id: id } } },
  ];
}

/** Stores claims of a set and, with its first claims, the record by BHT03. Idempotent. */
export function setClaimsActions(part: SetClaims, at: string): TransactAction[] {
  const { batch_id, set, reference, first, claims } = part;
  const referenceKey = batchByReferenceKey(reference, { at, batchId: batch_id, set });
  return [
    { Put: { Item: { ...setClaimsKey(batch_id, set, first), batch_id, set, reference, first, claims } } },
    ...(first === 0 && reference !== '' ? [{ Put: { Item: { ...referenceKey, batch_id, set } } }] : []),
  ];
}

export const findBatch = (table: Table, id: string) => getRecord<Batch>(table, batchKey(id));

export async function findAcceptances(
  table: Table,
  batchIds: readonly string[],
): Promise<AcceptancesOfBatches> {
  const items = await getItems(table, [...new Set(batchIds)].map(batchAcceptancesKey));
  const all = items.map((item) => recordOf<BatchAcceptances>(item));
  return new Map(all.map((acceptances) => [acceptances.batch_id, acceptances]));
}

/** Batches with a GS06, oldest first. The caller compares senders and receivers. */
export const findBatchesByGroup = (table: Table, groupNumber: string) =>
  batchesOf(table, batchesOfGroup(groupNumber));

export const findBatchesByInterchange = (table: Table, interchangeNumber: string) =>
  batchesOf(table, batchesOfInterchange(interchangeNumber));

export const findBatchesByReference = (table: Table, reference: string) =>
  batchesOf(table, batchesWithReference(reference));

async function batchesOf(table: Table, part: KeyPrefix): Promise<readonly Batch[]> {
  const ids = new Set((await allItems(table, part)).map((item) => String(item['batch_id'])));
  const found = await getItems(table, [...ids].map(batchKey));
  return found.map((item) => recordOf<Batch>(item)).toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** The claims of one set of a batch, or of all its sets, in their order. */
export async function* readSetClaims(table: Table, batchId: string, set?: string): AsyncGenerator<SetClaims> {
  for await (const items of queryAll(table, inRange(setClaimsOf(batchId, set)))) {
    yield* items.map((item) => recordOf<SetClaims>(item));
  }
}
