import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { UnitsChange } from '#claims/applier.ts';
import { type FileKind, type FileRecord, fileKinds, isFinal } from '#claims/file.ts';
import type { FindingRecord } from '#claims/finding.ts';
import type { FileOutcome, FileStore, FoundInFile } from '#claims/intake/delivery.ts';
import { fileContentKey, fileFindingsKey, fileFindingsOf, fileIndexKeys, fileKey } from '../claims-keys.ts';
import { getItem, type Item, inRange, itemOf, queryAll, recordOf } from '../items.ts';
import { ConditionFailed } from '../rejections.ts';
import { send, type Table, type TransactAction } from '../table.ts';

/** Records of files in the claims table. A file that an upload link was given out for is `expected` until it comes. */
export function fileStore(table: Table): FileStore {
  return {
    receive: (record) => receiveFile(table, record),
    find: (id) => findFile(table, id),
    claimContent: (sha256, fileId) => claimContent(table, sha256, fileId),
    takeOver: (id, run, found, now) => takeOver(table, id, run, found, now),
    keepAcknowledgmentNumber: (id, run, number) => keepAcknowledgmentNumber(table, id, run, number),
    putFindings: (id, findings) => putFindings(table, id, findings),
    progressAction,
    finishAction,
  };
}

export async function findFile(table: Table, id: string): Promise<FileRecord | undefined> {
  const item = await getItem(table, fileKey(id));
  return item && fileFrom(item);
}

export const fileFrom = (item: Item): FileRecord => recordOf<FileRecord>(item);

/** A file that is about to be uploaded; it is forgotten at `expiresAt`, in epoch seconds, when it never comes. */
export async function expectFile(table: Table, record: FileRecord, expiresAt: number): Promise<void> {
  await send(
    table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: { ...fileItem(record), expires_at: expiresAt },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    ),
  );
}

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
        }),
      ),
    );
    return received;
  } catch (error) {
    const stored = error instanceof ConditionFailed ? await findFile(table, record.id) : undefined;
    if (stored === undefined) throw error;
    return stored;
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
        }),
      ),
    );
    return fileId;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const { Item } = await send(
      table.client.send(new GetCommand({ TableName: table.name, Key: { ...key }, ConsistentRead: true })),
    );
    return String(Item?.['file_id'] ?? fileId);
  }
}

async function takeOver(
  table: Table,
  id: string,
  run: string,
  found: FoundInFile,
  now: Date,
): Promise<FileRecord | undefined> {
  const file = await findFile(table, id);
  if (file === undefined || isFinal(file)) return undefined;
  const { sha256, size, kinds, counts } = found;
  const keys = fileIndexKeys('processing', file.received_at, id);
  try {
    const { Attributes } = await send(
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { ...fileKey(id) },
          UpdateExpression:
            'SET #run = :run, #state = :processing, sha256 = :sha256, #size = :size, kinds = :kinds, ' +
            'counts.interchanges = :interchanges, counts.groups = :groups, counts.sets = :sets, ' +
            'counts.refused_sets = :refused, updated_at = :now, gsi2pk = :gsi2pk',
          ConditionExpression: '#state IN (:received, :processing)',
          ExpressionAttributeNames: { '#run': 'run', '#state': 'state', '#size': 'size' },
          ExpressionAttributeValues: {
            ':run': run,
            ':processing': 'processing',
            ':received': 'received',
            ':sha256': sha256,
            ':size': size,
            ':kinds': kinds,
            ':interchanges': counts.interchanges,
            ':groups': counts.groups,
            ':sets': counts.sets,
            ':refused': counts.refused_sets,
            ':now': now.toISOString(),
            ':gsi2pk': keys.gsi2pk,
          },
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

/** Moves the progress of the file, on condition that its run owns it and nobody has moved it since. */
function progressAction(
  file: FileRecord,
  kind: FileKind,
  from: number,
  { units, counts = {}, bytes }: UnitsChange,
  now: Date,
): TransactAction {
  const moved = Object.entries(counts).filter(([, more]) => more !== undefined && more !== 0);
  return {
    Update: {
      Key: { ...fileKey(file.id) },
      UpdateExpression: `SET ${[
        'progress.units.#kind = :to',
        'updated_at = :now',
        ...(bytes === undefined ? [] : ['progress.bytes = :bytes']),
        ...moved.map(([name]) => `counts.${name} = counts.${name} + :${name}`),
      ].join(', ')}`,
      ConditionExpression: '#run = :run AND progress.units.#kind = :from',
      ExpressionAttributeNames: { '#kind': kind, '#run': 'run' },
      ExpressionAttributeValues: {
        ':from': from,
        ':to': from + units,
        ':now': now.toISOString(),
        ':run': file.run,
        ...(bytes === undefined ? {} : { ':bytes': bytes }),
        ...Object.fromEntries(moved.map(([name, more]) => [`:${name}`, more])),
      },
    },
  };
}

/** The outcome of a file, on condition that its run still owns it. */
function finishAction(file: FileRecord, outcome: FileOutcome): TransactAction {
  const { gsi2pk } = fileIndexKeys(outcome.state, file.received_at, file.id);
  const fields = { ...outcome, updated_at: outcome.finished_at, gsi2pk };
  const names = Object.keys(fields);
  const isApplied = outcome.state === 'applied' || outcome.state === 'partly_applied';
  return {
    Update: {
      Key: { ...fileKey(file.id) },
      UpdateExpression: `SET ${[
        ...names.map((name) => `#${name} = :${name}`),
        ...(isApplied ? ['progress.bytes = :size'] : []),
      ].join(', ')}`,
      ConditionExpression: '#run = :run',
      ExpressionAttributeNames: {
        '#run': 'run',
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ':run': file.run,
        ...(isApplied && { ':size': file.size }),
        ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`:${name}`, value])),
      },
    },
  };
}
