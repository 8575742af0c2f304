import { expect, test } from '@jest/globals';
import {
  collectResponses,
  type OfferedFile,
  type PickupPorts,
  type PickupRecord,
} from '#claims/clearhouse/collect-responses.ts';
import { TransportFailed } from '#claims/clearhouse/transport.ts';

const file = (name: string): OfferedFile => ({ name, size: name.length, modified_at: 1 });
const fail = async (code: TransportFailed['code']) => Promise.reject(new TransportFailed(code));

/** A server with these files, and the files that reach the inbox. */
function serverWith(files: readonly (string | OfferedFile)[], ports: Partial<PickupPorts> = {}) {
  const records = new Map<string, PickupRecord>();
  const inbox: string[] = [];
  const all: PickupPorts = {
    list: async () => files.map((one) => (typeof one === 'string' ? file(one) : one)),
    read: async ({ name }) => Buffer.from(name),
    findRecord: async (name) => records.get(name),
    saveRecord: async (name, one) => void records.set(name, one),
    putInInbox: async (name) => void inbox.push(name),
    reconnect: async () => {},
    isTimeUp: () => false,
    passedOverBefore: new Set(),
    ...ports,
  };
  return { inbox, visit: () => collectResponses(all) };
}

test('a response that cannot be read does not stop the others', async () => {
  const { inbox, visit } = serverWith(['a', 'b', 'c', 'd'], {
    read: async ({ name }) => {
      if (name === 'a') return fail('file_missing');
      return name === 'b' ? fail('permission_denied') : Buffer.from(name);
    },
  });
  expect(await visit()).toEqual({ taken: 0, waiting: 4, passed_over: [] });
  const passed_over = [
    { name: 'a', size: 1, code: 'file_missing', message: 'The file does not exist on the server' },
    { name: 'b', size: 1, code: 'permission_denied', message: 'The server denies permission' },
  ];
  expect(await visit()).toEqual({ taken: 2, waiting: 0, passed_over });
  expect(inbox).toEqual(['c', 'd']);
  expect(await visit()).toEqual({ taken: 0, waiting: 0, passed_over });
});

test('a response that cannot be removed is taken once', async () => {
  const { inbox, visit } = serverWith(['a', 'b'], { remove: () => fail('permission_denied') });
  await visit();
  const message = 'In the inbox, but not removed: The server denies permission';
  const passed_over = ['a', 'b'].map((name) => ({ name, size: 1, code: 'permission_denied', message }));
  expect(await visit()).toEqual({ taken: 2, waiting: 0, passed_over });
  expect(await visit()).toEqual({ taken: 0, waiting: 0, passed_over });
  expect(inbox).toEqual(['a', 'b']);
});

test('passes over an empty file, a large file and an unusable name', async () => {
  const files = [
    { ...file('empty'), size: 0 },
    { ...file('huge'), size: 100 * 1024 * 1024 + 1 },
    file('not\uFFFDutf8'),
    file('line\nbreak'),
    file('x'.repeat(256)),
    file('sound'),
  ];
  const { inbox, visit } = serverWith(files);
  // An empty file may still be uploading.
  expect(await visit()).toMatchObject({ taken: 0, waiting: 2 });
  const { taken, passed_over } = await visit();
  expect(taken).toBe(1);
  expect(passed_over.map(({ code }) => code)).toEqual([
    'empty',
    'too_large',
    'unusable_name',
    'unusable_name',
    'unusable_name',
  ]);
  expect(inbox).toEqual(['sound']);
});

test('a file that shrinks during reading waits for the next visit', async () => {
  const { inbox, visit } = serverWith(['shrinking', 'b'], {
    read: async ({ name }) => Buffer.from(name.slice(0, 1)),
  });
  await visit();
  expect(await visit()).toEqual({ taken: 1, waiting: 1, passed_over: [] });
  expect(inbox).toEqual(['b']);
});

test('passes over a file that ends the connection, and reconnects for the next ones', async () => {
  let connections = 1;
  const { inbox, visit } = serverWith(['a', 'b', 'c'], {
    read: async ({ name }) => (name === 'a' ? fail('interrupted') : Buffer.from(name)),
    reconnect: async () => void connections++,
  });
  await visit();
  expect(await visit()).toMatchObject({ taken: 2, passed_over: [{ name: 'a', code: 'interrupted' }] });
  expect([inbox, connections]).toEqual([['b', 'c'], 2]);
});

test('a visit ends with its counts when the server cannot be reached again', async () => {
  const { inbox, visit } = serverWith(['a', 'b', 'c'], {
    read: async ({ name }) => (name === 'b' ? fail('interrupted') : Buffer.from(name)),
    reconnect: () => fail('connection_refused'),
  });
  await visit();
  const done = await visit();
  expect(done).toMatchObject({ taken: 1, passed_over: [], failure: { code: 'connection_refused' } });
  expect(inbox).toEqual(['a']);
});

test('a server that loses every connection ends the visit', async () => {
  const { visit } = serverWith(['a', 'b', 'c', 'd', 'e', 'f'], { read: () => fail('interrupted') });
  await visit();
  expect(await visit()).toMatchObject({ taken: 0, failure: { code: 'interrupted' } });
});

test('files that the last visit passed over come last, and wait when the time is up', async () => {
  const read: string[] = [];
  const { visit } = serverWith(['bad', 'good'], {
    read: async ({ name }) => {
      read.push(name);
      return Buffer.from(name);
    },
    isTimeUp: () => read.length > 0,
    passedOverBefore: new Set(['bad']),
  });
  expect(await visit()).toMatchObject({ waiting: 2 });
  expect(await visit()).toEqual({ taken: 1, waiting: 1, passed_over: [] });
  expect(read).toEqual(['good']);
});

test('a failure of our own stores ends the visit', async () => {
  const { visit } = serverWith(['a'], { putInInbox: () => Promise.reject(new Error('no room')) });
  await visit();
  await expect(visit()).rejects.toThrow('no room');
});
