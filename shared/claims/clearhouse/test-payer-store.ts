import { currentConfiguration } from '#claims/configuration/records.ts';
import { inboxPrefix, stagingPrefix } from '#claims/files/inbox-records.ts';
import { findHandledFile, recordHandledFile } from '#claims/files/records.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { Bucket } from '#store/s3/bucket.ts';
import { findObject, listObjects, putNewObject, readWholeObject } from '#store/s3/x12-bucket.ts';
import { findSubmissionByFileName } from './records.ts';
import type { TestPayerResponse } from './test-payer/respond.ts';
import { respondToStagedFile } from './test-payer/respond-to-staged.ts';

const source = 'test-payer';

/** Responds once, as the test payer, to a staged object. @throws NotRecordedYet */
export async function respondToStagedObject(
  table: Table,
  bucket: Bucket,
  key: string,
): Promise<readonly TestPayerResponse[]> {
  const object = await findObject(bucket, { key });
  if (object === undefined || !key.startsWith(stagingPrefix)) return [];
  const { clearinghouse } = await currentConfiguration(table);
  const name = key.slice(key.lastIndexOf('/') + 1);
  return respondToStagedFile(name, {
    isHandled: async (file) => (await findHandledFile(table, source, file)) !== undefined,
    rememberHandled: (file) =>
      recordHandledFile(table, source, file, {
        size: object.size,
        modified_at: Date.parse(object.modified_at),
        state: 'taken',
      }),
    findSubmission: (file) => findSubmissionByFileName(table, file, clearinghouse.trading_partner_id),
    read: () => readWholeObject(bucket, object),
    putInInbox: (one) =>
      putNewObject(bucket, `${inboxPrefix}${source}/${one.name}`, one.bytes, 'application/edi-x12'),
    // The inbox reads files side by side: a busy one gets a second to apply the 999 before the 277CA.
    pause: () => new Promise((resolve) => setTimeout(resolve, 1_000)),
  });
}

export async function* stagedKeys(bucket: Bucket): AsyncGenerator<string> {
  for await (const { Key } of listObjects(bucket, stagingPrefix)) if (Key !== undefined) yield Key;
}
