// `npm run bench -- audit` measures appends of concurrent writers, and verification against hashing alone.
import { createHash, hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ChainAppender } from '#audit/append/appender.ts';
import type { CommitOutcome } from '#audit/append/transaction.ts';
import { type EntryDraft, emptyHead, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import { type AuditEntry, canonicalForm } from '#audit/entries/entry.ts';
import { ChainWalk } from '#audit/verification/chain-walk.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { openTable } from '#store/dynamodb/table.ts';
import { appendAll, newAuditTable } from '../store/audit/audit-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../store/dynamodb/dynamo-engine.ts';
import type { Row } from './comparison.ts';

interface Extent {
  readonly seconds: number;
  /** Seconds before the measurement, in which writers get to know each other. */
  readonly warmUp: number;
  /** Entries that are verified in memory. */
  readonly inMemory: number;
}

const long: Extent = { seconds: 5, warmUp: 2, inMemory: 100_000 };
const short: Extent = { seconds: 3, warmUp: 1, inMemory: 20_000 };
const batchSize = 90;

/** An event of the claims service. */
const draft = (): EntryDraft => ({
  event_type: 'claim.payer_rejected',
  entity_type: 'claim',
  entity_id: crypto.randomUUID(),
  actor: 'key:0196f6c4-3f5e-7c3a-9a41-0d5f8c1b2a01',
  payload: { acknowledgment: '0196f6c4-0000-7000-8000-000000000001', category: 'A7', status: '562' },
});

export async function bench(args: readonly string[]): Promise<readonly Row[]> {
  const isShort = args.includes('--short');
  const extent = isShort ? short : long;
  // Keeps the process alive; the engine's child process does not.
  const alive = setInterval(() => {}, 1000);
  const engine = await startDynamoEngine();
  try {
    const verified = measureHashing(extent.inMemory);
    if (!isShort) {
      await measureReading(engine);
      console.log('Appending, with the 5 ms that a request to DynamoDB takes at least:\n');
      await measureAppending(engine, 5, extent);
      console.log('Appending to the embedded engine without added latency, where a request takes 1 ms:\n');
      await measureAppending(engine, 0, extent);
    }
    return [...verified, ...(await measureEngine(engine, extent))];
  } finally {
    await engine.stop();
    clearInterval(alive);
  }
}

/** Compares one writer with the engine alone, which limits an appender and the gain of its batches. */
async function measureEngine(engine: DynamoEngine, extent: Extent): Promise<Row[]> {
  const table = await newAuditTable(engine);
  const [entry] = linkEntries([prepareDraft(draft())], emptyHead, new Date());
  let number = 0;
  const put = () => ({
    Put: { TableName: table.name, Item: { pk: 'bare', sk: String(++number).padStart(16, '0'), ...entry } },
  });
  const perSecond = async (size: number) => {
    const until = performance.now() + 1000 * extent.seconds;
    const [start, before] = [performance.now(), number];
    while (performance.now() < until) {
      const TransactItems = Array.from({ length: size + 1 }, put);
      await table.client.send(new TransactWriteCommand({ TransactItems }));
    }
    return (((number - before) * size) / (size + 1) / (performance.now() - start)) * 1000;
  };
  const rows: Row[] = [];
  for (const size of [1, batchSize]) {
    const appended = await appendFor(await newStore(engine, 0), 1, size, extent);
    rows.push({
      what: size === 1 ? 'appends, one writer' : `appends in batches of ${size}, one writer`,
      figure: appended.entriesPerSecond,
      unit: 'entries/s',
      other: `engine alone, transactions of ${size + 1} puts`,
      otherFigure: await perSecond(size),
    });
  }
  return rows;
}

interface Rate {
  readonly entriesPerSecond: number;
  readonly retriesPerCommit: number;
}

async function measureAppending(engine: DynamoEngine, milliseconds: number, extent: Extent): Promise<void> {
  console.log(
    '| writers | single, entries/s | retries per commit | batches of 90, entries/s | retries per commit | faster per entry |',
  );
  console.log('|---:|---:|---:|---:|---:|---:|');
  for (const writers of [1, 8, 50]) {
    const single = await appendFor(await newStore(engine, milliseconds), writers, 1, extent);
    const batch = await appendFor(await newStore(engine, milliseconds), writers, batchSize, extent);
    console.log(
      `| ${writers} | ${single.entriesPerSecond.toFixed(0)} | ${single.retriesPerCommit.toFixed(2)} ` +
        `| ${batch.entriesPerSecond.toFixed(0)} | ${batch.retriesPerCommit.toFixed(2)} ` +
        `| ${(batch.entriesPerSecond / single.entriesPerSecond).toFixed(1)} x |`,
    );
  }
  const shared = await appendFor(await newStore(engine, milliseconds), 50, 1, extent, true);
  console.log(
    `\n50 concurrent appends of one process share transactions: ${shared.entriesPerSecond.toFixed(0)} entries/s, ` +
      `${shared.retriesPerCommit.toFixed(2)} retries per commit.\n`,
  );
}

/** Creates a chain whose requests have this additional latency. */
async function newStore(engine: DynamoEngine, milliseconds: number): Promise<Store> {
  const { name } = await newAuditTable(engine);
  const table = openTable(name, { maxAttempts: 1, requestTimeout: 5000 });
  const store = chainStore(table, table, 'main');
  if (milliseconds === 0) return store;
  return {
    ...store,
    readHead: async () => {
      await delay(milliseconds);
      return store.readHead();
    },
    commit: async (transaction) => {
      await delay(milliseconds);
      return store.commit(transaction);
    },
  };
}

type Store = ReturnType<typeof chainStore>;

/** As a run over a large file appends. */
const inSequence = { isTimeUp: () => false, following: Number.POSITIVE_INFINITY };

/** Runs competing writers, as functions are, or with `shared` concurrent appends of one process. */
async function appendFor(
  store: Store,
  writers: number,
  size: number,
  extent: Extent,
  shared = false,
): Promise<Rate> {
  const outcomes: CommitOutcome['kind'][] = [];
  const newAppender = () =>
    new ChainAppender(store, {
      deadline: 60_000,
      observe: (outcome) => {
        if (isMeasured()) outcomes.push(outcome);
      },
    });
  const isMeasured = () => seconds() >= 0 && seconds() < extent.seconds;
  const common = newAppender();
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000 - extent.warmUp;
  let entries = 0;
  const writer = async () => {
    const appender = shared ? common : newAppender();
    while (seconds() < extent.seconds) {
      const drafts = Array.from({ length: size }, draft);
      await (shared ? appender.append(drafts) : appender.append(drafts, [], inSequence));
      if (isMeasured()) entries += size;
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  const commits = outcomes.filter((outcome) => outcome === 'committed').length;
  return {
    entriesPerSecond: entries / extent.seconds,
    retriesPerCommit: (outcomes.length - commits) / commits,
  };
}

async function measureReading(engine: DynamoEngine): Promise<void> {
  const table = await newAuditTable(engine);
  const groups = Array.from({ length: 20_000 }, () => ({ entries: [draft()], actions: [] }));
  await appendAll(new ChainAppender(chainStore(table, table, 'main')), groups);
  const start = performance.now();
  const { checked } = await verifyChain(chainSource(table, 'main'), { witness: new Map() });
  const perSecond = checked / ((performance.now() - start) / 1000);
  console.log(`Verification out of the table: ${perSecond.toFixed(0)} entries/s.\n`);
}

function measureHashing(inMemory: number): Row[] {
  const entries = chainInMemory(inMemory);
  const forms = entries.map((entry) => Buffer.from(canonicalForm(entry)));
  const rows = entries.map((entry) => ({ id: entry.id, entry }));
  const runs = {
    'verification of entries in memory': () => {
      const walk = new ChainWalk(1, new Map());
      for (const row of rows) if (walk.take(row)) throw new Error('The chain does not verify');
    },
    'createHash, update, digest of the same bytes': () => {
      for (const form of forms) createHash('sha256').update(form).digest('hex');
    },
    'one-shot hash of the same bytes': () => {
      for (const form of forms) hash('sha256', form);
    },
  };
  const [verified, ...floors] = Object.entries(runs).map(([name, run]) => ({
    name,
    perSecond: inMemory / fastest(run),
  }));
  if (verified === undefined) return [];
  return floors.map(({ name, perSecond }) => ({
    what: verified.name,
    figure: verified.perSecond,
    unit: 'entries/s',
    other: name,
    otherFigure: perSecond,
  }));
}

/** Entries as a store returns them: without shared strings. */
const chainInMemory = (inMemory: number): AuditEntry[] =>
  JSON.parse(
    JSON.stringify(
      linkEntries(
        Array.from({ length: inMemory }, draft).map(prepareDraft),
        emptyHead,
        new Date('2026-11-20T09:30:00Z'),
      ),
    ),
  );

/** Returns the lowest CPU seconds of several runs, which excludes the load of other processes. */
function fastest(run: () => void): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 9; round++) {
    const start = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}
