import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inboxAge } from '#store/claims/inbox.ts';
import { putObject } from '#store/x12-bucket.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;
beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

test('an empty inbox has no age', async () => {
  await putObject(stores.bucket, 'archive/2026/11/21/old.x12', Buffer.from('ISA'), 'text/plain');
  expect(await inboxAge(stores.bucket, later(7200))).toBe(0);
});

test('the file that waits longest tells how long', async () => {
  await putObject(stores.bucket, 'inbox/first.x12', Buffer.from('ISA'), 'text/plain');
  const age = await inboxAge(stores.bucket, later(7200));
  expect(age).toBeGreaterThan(7100);
  await putObject(stores.bucket, 'inbox/second.x12', Buffer.from('ISA'), 'text/plain');
  expect(await inboxAge(stores.bucket, later(7200))).toBeGreaterThanOrEqual(age - 1);
  expect(await inboxAge(stores.bucket, later(-7200))).toBe(0);
});
