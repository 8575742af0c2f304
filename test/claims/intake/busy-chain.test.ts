import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { ingestObjects } from '#claims/files/ingest-objects.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { ingestPorts } from '#store/claims/responses/intake-settings.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry, laneFigures } from '../stored.ts';

let stores: LocalStores;
let name = 0;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores.stop());

const claimsOfFile = 200;

/** A file of the inbox, and the numbers of claims and entries before it is processed. */
let place: { readonly key: string };
let before: { readonly claims: number; readonly entries: number };

beforeEach(async () => {
  place = { key: `inbox/busy-${++name}.837` };
  const claims = Array.from({ length: claimsOfFile }, (_, n) => ({ pcn: `BUSY${name}-${n}` }));
  await stores.put(place.key, claimFileText({ number: name, claims }));
  before = await stored();
});

async function stored() {
  const entries = await everyAuditEntry(stores);
  return {
    claims: (await laneFigures(stores))['ready']?.count ?? 0,
    entries: entries.filter(({ event_type }) => event_type === 'claim.received').length,
  };
}

/** One run over the file. `wins` decides whether an attempt at the head of the chain wins the race for it. */
async function ingest(wins: (attempt: number) => boolean, isTimeUp?: () => boolean) {
  const store = chainStore(stores.auditTable, stores.claims, 'main');
  let attempt = 0;
  const audit = new ChainAppender(
    {
      ...store,
      commit: async (transaction) =>
        wins(attempt++) ? store.commit(transaction) : ({ kind: 'head-moved' } as const),
    },
    { deadline: 0 },
  );
  const interruptions: Error[] = [];
  const left = await ingestObjects([place], ingestPorts({ ...stores, audit }, isTimeUp), {
    onFile: () => {},
    onInterruption: (_, failure) => interruptions.push(failure),
  });
  return { left, interruptions };
}

async function expectStoredOnce(): Promise<void> {
  expect(await stores.keys('inbox/')).toEqual([]);
  expect(await stored()).toEqual({
    claims: before.claims + claimsOfFile,
    entries: before.entries + claimsOfFile,
  });
  expect(await verifyChain(chainSource(stores.auditTable, 'main'), { witness: new Map() })).toMatchObject({
    ok: true,
  });
}

test('a run waits for the head of the chain as long as the function has time', async () => {
  const { left, interruptions } = await ingest(
    (attempt) => attempt % 3 === 2,
    () => false,
  );
  expect([left, interruptions]).toEqual([[], []]);
  await expectStoredOnce();
});

test('a run that loses the head after progress leaves the rest to the next one', async () => {
  let runs = 0;
  for (let left: readonly unknown[] = [place]; left.length > 0; runs++) {
    const run = await ingest((attempt) => attempt < 2);
    expect(run.interruptions).toHaveLength(run.left.length);
    left = run.left;
  }
  // More than the five attempts of a message.
  expect(runs).toBeGreaterThan(5);
  await expectStoredOnce();
});

test('a run without progress fails', async () => {
  await expect(ingest(() => false)).rejects.toThrow(StoreRejection);
  expect(await stored()).toEqual(before);
  const { left } = await ingest(() => true);
  expect(left).toEqual([]);
  await expectStoredOnce();
});
