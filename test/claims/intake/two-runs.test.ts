import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry, everyItem } from '../stored.ts';
import { runIngest } from './ingest-runner.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores.stop());

test('two runs over one file at a time: one of them ends without a word, and nothing is there twice', async () => {
  const before = await claimCount();
  const claims = Array.from({ length: 200 }, (_, i) => ({ pcn: `RACE${i}` }));
  await stores.put('inbox/race.837', claimFileText({ number: 1000, claims }));
  const runs = [runIngest(stores, 'inbox/race.837'), runIngest(stores, 'inbox/race.837')];
  expect((await Promise.all(runs)).map(({ kind }) => kind)).toEqual(['ended', 'ended']);
  expect((await claimCount()) - before).toBe(200);
  const entries = await everyAuditEntry(stores);
  expect(entries.filter(({ event_type }) => event_type === 'claim.received')).toHaveLength(before + 200);
}, 120_000);

async function claimCount(): Promise<number> {
  return (await everyItem(stores, 'claims')).filter(({ sk }) => sk === 'CONTENT').length;
}
