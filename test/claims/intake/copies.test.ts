import { GetObjectTaggingCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { copyObject, findObject } from '#store/s3/x12-bucket.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;
beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

// S3 copies tags only for a role that may read and write them, and no function may.
test('copies a file without the tags of a scanner', async () => {
  const { client, name: Bucket } = stores.bucket;
  const Key = 'inbox/scanned.x12';
  await client.send(new PutObjectCommand({ Bucket, Key, Body: 'ISA', Tagging: 'scan=NO_THREATS_FOUND' }));
  const object = await findObject(stores.bucket, { key: Key });
  if (!object) throw new Error('Nothing was stored');

  await copyObject(stores.bucket, object, 'archive/scanned.x12');

  expect(await stores.read('archive/scanned.x12')).toBe('ISA');
  const copy = new GetObjectTaggingCommand({ Bucket, Key: 'archive/scanned.x12' });
  expect((await client.send(copy)).TagSet).toEqual([]);
});
