import type { PutCommandInput } from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '#claims/chunks.ts';
import type { FindingRecord } from '#claims/claim/finding.ts';
import type { FileStore } from '#claims/files/delivery.ts';
import { type FileRecord, fileKinds, isFinished } from '#claims/files/file.ts';
import type { PickupRecord } from '#claims/submissions/visit/collect-responses.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { setClause } from '../../dynamodb/assignments.ts';
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
} from '../../dynamodb/items.ts';
import { betweenTransactions, type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import {
  fileContentKey,
  fileFindingsKey,
  fileFindingsOf,
  fileIndexKeys,
  fileKey,
  fileNameKey,
  handledFileKey,
  usedInterchangeKey,
} from '../keys/file-keys.ts';

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
        Item: { ...key, file_id: fileId },
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

/** Stores the record of a file that has an upload link, and `others` in the same transaction. */
export const expectFile = (
  table: Table,
  record: FileRecord,
  now: Date,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    insertion({ ...fileItem(record), expires_at: Math.floor(now.getTime() / 1000) + expectedFor }),
    ...others,
  ]);

/** Reads the stored findings of a file, in their order. */
export async function readFindings(table: Table, id: string): Promise<readonly FindingRecord[]> {
  const items = await allItems(table, fileFindingsOf(id));
  const parts = items.map((item) => recordOf<{ readonly findings?: readonly FindingRecord[] }>(item));
  return parts.flatMap(({ findings = [] }) => findings);
}

const fileItem = (record: FileRecord) =>
  itemOf({ ...fileKey(record.id), ...fileIndexKeys(record.state, record.received_at, record.id) }, record);

/** Puts an item. If the condition fails, returns the stored item. */
async function tryPut(table: Table, put: Omit<PutCommandInput, 'TableName'>): Promise<Item | undefined> {
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
