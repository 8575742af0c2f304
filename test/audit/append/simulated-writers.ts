import { ChainAppender } from '#audit/append/appender.ts';
import type { Lease, LeaseOutcome } from '#audit/append/head-lease.ts';
import type { ChainStore, ChainTransaction, CommitOutcome } from '#audit/append/transaction.ts';
import { type ChainHead, type EntryDraft, emptyHead } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import type { Random } from '#test/bench/x12/random.ts';

interface Timer {
  readonly at: number;
  readonly resolve: () => void;
}

/** A clock that jumps from timer to timer, so that minutes of waiting take moments. */
class VirtualTime {
  readonly #timers: Timer[] = [];
  #now = Date.parse('2026-11-20T00:00:00Z');

  readonly now = (): Date => new Date(this.#now);

  readonly pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = { at: this.#now + Math.max(0, milliseconds), resolve };
      const place = this.#timers.findIndex(({ at }) => at > timer.at);
      this.#timers.splice(place < 0 ? this.#timers.length : place, 0, timer);
    });

  /** Runs until the promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isSettled) return promise;
      const timer = this.#timers.shift();
      if (timer === undefined) throw new Error('Nothing is left to wait for');
      this.#now = timer.at;
      timer.resolve();
    }
  }
}

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

interface SimulationOptions {
  readonly time: VirtualTime;
  readonly random: () => number;
  /** Milliseconds of a request: at least and at most. */
  readonly latency: readonly [number, number];
  /** Milliseconds that a transaction takes longer than other requests: at least and at most. */
  readonly transactions?: readonly [number, number] | undefined;
  /** Share of the responses to transactions that are lost. */
  readonly lost?: number;
}

/**
 * A chain in memory whose requests take time, as those to DynamoDB do. A transaction that arrives during another one is in
 * conflict with it. A lost race returns the head.
 */
class SimulatedStore implements ChainStore<never> {
  readonly entries: AuditEntry[] = [];
  head: ChainHead = emptyHead;
  reads = 0;
  attempts = 0;
  commits = 0;
  leases = 0;
  lease: Lease | undefined;
  readonly #tokens = new Map<number, string>();
  readonly #options: SimulationOptions;
  #isInTransaction = false;

  constructor(options: SimulationOptions) {
    this.#options = options;
  }

  async readHead(): Promise<ChainHead> {
    this.reads++;
    const half = this.#half();
    await this.#options.time.pause(half);
    const { head } = this;
    await this.#options.time.pause(half);
    return head;
  }

  async readLease(): Promise<Lease | undefined> {
    this.reads++;
    const half = this.#half();
    await this.#options.time.pause(half);
    const { lease } = this;
    await this.#options.time.pause(half);
    return lease;
  }

  async takeLease(lease: Lease, over: Lease | undefined): Promise<LeaseOutcome> {
    this.leases++;
    const half = this.#half();
    await this.#options.time.pause(half);
    const by = this.lease;
    const isTaken = by === undefined || by.isFree || by.id === over?.id;
    if (isTaken) this.lease = lease;
    await this.#options.time.pause(half);
    return isTaken ? { kind: 'held' } : { kind: 'taken', by };
  }

  async freeLease(lease: Lease): Promise<void> {
    this.leases++;
    const half = this.#half();
    await this.#options.time.pause(half);
    if (this.lease?.id === lease.id) this.lease = { ...lease, isFree: true };
    await this.#options.time.pause(half);
  }

  async commit(transaction: ChainTransaction<never>): Promise<CommitOutcome> {
    const { time, random, transactions, lost = 0 } = this.#options;
    this.attempts++;
    const sending = this.#half();
    const working = transactions === undefined ? 0 : between(random, transactions);
    if (this.#isInTransaction) {
      await time.pause(sending);
      return { kind: 'contended' };
    }
    this.#isInTransaction = true;
    await time.pause(sending + working);
    const outcome = this.#apply(transaction);
    // With the head, the other items are free too.
    this.#isInTransaction = false;
    await time.pause(sending);
    return random() < lost ? { kind: 'unanswered', error: new Error('No response') } : outcome;
  }

  #apply({ token, from, to, entries }: ChainTransaction<never>): CommitOutcome {
    const { head } = this;
    if (from.sequence !== head.sequence || from.hash !== head.hash) return { kind: 'head-moved', head };
    this.head = to;
    this.entries.push(...entries);
    this.#tokens.set(entries[0]?.id ?? 0, token);
    this.commits++;
    return { kind: 'committed' };
  }

  async isStored({ entries, token }: ChainTransaction<never>): Promise<boolean> {
    await this.#options.time.pause(this.#half());
    return this.#tokens.get(entries[0]?.id ?? 0) === token;
  }

  refusalOf(_: unknown, failure: Error): Error {
    return failure;
  }

  itemOf(): string {
    return '';
  }

  sizeOf(): number {
    return 0;
  }

  itemsOfEntries(entries: readonly unknown[]): number {
    return entries.length;
  }

  #half(): number {
    const { random, latency } = this.#options;
    return between(random, latency) / 2;
  }
}

const between = (random: () => number, [low, high]: readonly [number, number]): number =>
  low + random() * (high - low);
