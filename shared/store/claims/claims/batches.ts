import type { Batch, SetClaims } from '#claims/claim/batch.ts';
import {
  allItems,
  getItems,
  getRecord,
  inRange,
  type KeyPrefix,
  queryAll,
  recordOf,
} from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import {
  batchByGroupKey,
  batchByInterchangeKey,
  batchByReferenceKey,
  batchesOfGroup,
  batchesOfInterchange,
  batchesWithReference,
  batchKey,
  setClaimsKey,
  setClaimsOf,
} from '../keys/batch-keys.ts';

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
