import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { claimFileText } from '../claim-text.ts';
import { functionsOn } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry, laneFigures } from '../stored.ts';
import { type LocalWorkQueue, startWorkQueue } from '../work-queue.ts';

let stores: LocalStores;
let queue: LocalWorkQueue;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  queue = await startWorkQueue();
  functionsOn({ environment: { ...stores.environment, ...queue.environment } });
});
afterAll(async () => {
  await queue.stop();
  await stores.stop();
});

/** A clock whose time is up after this many reads. */
function timeFor(asked: number) {
  let left = asked;
  return { getRemainingTimeInMillis: () => (left-- > 0 ? 900_000 : 0) };
}

const s3Event = (keys: readonly string[]) => ({ Records: keys.map((key) => ({ s3: { object: { key } } })) });

/** Runs the function on the messages of the queue until none is left. Returns the number of runs. */
async function runAll(asked: number): Promise<number> {
  const { handler } = await import('../../../functions/claims/work/ingest-file.ts');
  for (let runs = 0; runs < 50; runs++) {
    const taken = queue.take();
    if (taken === undefined) return runs;
    await handler(taken.event, timeFor(asked));
  }
  throw new Error('The function does not finish');
}

test('leaves the rest of its files in the queue when the time is up, and stores nothing twice', async () => {
  const files = ['one', 'two'].map((name, n) => ({
    key: `inbox/${name}.837`,
    text: claimFileText({
      number: n + 1,
      claims: Array.from({ length: 120 }, (_, i) => ({ pcn: `${name}${i}`, charge: 1 })),
    }),
  }));
  for (const { key, text } of files) await stores.put(key, text);
  queue.send(JSON.stringify(s3Event(files.map(({ key }) => key))));
  expect(await runAll(3)).toBeGreaterThan(2);
  expect(await laneFigures(stores)).toEqual({ ready: { count: 240, cents: 24_000 } });
  const entries = await everyAuditEntry(stores);
  expect(entries.filter(({ event_type }) => event_type === 'claim.received')).toHaveLength(240);
  expect(entries.filter(({ event_type }) => event_type === 'file.applied')).toHaveLength(2);
  expect(await stores.keys('inbox/')).toEqual([]);
});

test('makes progress although the function starts without time', async () => {
  const claims = Array.from({ length: 60 }, (_, i) => ({ pcn: `LATE${i}`, charge: 1 }));
  await stores.put('inbox/late.837', claimFileText({ number: 3, claims }));
  queue.send(JSON.stringify(s3Event(['inbox/late.837'])));
  expect(await runAll(1)).toBeLessThan(20);
  expect(await laneFigures(stores)).toMatchObject({ ready: { count: 300 } });
});
