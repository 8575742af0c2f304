import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type PackedContent, packJson, unpackJson } from '#claims/claim/claim-content.ts';
import type { StatusAnswerBook } from '#claims/responses/claim-acknowledgment/store.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import type { EnvelopeAnswerBook } from '#claims/responses/implementation-acknowledgment/store.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
  VerdictResult,
} from '#claims/responses/implementation-acknowledgment/stored-acknowledgment.ts';
import { getItem, getItems, inRange, itemOf, queryAll, recordOf } from '../../dynamodb/items.ts';
import { send, type Table, type TransactAction } from '../../dynamodb/table.ts';
import { batchAcknowledgmentKey } from '../keys/batch-keys.ts';
import { fileResponseKey } from '../keys/file-keys.ts';
import {
  acknowledgmentKey,
  acknowledgmentKeys,
  acknowledgmentPartKey,
  acknowledgmentPartsOf,
  acknowledgmentSetsKey,
  acknowledgmentSetsOf,
} from '../keys/response-keys.ts';

type Acknowledgment = StoredEnvelopeAcknowledgment | StoredClaimAcknowledgment;

/** 999 and TA1 in the claims table. */
export const envelopeAnswerBook = (table: Table): EnvelopeAnswerBook => ({
  find: (id) => findAcknowledgment<StoredEnvelopeAcknowledgment>(table, id),
  put: putAcknowledgment,
  putVerdicts: putPart<VerdictResult>,
  putSets: (id, n, sets: readonly StoredSetAcknowledgment[]) => ({
    Put: { Item: { ...acknowledgmentSetsKey(id, n), content: packJson(sets) } },
  }),
  linkToFile,
  async findAnswered(batchIds, kind) {
    const keys = batchIds.map((id) => batchAcknowledgmentKey(id, kind));
    return new Set((await getItems(table, keys)).map((item) => String(item['batch_id'])));
  },
  markAnswered: (batchId, kind, answerId) => ({
    Put: {
      Item: { ...batchAcknowledgmentKey(batchId, kind), batch_id: batchId, acknowledgment_id: answerId },
    },
  }),
});

/** 277CA in the claims table. */
export const statusAnswerBook = (table: Table): StatusAnswerBook => ({
  find: (id) => findAcknowledgment<StoredClaimAcknowledgment>(table, id),
  put: putAcknowledgment,
  putStatuses: putPart<StatusResult>,
  linkToFile,
});

/** One 999, TA1 or 277CA, strongly consistent. The caller knows which kind the id is of. */
export async function findAcknowledgment<A extends Acknowledgment>(
  table: Table,
  id: string,
): Promise<A | undefined> {
  const item = await getItem(table, acknowledgmentKey(id));
  return item && recordOf<A>(item);
}

/** On condition that nobody else has applied anything of it since it was read. */
function putAcknowledgment(acknowledgment: Acknowledgment, before: number | undefined): TransactAction {
  const { id, kind, received_at } = acknowledgment;
  const list = kind === '277CA' ? '277CA' : '999';
  const Item = itemOf(
    { ...acknowledgmentKey(id), ...acknowledgmentKeys(list, received_at, id) },
    acknowledgment,
  );
  if (before === undefined) return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: {
      Item,
      ConditionExpression: 'applied = :before AND #state = :applying',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':before': before, ':applying': 'applying' },
    },
  };
}

const putPart = <Result extends object>(
  id: string,
  first: number,
  results: readonly Result[],
): TransactAction => ({
  Put: { Item: { ...acknowledgmentPartKey(id, first), first, content: packJson(results) } },
});

const linkToFile = (fileId: string, { kind, id }: Acknowledgment): TransactAction => ({
  Put: { Item: { ...fileResponseKey(fileId, kind, id), answer_id: id } },
});

/** Some of what an acknowledgment did to claims, in its order. */
export interface ResultPage<Result> {
  readonly results: readonly Result[];
  /** Place of the first that follows; undefined at the end. */
  readonly next?: number;
}

/** Results of a 999 or TA1 from a place on, at most `limit`. */
export const readVerdicts = (
  table: Table,
  id: string,
  from: number,
  limit: number,
): Promise<ResultPage<VerdictResult>> => readResults(table, id, from, limit);

/** Statuses of a 277CA from a place on, at most `limit`. */
export const readStatuses = (
  table: Table,
  id: string,
  from: number,
  limit: number,
): Promise<ResultPage<StatusResult>> => readResults(table, id, from, limit);

/** Results are stored as one text: nothing looks into them, and it is a fraction of the size and of the work. */
interface Part {
  readonly first: number;
  readonly content: PackedContent;
}

async function readResults<Result>(
  table: Table,
  id: string,
  from: number,
  limit: number,
): Promise<ResultPage<Result>> {
  const results: Result[] = [];
  for await (const { first, content } of partsFrom(table, id, from)) {
    const left = limit - results.length;
    if (left === 0) return { results, next: from + results.length };
    const part = unpackJson<readonly Result[]>(content);
    const start = Math.max(0, from - first);
    results.push(...part.slice(start, start + left));
    if (part.length - start > left) return { results, next: from + results.length };
  }
  return { results };
}

/** Items of results, beginning with the one that holds the place. */
async function* partsFrom(table: Table, id: string, from: number): AsyncGenerator<Part> {
  const range = acknowledgmentPartsOf(id);
  const last = acknowledgmentPartKey(id, from).sk.slice(range.prefix.length);
  const { Items = [] } = await send(
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...inRange(range, { to: last }),
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: 1,
      }),
    ),
  );
  const first = Items[0]?.['sk'];
  if (typeof first !== 'string') return;
  const onwards = inRange(range, { from: first.slice(range.prefix.length) });
  for await (const items of queryAll(table, onwards)) {
    yield* items.map((item) => recordOf<Part>(item));
  }
}

/** The sets of a 999, as they were acknowledged. */
export async function readAcknowledgedSets(
  table: Table,
  id: string,
): Promise<readonly StoredSetAcknowledgment[]> {
  const sets: StoredSetAcknowledgment[] = [];
  for await (const items of queryAll(table, inRange(acknowledgmentSetsOf(id)))) {
    for (const item of items)
      sets.push(...unpackJson<readonly StoredSetAcknowledgment[]>(recordOf<Part>(item).content));
  }
  return sets;
}
