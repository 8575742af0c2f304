import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ingestObjects } from '#claims/files/ingest-objects.ts';
import { ingestPorts } from '#store/claims/responses/intake-settings.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores.stop());

test('a run over a file prepares three windows and announces those that follow, down to none', async () => {
  const key = 'inbox/following.837';
  const claims = Array.from({ length: 120 }, (_, n) => ({ pcn: `FOLLOWING-${n}` }));
  await stores.put(key, claimFileText({ number: 1, claims }));
  const append = jest.spyOn(stores.audit, 'append');
  await ingestObjects(
    [{ key }],
    ingestPorts(stores, () => false),
    {
      onFile: () => {},
      onInterruption: (_, failure) => {
        throw failure;
      },
    },
  );
  const windows = append.mock.calls.filter(([[entry]]) => entry?.event_type === 'claim.received');
  const following = windows.map(([, , options]) => options?.following);
  expect(windows.length).toBeGreaterThan(4);
  expect(following[0]).toBeGreaterThanOrEqual(2);
  expect(following.slice(-3)).toEqual([2, 1, 0]);
  for (const each of following) expect(each).toBeLessThan(6);
});
