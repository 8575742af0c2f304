import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { insertionOfKey, readClaimsKeys } from '#claims/api-keys/records.ts';
import { type LocalStores, startLocalStores } from './local-stores.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores?.stop());

test('lists API keys without secrets, newest first, page by page', async () => {
  for (const id of ['1', '2', '3']) {
    const key = { id, name: `Key ${id}`, prefix: 'gc_test_', created_at: '2026-03-22T00:00:00Z' };
    const issued = { key: { ...key, role: 'biller' }, secretHash: `hash ${id}`, actor: 'test' } as const;
    const { entry, writes } = insertionOfKey(issued);
    await stores.audit.append([entry], writes);
  }
  const first = await readClaimsKeys(stores.claims, { limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual(['3', '2']);
  expect(JSON.stringify(first.data)).not.toContain('hash');
  const second = await readClaimsKeys(stores.claims, { limit: 2, cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ data: [{ id: '1' }], nextCursor: null });
});
