import type { StoredClaimAcknowledgment } from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import { batchAcknowledgmentKey } from '#claims/claims/batch-records.ts';
import {
  acknowledgmentKey,
  acknowledgmentPartKey,
  acknowledgmentPartsOf,
  acknowledgmentSetsOf,
} from '#claims/files/response-keys.ts';
import { type PackedContent, unpackJson } from '#claims/packed-json.ts';
import {
  allItems,
  getItems,
  getRecord,
  inRange,
  queryAll,
  queryOnce,
  recordOf,
} from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type {
  EnvelopeAcknowledgmentStore,
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
} from './stored-acknowledgment.ts';

export const envelopeAcknowledgmentStore = (table: Table): EnvelopeAcknowledgmentStore => ({
  find: (id) => findAcknowledgment(table, id),
  async findAcknowledged(batchIds, type) {
    const keys = batchIds.map((id) => batchAcknowledgmentKey(id, type));
    return new Set((await getItems(table, keys)).map((item) => String(item['batch_id'])));
  },
});

/** Finds a 999, TA1 or 277CA, strongly consistent. The caller knows which kind the id is of. */
export const findAcknowledgment = <
  Acknowledgment extends StoredEnvelopeAcknowledgment | StoredClaimAcknowledgment,
>(
  table: Table,
  id: string,
) => getRecord<Acknowledgment>(table, acknowledgmentKey(id));

/** Results are stored as one text, which is smaller and faster than a list: no query reads them in part. */
interface Part {
  readonly first: number;
  readonly content: PackedContent;
}

/** Reads results of an acknowledgment from a position on, at most `limit`. The caller knows their type. */
export async function readResults<Result>(
  table: Table,
  id: string,
  from: number,
  limit: number,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for await (const { first, content } of partsFrom(table, id, from)) {
    const start = Math.max(0, from - first);
    results.push(...unpackJson<readonly Result[]>(content).slice(start));
    if (results.length >= limit) break;
  }
  return results.slice(0, limit);
}

/** The item with the result at a place, as it is stored. */
export async function readResultPart(table: Table, id: string, place: number): Promise<Part | undefined> {
  for await (const part of partsFrom(table, id, place)) return part;
  return undefined;
}

/** Items of results, beginning with the item that holds the position. */
async function* partsFrom(table: Table, id: string, from: number): AsyncGenerator<Part> {
  const range = acknowledgmentPartsOf(id);
  const first = from === 0 ? '' : await startOfPart(table, id, from);
  if (first === undefined) return;
  const onwards = inRange(range, first === '' ? {} : { from: first });
  for await (const items of queryAll(table, onwards)) {
    yield* items.map((item) => recordOf<Part>(item));
  }
}

/** The end of the sort key of the item that holds a position. */
async function startOfPart(table: Table, id: string, from: number): Promise<string | undefined> {
  const range = acknowledgmentPartsOf(id);
  const last = acknowledgmentPartKey(id, from).sk.slice(range.prefix.length);
  const upToLast = { ...inRange(range, { to: last }), ScanIndexForward: false, Limit: 1 };
  const first = (await queryOnce(table, upToLast)).Items?.[0]?.['sk'];
  return typeof first === 'string' ? first.slice(range.prefix.length) : undefined;
}

export async function readAcknowledgedSets(
  table: Table,
  id: string,
): Promise<readonly StoredSetAcknowledgment[]> {
  const items = await allItems(table, acknowledgmentSetsOf(id));
  return items.flatMap((item) =>
    unpackJson<readonly StoredSetAcknowledgment[]>(recordOf<Part>(item).content),
  );
}
