import type { ChainStore, ChainTransaction, CommitOutcome } from '#audit/append/transaction.ts';
import type { Reservation, ReservationOutcome, SeenHead } from '#audit/append/turn.ts';
import { emptyHead } from '#audit/entries/chain.ts';
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
  head: SeenHead = emptyHead;
  reads = 0;
  attempts = 0;
  commits = 0;
  reservations = 0;
  reservation: Reservation | undefined;
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

  async reserve(reservation: Reservation, over: Reservation | undefined): Promise<ReservationOutcome> {
    this.reservations++;
    const half = this.#half();
    await this.#options.time.pause(half);
    const by = this.reservation;
    const isFree =
      by === undefined ||
      by.sequence < reservation.sequence ||
      by.id === over?.id ||
      by.writer === reservation.writer;
    if (isFree) this.reservation = reservation;
    await this.#options.time.pause(half);
    return isFree ? { kind: 'reserved' } : { kind: 'taken', by };
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
    return between(random, latency) / 2;
  }
}

const between = (random: () => number, [low, high]: readonly [number, number]): number =>
  low + random() * (high - low);
