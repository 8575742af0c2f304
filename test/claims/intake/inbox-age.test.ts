import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inboxAge } from '#store/claims/files/inbox.ts';
import { putObject } from '#store/s3/x12-bucket.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;
beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const later = (seconds: number) => new Date(Date.now() + seconds * 1000);

test('reports age 0 for an empty inbox', async () => {
  await putObject(stores.bucket, 'archive/2026/11/21/old.x12', Buffer.from('ISA'), 'text/plain');
  expect(await inboxAge(stores.bucket, later(7200))).toBe(0);
});

test('ignores a folder object that a console created', async () => {
  await putObject(stores.bucket, 'inbox/', Buffer.from(''), 'application/x-directory');
  await putObject(stores.bucket, 'inbox/clinic-1/', Buffer.from(''), 'application/x-directory');
  expect(await inboxAge(stores.bucket, later(7200))).toBe(0);
  expect(await stores.process('inbox/clinic-1/')).toBeUndefined();
});

test('counts an object with content under a key that ends with a slash', async () => {
  await stores.put('inbox/clinic-2/', 'Dear payer');
  expect(await stores.process('inbox/clinic-2/')).toMatchObject({ name: 'clinic-2', state: 'quarantined' });
  expect(await inboxAge(stores.bucket, later(7200))).toBe(0);
});

test('reports the age of the oldest file', async () => {
  await putObject(stores.bucket, 'inbox/first.x12', Buffer.from('ISA'), 'text/plain');
  const age = await inboxAge(stores.bucket, later(7200));
  expect(age).toBeGreaterThan(7100);
  await putObject(stores.bucket, 'inbox/second.x12', Buffer.from('ISA'), 'text/plain');
  expect(await inboxAge(stores.bucket, later(7200))).toBeGreaterThanOrEqual(age - 1);
  expect(await inboxAge(stores.bucket, later(-7200))).toBe(0);
});
