import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { FindingRecord } from '#claims/claim/finding.ts';
import type { FileStore, SingleUseName, SurveyedFile } from '#claims/files/delivery.ts';
import { type FileRecord, fileKinds } from '#claims/files/file.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { setClause } from '../../dynamodb/assignments.ts';
import { getItem, type Item, inRange, itemOf, queryAll, recordOf } from '../../dynamodb/items.ts';
import { send, type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import {
  fileContentKey,
  fileFindingsKey,
  fileFindingsOf,
  fileIndexKeys,
  fileKey,
  fileNameKey,
  usedInterchangeKey,
} from '../keys/file-keys.ts';

/** Records of files in the claims table. A file that an upload link was given out for is `expected` until it comes. */
export function fileStore(table: Table): FileStore {
  return {
    receive: (record) => receiveFile(table, record),
    find: (id) => findFile(table, id),
    reserveContent: (sha256, fileId) => claimContent(table, sha256, fileId),
    takeOver: (file, run, found, now) => takeOver(table, file, run, found, now),
    keepAcknowledgmentNumber: (id, run, number) => keepAcknowledgmentNumber(table, id, run, number),
    isNameTaken: (id, once) => isUsedBefore(table, id, once),
    putFindings: (id, findings) => putFindings(table, id, findings),
  };
}

export async function findFile(table: Table, id: string): Promise<FileRecord | undefined> {
  const item = await getItem(table, fileKey(id));
  return item && fileFrom(item);
}

export function fileFrom(item: Item): FileRecord {
  const { counts, ...file } = recordOf<FileRecord>(item);
  // The SDK reads a sum above 2^53 as bigint.
  return { ...file, counts: { ...counts, charge: Number(counts.charge) } };
}

/** A file that never comes is forgotten a day later, seconds. */
const expectedFor = 24 * 3600;

/** Stores the record of a file that is about to be uploaded, together with `others`. */
export const expectFile = (
  table: Table,
  record: FileRecord,
  now: Date,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: { ...fileItem(record), expires_at: Math.floor(now.getTime() / 1000) + expectedFor },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...others,
  ]);

/** The findings that were stored with a file, in their order. */
export async function readFindings(table: Table, id: string): Promise<readonly FindingRecord[]> {
  const findings: FindingRecord[] = [];
  for await (const items of queryAll(table, inRange(fileFindingsOf(id)))) {
    for (const item of items) findings.push(...(recordOf<FindingsPart>(item).findings ?? []));
  }
  return findings;
}

interface FindingsPart {
  readonly findings?: readonly FindingRecord[];
}

const fileItem = (record: FileRecord) =>
  itemOf({ ...fileKey(record.id), ...fileIndexKeys(record.state, record.received_at, record.id) }, record);

async function receiveFile(table: Table, record: FileRecord): Promise<FileRecord> {
  const units = Object.fromEntries(fileKinds.map((kind) => [kind, 0]));
  const received: FileRecord = { ...record, progress: { bytes: 0, units } };
  try {
    await send(
      table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: fileItem(received),
          ConditionExpression: 'attribute_not_exists(pk) OR #state = :expected',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':expected': 'expected' },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return received;
  } catch (error) {
    const stored = error instanceof ConditionFailed ? error.failures[0]?.item : undefined;
    if (stored === undefined) throw error;
    return fileFrom(stored);
  }
}

async function claimContent(table: Table, sha256: string, fileId: string): Promise<string> {
  const key = fileContentKey(sha256);
  try {
    await send(
      table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...key, file_id: fileId },
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return fileId;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return String(error.failures[0]?.item?.['file_id'] ?? fileId);
  }
}

async function isUsedBefore(table: Table, fileId: string, once: SingleUseName): Promise<boolean> {
  const key = once.kind === 'file-name' ? fileNameKey(once.name, once.sender) : usedInterchangeKey(once);
  try {
    await send(
      table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: { ...key, file_id: fileId },
          ConditionExpression: 'attribute_not_exists(pk) OR file_id = :file',
          ExpressionAttributeValues: { ':file': fileId },
        }),
      ),
    );
    return false;
  } catch (error) {
    if (error instanceof ConditionFailed) return true;
    throw error;
  }
}

async function takeOver(
  table: Table,
  { id, received_at }: FileRecord,
  run: string,
  found: SurveyedFile,
  now: Date,
): Promise<FileRecord | undefined> {
  const { sha256, size, kinds, counts } = found;
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
    const { Attributes } = await send(
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { ...fileKey(id) },
          UpdateExpression: expression,
          ConditionExpression: '#state IN (:received, :processing)',
          ExpressionAttributeNames: { ...names },
          ExpressionAttributeValues: { ...values, ':received': 'received', ':processing': 'processing' },
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
    return Attributes && fileFrom(Attributes);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

async function keepAcknowledgmentNumber(
  table: Table,
  id: string,
  run: string,
  number: number,
): Promise<void> {
  await send(
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: { ...fileKey(id) },
        UpdateExpression: 'SET acknowledgment_number = :number',
        ConditionExpression: '#run = :run',
        ExpressionAttributeNames: { '#run': 'run' },
        ExpressionAttributeValues: { ':number': number, ':run': run },
      }),
    ),
  );
}

const findingsInItem = 100;

/** Findings follow from the bytes of the file, so writing them again changes nothing. */
async function putFindings(table: Table, id: string, findings: readonly FindingRecord[]): Promise<number> {
  const parts = Math.ceil(findings.length / findingsInItem);
  for (let n = 0; n < parts; n++) {
    const part = findings.slice(n * findingsInItem, (n + 1) * findingsInItem);
    const Item = { ...fileFindingsKey(id, n), findings: part };
    await send(table.client.send(new PutCommand({ TableName: table.name, Item })));
  }
  return parts;
}
