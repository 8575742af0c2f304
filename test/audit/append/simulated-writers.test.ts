import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ChainWalk } from '#audit/verification/chain-walk.ts';
import { Random } from '#test/bench/x12/random.ts';
import { sized } from '../../soak.ts';
import { percentile, type SimulatedFigures, simulateWriters, usualLoad } from './simulated-writers.ts';

const load = { ...usualLoad, seconds: 60 };

test('16 functions commit 42 times a second with few retries, and people wait less than a second', async () => {
  const { commitsPerSecond, retriesPerCommit, readsPerCommit, waits } = await simulateWriters(
    load,
    new Random(1),
  );
  expect(commitsPerSecond).toBeGreaterThan(42);
  expect(retriesPerCommit).toBeLessThan(0.05);
  expect(readsPerCommit).toBeLessThan(12);
  expect(percentile(waits.people, 0.95)).toBeLessThan(1000);
  // The longer a function has waited, the sooner it is next.
  expect(percentile(waits.writers, 0.99)).toBeLessThan(12_000);
  expect(percentile(waits.writers, 1)).toBeLessThan(40_000);
});

test.each([
  ['new', 3, 500, 9],
  ['new', 1, 170, 8],
  ['known', 3, 500, 9],
])(
  'with slow transactions, %s functions that prepare %d of them have few retries',
  async (age, burst, preparing, commits) => {
    const figures = await simulateWriters(
      {
        ...{ ...load, latency: [3, 15], transactions: [30, 80], burst, preparing },
        ...{ isCold: age === 'new', seconds: 120 },
      },
      new Random(1),
    );
    expect(figures.retriesPerCommit).toBeLessThan(0.2);
    // A transaction takes 64 ms on average.
    expect(figures.commitsPerSecond).toBeGreaterThan(commits);
    expect(figures.leasesPerCommit).toBeLessThan(3);
    expect(percentile(figures.waits.people, 0.95)).toBeLessThan(3000);
    expectWhole(figures);
  },
);

test('one function needs little more than one request for a commit', async () => {
  const { retriesPerCommit, readsPerCommit } = await simulateWriters(
    { ...load, writers: 1, people: 0 },
    new Random(1),
  );
  expect(retriesPerCommit).toBe(0);
  expect(readsPerCommit).toBeLessThan(0.6);
});

test('functions that die with the lease delay the others by its time', async () => {
  const { commitsPerSecond, waits } = await simulateWriters({ ...load, killed: 0.02 }, new Random(1));
  expect(commitsPerSecond).toBeGreaterThan(30);
  expect(percentile(waits.people, 0.95)).toBeLessThan(1000);
});

test('nothing is lost or stored twice, for any delays, lost responses and kills', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(),
        writers: fc.integer({ min: 1, max: 12 }),
        transactionsPerFile: fc.integer({ min: 1, max: 40 }),
        betweenTransactions: fc.constantFrom(0, 4, 60, 400),
        people: fc.integer({ min: 0, max: 5 }),
        burst: fc.integer({ min: 1, max: 5 }),
        preparing: fc.constantFrom(0, 100, 1000),
        isCold: fc.boolean(),
        transactions: fc.constantFrom([0, 0] as const, [30, 80] as const, [100, 800] as const),
        latency: fc.constantFrom([1, 1] as const, [1, 3] as const, [5, 20] as const, [2, 300] as const),
        lost: fc.constantFrom(0, 0.01, 0.2),
        killed: fc.constantFrom(0, 0.02, 0.3),
      }),
      async ({ seed, ...other }) => {
        const figures = await simulateWriters({ ...other, seconds: 10 }, new Random(seed));
        expectWhole(figures);
        expect(percentile(figures.waits.people, 1)).toBeLessThan(60_000);
      },
    ),
    { numRuns: sized('simulated loads of the audit chain', { short: 12, soak: 400 }) },
  );
}, 300_000);

/** Expects a valid chain with each acknowledged entry at its place, and no entry twice. */
function expectWhole({ store, acknowledged }: SimulatedFigures): void {
  const walk = new ChainWalk(1, new Map());
  for (const entry of store.entries) expect(walk.take({ id: entry.id, entry })).toBeUndefined();
  const ids = store.entries.map(({ entity_id }) => entity_id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [id, entityId] of acknowledged) expect(store.entries[id - 1]?.entity_id).toBe(entityId);
  // Each writer waits for its acknowledgment, so every entry has one.
  expect(acknowledged.size).toBe(ids.length);
}
