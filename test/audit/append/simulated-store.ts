import type { Lease, LeaseOutcome } from '#audit/append/head-lease.ts';
import type { ChainStore, ChainTransaction, CommitOutcome } from '#audit/append/transaction.ts';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimulationOptions {
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
export class SimulatedStore implements ChainStore<never> {
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
