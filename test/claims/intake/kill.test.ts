import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FileRecord } from '#claims/file.ts';
import { findFile } from '#store/claims/files.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry, everyItem, laneFigures } from '../stored.ts';
import { runIngest } from './ingest-runner.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores.stop());

const claimsInFile = 250;

/** How many kills are made while claims of a file are being written. */
const kills = 20;

test('files whose function is killed again and again are applied exactly once', async () => {
  let killed = 0;
  let files = 0;
  while (killed < kills) {
    const number = ++files;
    const key = `inbox/killed-${number}.837`;
    const claims = Array.from({ length: claimsInFile }, (_, i) => ({
      pcn: `K${number}-${i}`,
      charge: i + 1,
    }));
    await stores.put(key, claimFileText({ number, claims, claimsPerSet: 100 }));
    for (;;) {
      const outcome = await runIngest(stores, key, killed < kills ? Math.random() * 500 : undefined);
      if (outcome.kind === 'failed') throw new Error(outcome.error);
      if (outcome.kind === 'ended') break;
      killed += (await claimCount()) > (files - 1) * claimsInFile ? 1 : 0;
    }
  }
  const count = files * claimsInFile;
  const cents = (files * claimsInFile * (claimsInFile + 1) * 100) / 2;

  const items = await everyItem(stores, 'claims');
  const stored = items.filter(({ pk, sk }) => String(pk).startsWith('CLAIM#') && sk === 'CLAIM');
  expect(stored).toHaveLength(count);
  expect(new Set(stored.map((claim) => claim['patient_control_number'])).size).toBe(count);
  expect(stored.every((claim) => claim['version'] === 1 && claim['lane'] === 'ready')).toBe(true);
  expect(items.filter(({ sk }) => sk === 'CONTENT')).toHaveLength(count);
  expect(items.filter(({ pk }) => String(pk).startsWith('PCN#'))).toHaveLength(count);
  const inSets = items.filter(({ sk }) => String(sk).startsWith('SET#'));
  expect(inSets.flatMap((part) => part['claims'])).toHaveLength(count);
  expect(await laneFigures(stores)).toEqual({ ready: { count, cents } });

  const entries = await everyAuditEntry(stores);
  expect(entries.filter(({ event_type }) => event_type === 'claim.received')).toHaveLength(count);
  expect(entries.filter(({ event_type }) => event_type === 'file.applied')).toHaveLength(files);

  for (const file of await everyFile()) {
    expect(file).toMatchObject({
      state: 'applied',
      counts: { claims: claimsInFile, charge: cents / files, drafts: 0, duplicates: 0 },
      progress: { units: { '837P': claimsInFile }, bytes: file.size },
    });
  }
  expect(await stores.keys('inbox/')).toEqual([]);
  expect(await stores.keys('archive/')).toHaveLength(files);
  expect(await stores.keys('outbound/')).toHaveLength(files);
}, 600_000);

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

async function everyFile(): Promise<readonly FileRecord[]> {
  const items = await everyItem(stores, 'claims');
  const ids = items.filter(({ pk, sk }) => String(pk).startsWith('FILE#') && sk === 'FILE');
  const files = await Promise.all(ids.map(({ id }) => findFile(stores.claims, String(id))));
  return files.flatMap((file) => file ?? []);
}
