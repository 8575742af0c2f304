import { chunksOf } from '#claims/chunks.ts';
import type { FindingRecord } from '#claims/claims/finding.ts';
import type { PickupRecord } from '#claims/clearhouse/collect-responses.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { timeBounds } from '#store/claims/key-parts.ts';
import { setClause } from '#store/dynamodb/assignments.ts';
import {
  allItems,
  getItem,
  getRecord,
  type Item,
  insertion,
  itemOf,
  putItem,
  recordOf,
  updateItem,
} from '#store/dynamodb/items.ts';
import { queryItems, queryPage, type StoredPage } from '#store/dynamodb/query-page.ts';
import { betweenTransactions, type Table, type TransactAction } from '#store/dynamodb/table.ts';
import { file, type listFiles } from './contract.ts';
import type { FileStore } from './delivery.ts';
import { type FileRecord, fileKinds, isFinished } from './file.ts';
import {
  fileContentKey,
  fileFindingsKey,
  fileFindingsOf,
  fileIndexKeys,
  fileKey,
  fileNameKey,
  fileResponsesOf,
  fileStatePartition,
  filesPartition,
  handledFileKey,
  usedByFileKeys,
  usedInterchangeKey,
} from './file-keys.ts';

export function fileStore(table: Table): FileStore {
  return {
    async receive(record) {
      const units = Object.fromEntries(fileKinds.map((kind) => [kind, 0]));
      const received: FileRecord = { ...record, progress: { bytes: 0, units } };
      const stored = await tryPut(table, {
        Item: fileItem(received),
        ConditionExpression: 'attribute_not_exists(pk) OR #state = :expected',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':expected': 'expected' },
      });
      return stored === undefined ? received : countLost(table, fileFrom(stored));
    },
    find: (id) => findFile(table, id),
    async reserveContent(sha256, fileId) {
      const Item = { ...fileContentKey(sha256), file_id: fileId };
      const stored = await tryPut(table, { Item, ConditionExpression: 'attribute_not_exists(pk)' });
      return String(stored?.['file_id'] ?? fileId);
    },
    async takeOver({ id, received_at }, run, { sha256, size, kinds, counts }, now) {
      const { gsi2pk } = fileIndexKeys('processing', received_at, id);
      const { expression, names, values } = setClause({
        run,
        state: 'processing',
        sha256,
        size,
        kinds,
        'counts.interchanges': counts.interchanges,
        'counts.groups': counts.groups,
        'counts.sets': counts.sets,
        'counts.refused_sets': counts.refused_sets,
        updated_at: now.toISOString(),
        gsi2pk,
      });
      try {
        const { Attributes } = await updateRecord(table, id, {
          UpdateExpression: expression,
          ConditionExpression: '#state IN (:received, :processing)',
          ExpressionAttributeNames: { ...names },
          ExpressionAttributeValues: { ...values, ':received': 'received', ':processing': 'processing' },
          ReturnValues: 'ALL_NEW',
        });
        return Attributes && fileFrom(Attributes);
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },
    async keepAcknowledgmentNumber(id, run, number) {
      await updateRecord(table, id, {
        UpdateExpression: 'SET acknowledgment_number = :number',
        ConditionExpression: '#run = :run',
        ExpressionAttributeNames: { '#run': 'run' },
        ExpressionAttributeValues: { ':number': number, ':run': run },
      });
    },
    async isNameTaken(fileId, once) {
      const key = once.kind === 'file-name' ? fileNameKey(once.name, once.sender) : usedInterchangeKey(once);
      const stored = await tryPut(table, {
        Item: { ...key, ...usedByFileKeys(fileId, once.kind), file_id: fileId },
        ConditionExpression: 'attribute_not_exists(pk) OR file_id = :file',
        ExpressionAttributeValues: { ':file': fileId },
      });
      return stored !== undefined;
    },
    /** Idempotent, because findings derive from the bytes of the file. */
    async putFindings(id, findings) {
      const parts = chunksOf(findings, findingsPerItem);
      for (const [n, part] of parts.entries()) {
        await putItem(table, { Item: { ...fileFindingsKey(id, n), findings: part } });
      }
      return parts.length;
    },
  };
}

/** Counts a run that found the file unfinished. Progress ends the count. */
async function countLost(table: Table, file: FileRecord): Promise<FileRecord> {
  if (isFinished(file)) return file;
  const counted = updateRecord(table, file.id, {
    UpdateExpression: 'ADD lost :one',
    ConditionExpression: '#state IN (:received, :processing)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':one': 1, ':received': 'received', ':processing': 'processing' },
    ReturnValues: 'ALL_NEW',
  });
  const { Attributes } = (await isWritten(counted)) ? await counted : {};
  return Attributes === undefined ? ((await findFile(table, file.id)) ?? file) : fileFrom(Attributes);
}

/** Every transaction of another run over the file changes the record too. */
const updateRecord = (table: Table, id: string, update: Parameters<typeof updateItem>[2]) =>
  betweenTransactions(() => updateItem(table, fileKey(id), update));

export const files = addressedRecord({ of: file, find: findFile });

export async function findFile(table: Table, id: string): Promise<FileRecord | undefined> {
  const item = await getItem(table, fileKey(id));
  return item && fileFrom(item);
}

export function fileFrom(item: Item): FileRecord {
  const { counts, ...file } = recordOf<FileRecord>(item);
  // The SDK reads a sum above 2^53 as bigint.
  return { ...file, counts: { ...counts, charge: Number(counts.charge) } };
}

/** Seconds until the record of a file that was never uploaded expires. */
const expectedFor = 24 * 3600;

/** Stores the record of a file that has an upload link. */
export const expectFile = (record: FileRecord, now: Date): TransactAction =>
  insertion({ ...fileItem(record), expires_at: Math.floor(now.getTime() / 1000) + expectedFor });

/** Reads the stored findings of a file, in their order. */
export async function readFindings(table: Table, id: string): Promise<readonly FindingRecord[]> {
  const items = await allItems(table, fileFindingsOf(id));
  const parts = items.map((item) => recordOf<{ readonly findings?: readonly FindingRecord[] }>(item));
  return parts.flatMap(({ findings = [] }) => findings);
}

const fileItem = (record: FileRecord) =>
  itemOf({ ...fileKey(record.id), ...fileIndexKeys(record.state, record.received_at, record.id) }, record);

/** Puts an item. If the condition fails, returns the stored item. */
async function tryPut(table: Table, put: Parameters<typeof putItem>[1]): Promise<Item | undefined> {
  try {
    await betweenTransactions(() =>
      putItem(table, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD', ...put }),
    );
    return undefined;
  } catch (error) {
    const stored = error instanceof ConditionFailed ? error.failures[0]?.item : undefined;
    if (stored === undefined) throw error;
    return stored;
  }
}

const findingsPerItem = 100;

/** The record of a file that was picked up, or that the test payer has responded to; it expires after a year. */
export const findHandledFile = (table: Table, source: string, name: string) =>
  getRecord<PickupRecord>(table, handledFileKey(source, name));

export function recordHandledFile(
  table: Table,
  source: string,
  name: string,
  file: PickupRecord,
): Promise<void> {
  const expires_at = Math.floor(Date.now() / 1000) + 365 * 24 * 3600;
  return putItem(table, { Item: { ...handledFileKey(source, name), ...file, expires_at } });
}

/** Times are inclusive. */
export type FileListQuery = ValidInput<typeof listFiles>['query'];

/**
 * Lists files, newest first.
 *
 * @throws ApiError invalid_cursor
 */
export function queryFiles(table: Table, query: FileListQuery): Promise<StoredPage<FileRecord>> {
  const { limit, cursor, state, received_from, received_to } = query;
  const part =
    state === undefined
      ? ({ index: 'gsi1', pk: filesPartition } as const)
      : ({ index: 'gsi2', pk: fileStatePartition(state) } as const);
  const list = ['files', state, received_from, received_to];
  const range = { ...part, ...timeBounds(received_from, received_to), newestFirst: true };
  return queryPage(table, { list, limit, cursor, range }, fileFrom);
}

/** Newest files that are examined for one object. */
const maxExamined = 500;

/** Finds the newest file of an object in the inbox, among the latest files. */
export async function findFileOfObject(table: Table, objectKey: string): Promise<FileRecord | undefined> {
  let examined = 0;
  const range = { index: 'gsi1', pk: filesPartition, newestFirst: true } as const;
  for await (const item of queryItems(table, range, { pageSize: 100 })) {
    const file = fileFrom(item);
    if (file.object_key === objectKey) return file;
    if (++examined === maxExamined) return undefined;
  }
  return undefined;
}

/** Ids of the responses of one kind in a file, including repeated responses. */
export async function listFileResponses(
  table: Table,
  fileId: string,
  kind: '999' | 'TA1' | '277CA' | '835',
): Promise<readonly string[]> {
  const items = await allItems(table, fileResponsesOf(fileId, kind));
  return items.map((item) => String(item['answer_id']));
}
