import { expect, test } from '@jest/globals';
import {
  collectResponses,
  type OfferedFile,
  type ResponsePorts,
  type SeenFile,
} from '#claims/clearinghouse/collect-responses.ts';
import { TransportFailed } from '#claims/clearinghouse/submission.ts';

const file = (name: string): OfferedFile => ({ name, size: name.length, modified_at: 1 });
const refuse = async () => Promise.reject(new TransportFailed('refused'));

/** A server with these files, and what lands in the inbox. */
function serverWith(names: readonly string[], ports: Partial<ResponsePorts> = {}) {
  const seen = new Map<string, SeenFile>();
  const inbox: string[] = [];
  const all: ResponsePorts = {
    list: async () => names.map(file),
    read: async (name) => Buffer.from(name),
    seen: async (name) => seen.get(name),
    remember: async (name, one) => void seen.set(name, one),
    putInInbox: async (name) => void inbox.push(name),
    ...ports,
  };
  return { inbox, visit: () => collectResponses(all) };
}

test('a response that is gone when it is read, or that is not ours to read, keeps no other back', async () => {
  const { inbox, visit } = serverWith(['a', 'b', 'c'], {
    read: async (name) => (name === 'a' ? refuse() : Buffer.from(name)),
  });
  expect(await visit()).toEqual({ taken: 0, waiting: 3, refused: 0 });
  expect(await visit()).toEqual({ taken: 2, waiting: 0, refused: 1 });
  expect(inbox).toEqual(['b', 'c']);
  expect(await visit()).toEqual({ taken: 0, waiting: 0, refused: 1 });
});

test('nor does one that the server does not let us remove, and it is taken once', async () => {
  const { inbox, visit } = serverWith(['a', 'b'], { remove: refuse });
  await visit();
  expect(await visit()).toEqual({ taken: 2, waiting: 0, refused: 2 });
  expect(await visit()).toEqual({ taken: 0, waiting: 0, refused: 2 });
  expect(inbox).toEqual(['a', 'b']);
});

test('a connection that breaks off ends the visit', async () => {
  const { visit } = serverWith(['a'], { read: () => Promise.reject(new TransportFailed('interrupted')) });
  await visit();
  await expect(visit()).rejects.toMatchObject({ code: 'interrupted' });
});
