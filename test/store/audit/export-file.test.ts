import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exportFile } from '#store/audit/export-file.ts';
import { openBucket } from '#store/s3/bucket.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';

let stores: LocalStores;
beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

test('an export is one object, with the announced checksum of its parts', async () => {
  Object.assign(process.env, stores.environment);
  const bucket = openBucket(stores.bucket.name);
  const file = exportFile(bucket);
  const upload = await file.begin('run-1');
  const first = 'a'.repeat(5 * 1024 * 1024);
  await file.put('run-1', upload, 2, 'z\n');
  await file.put('run-1', upload, 1, first);
  await file.finish('run-1', upload);

  const key = 'audit-exports/run-1.ndjson';
  expect(await stores.read(key)).toBe(`${first}z\n`);
  const head = new HeadObjectCommand({ Bucket: bucket.name, Key: key, ChecksumMode: 'ENABLED' });
  expect((await bucket.client.send(head)).ChecksumCRC32).toMatch(/^[\w+/]{6}==-2$/);
  // An earlier attempt may already have finished the upload.
  await file.finish('run-1', upload);
});
