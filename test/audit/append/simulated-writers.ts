import { ChainAppender } from '#audit/append/appender.ts';
import type { CommitOutcome } from '#audit/append/transaction.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Random } from '#test/bench/x12/random.ts';
import { SimulatedStore } from './simulated-store.ts';
import { VirtualTime } from './virtual-time.ts';

export interface Load {
  /** Functions that process file after file. */
  readonly writers: number;
  /** Transactions of a file, with one another milliseconds later at most. */
  readonly transactionsPerFile: number;
  readonly betweenTransactions: number;
  /** Transactions that a function has prepared before it writes them; all of the file by default. */
  readonly burst?: number;
  /** Milliseconds to prepare a burst, at most. */
  readonly preparing?: number;
  /** Whether each file has a new function, without earlier measurements. */
  readonly isCold?: boolean;
  /** Writers with one transaction about every two seconds. */
  readonly people: number;
  readonly seconds: number;
  /** Milliseconds of a request: at least and at most. */
  readonly latency: readonly [number, number];
  /** Milliseconds that a transaction takes longer than other requests: at least and at most. */
  readonly transactions?: readonly [number, number];
  /** Share of lost responses. */
  readonly lost?: number;
  /** Share of the transactions after which a writer stops in the middle of a file, and another one follows. */
  readonly killed?: number;
}

/** The usual load of docs/scale.md. */
export const usualLoad: Load = {
  writers: 16,
  transactionsPerFile: 17,
  betweenTransactions: 4,
  people: 4,
  seconds: 60,
  latency: [5, 20],
};

export interface SimulatedFigures {
  readonly store: SimulatedStore;
  /** Ids of acknowledged entries, by their place in the chain. */
  readonly acknowledged: ReadonlyMap<number, string>;
  readonly commitsPerSecond: number;
  readonly retriesPerCommit: number;
  readonly readsPerCommit: number;
  readonly leasesPerCommit: number;
  /** Milliseconds of each transaction, sorted. */
  readonly waits: { readonly writers: readonly number[]; readonly people: readonly number[] };
}

export const draftOf = (entity_id: string): EntryDraft => ({
  event_type: 'claim.received',
  entity_type: 'claim',
  entity_id,
  actor: 'test',
  payload: {},
});

/** Lets functions and people append to one chain for some seconds of virtual time. */
export async function simulateWriters(load: Load, random: Random): Promise<SimulatedFigures> {
  const time = new VirtualTime();
  const uniform = () => random.next();
  const store = new SimulatedStore({
    ...{ time, random: uniform, latency: load.latency, transactions: load.transactions },
    lost: load.lost ?? 0,
  });
  const now = () => time.now().getTime();
  const end = now() + 1000 * load.seconds;
  const acknowledged = new Map<number, string>();
  const waits = { writers: [] as number[], people: [] as number[] };
  const outcomes: CommitOutcome['kind'][] = [];
  const newAppender = () =>
    new ChainAppender(store, {
      now: time.now,
      random: uniform,
      pause: time.pause,
      deadline: 60_000,
      observe: (outcome) => outcomes.push(outcome),
    });
  let number = 0;
  const append = async (appender: ChainAppender<never>, kind: keyof typeof waits, following?: number) => {
    const began = now();
    const options = following === undefined ? {} : { following, isTimeUp: () => false };
    const entries = await appender.append([draftOf(`${kind}-${number++}`)], [], options);
    waits[kind].push(now() - began);
    for (const { id, entity_id } of entries) acknowledged.set(id, entity_id);
  };

  const processFiles = async () => {
    let appender = newAppender();
    await time.pause(50 * uniform());
    const burst = load.burst ?? load.transactionsPerFile;
    while (now() < end) {
      if (load.isCold) appender = newAppender();
      for (let left = load.transactionsPerFile - 1; left >= 0 && now() < end; left--) {
        const written = load.transactionsPerFile - 1 - left;
        if (written % burst === 0) await time.pause((load.preparing ?? 0) * uniform());
        await append(appender, 'writers', Math.min(left, burst - 1 - (written % burst)));
        if (random.chance(load.killed ?? 0)) {
          appender = newAppender();
          break;
        }
        await time.pause(load.betweenTransactions * uniform());
      }
      await time.pause(60 * uniform());
    }
  };
  const work = async () => {
    const appender = newAppender();
    await time.pause(2000 * uniform());
    while (now() < end) {
      await append(appender, 'people');
      await time.pause(1500 + 1000 * uniform());
    }
  };
  await time.until(
    Promise.all([
      ...Array.from({ length: load.writers }, processFiles),
      ...Array.from({ length: load.people }, work),
    ]),
  );
  for (const each of Object.values(waits)) each.sort((a, b) => a - b);
  const seconds = (now() - end) / 1000 + load.seconds;
  return {
    store,
    acknowledged,
    commitsPerSecond: store.commits / seconds,
    retriesPerCommit: (outcomes.length - store.commits) / store.commits,
    readsPerCommit: store.reads / store.commits,
    leasesPerCommit: store.leases / store.commits,
    waits,
  };
}

/** The value that this share of the sorted values does not exceed. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
