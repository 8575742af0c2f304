import type { ChainStore, ChainTransaction, CommitOutcome } from '#audit/append/transaction.ts';
import type { SeenHead } from '#audit/append/turn.ts';
import { emptyHead } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface SimulationOptions {
  readonly time: VirtualTime;
  readonly random: () => number;
  /** Milliseconds of a request: at least and at most. */
  readonly latency: readonly [number, number];
  /** Share of the responses to transactions that are lost. */
  readonly lost?: number;
}

/**
 * A chain in memory whose requests take time, as those to DynamoDB do. A transaction that arrives during another one is in
 * conflict with it. A lost race returns the head.
 */
export class SimulatedStore implements ChainStore<never> {
  readonly entries: AuditEntry[] = [];
  head: SeenHead = emptyHead;
  reads = 0;
  attempts = 0;
  commits = 0;
  readonly #tokens = new Map<number, string>();
  readonly #options: SimulationOptions;
  #isInTransaction = false;

  constructor(options: SimulationOptions) {
    this.#options = options;
  }

  async readHead(): Promise<SeenHead> {
    this.reads++;
    const half = this.#half();
    await this.#options.time.pause(half);
    const { head } = this;
    await this.#options.time.pause(half);
    return head;
  }

  async commit(transaction: ChainTransaction<never>): Promise<CommitOutcome> {
    const { time, random, lost = 0 } = this.#options;
    this.attempts++;
    const half = this.#half();
    if (this.#isInTransaction) {
      await time.pause(half);
      return { kind: 'contended' };
    }
    this.#isInTransaction = true;
    await time.pause(half);
    const outcome = this.#apply(transaction);
    await time.pause(half);
    this.#isInTransaction = false;
    return random() < lost ? { kind: 'unanswered', error: new Error('No response') } : outcome;
  }

  #apply({ token, from, to, turn, entries }: ChainTransaction<never>): CommitOutcome {
    const { head } = this;
    if (from.sequence !== head.sequence || from.hash !== head.hash) return { kind: 'head-moved', head };
    this.head = { ...to, turn };
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
    const [low, high] = latency;
    return (low + random() * (high - low)) / 2;
  }
}
