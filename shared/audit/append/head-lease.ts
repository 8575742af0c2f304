import type { ChainHead } from '../entries/chain.ts';

/**
 * The right to append next, among those that ask for it. Advice: a transaction is conditional on the head alone, so a lost or
 * expired lease costs a repeated attempt and nothing else.
 */
export interface Lease {
  /** Differs for each time the lease is taken. */
  readonly id: string;
  /** Milliseconds for which others wait for it at most. Only a writer that died does not give it back. */
  readonly left: number;
  /** Whether the writer has given it back. */
  readonly isFree: boolean;
}

export type LeaseOutcome =
  | { readonly kind: 'held' }
  | { readonly kind: 'taken'; readonly by: Lease | undefined }
  /** Without a response. The transaction is sent without a lease. */
  | { readonly kind: 'unknown' };

/** Where the lease of a chain is stored. */
export interface LeaseStore {
  /** Strongly consistent. Never throws: undefined if there is none, or if it could not be read. */
  readLease(): Promise<Lease | undefined>;
  /**
   * Stores a lease unless another one is held. Never throws.
   *
   * @param over a lease whose time is over, which may be replaced
   */
  takeLease(lease: Lease, over: Lease | undefined): Promise<LeaseOutcome>;
  /** Gives a lease back, unless another writer has taken it. Never throws. */
  freeLease(lease: Lease): Promise<void>;
}

/** A store of a chain with its lease. */
interface ChainWithLease extends LeaseStore {
  readHead(): Promise<ChainHead>;
}

interface LeaseSettings {
  readonly now: () => Date;
  /** At least 0 and below 1. */
  readonly random: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** Milliseconds that a run over a file keeps the lease, unless four transactions take longer. A person waits for the rest of it. */
const usualHold = 200;
const maxHold = 1000;
const transactionsOfHold = 4;

/** Milliseconds after a lost race in which a writer asks for the lease before it appends. */
const memory = 5000;

/** Requests in which a run over a file leaves a free lease to people. */
const gap = 1.5;

/** Requests in the longest pause of a run before it takes a free lease; each time that another one was first doubles it. */
const basePause = 6;
const maxDoublings = 3;

/** Milliseconds of waiting after which a run pauses no longer than the gap. */
const maxPatience = 8000;

/** Times that a writer without others takes the lease at once, before it leaves the gap. */
const holdsBeforePause = 4;

/** The lease of the head of one chain, as one writer sees it. No clocks of different machines are compared. */
export class HeadLease {
  readonly #store: ChainWithLease;
  readonly #settings: LeaseSettings;
  #held: { readonly lease: Lease; readonly until: number; head: ChainHead | undefined } | undefined;
  /** The lease of another writer, and when it was seen first. */
  #seen: { readonly lease: Lease; readonly at: number } | undefined;
  #lastId: string | undefined;
  #timesAlone = 0;
  #lostAt = Number.NEGATIVE_INFINITY;
  #doublings = 0;
  /** Milliseconds of a request and of a transaction, on average. */
  #request = 10;
  #transaction = 50;

  constructor(store: ChainWithLease, settings: LeaseSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  /** The head that this writer read or stored, while it holds the lease. */
  get ownHead(): ChainHead | undefined {
    return this.#held !== undefined && this.#now() < this.#held.until ? this.#held.head : undefined;
  }

  /**
   * Waits for the lease if this writer needs it: a run over a file always, another writer after a lost race.
   *
   * @param isPatient whether others go first
   */
  async take(isPatient: boolean, isExpired: () => boolean): Promise<void> {
    if (this.#held !== undefined && this.#now() < this.#held.until) return;
    this.#held = undefined;
    if (!isPatient && this.#now() - this.#lostAt > memory) return;
    const { pause, random } = this.#settings;
    const since = this.#now();
    let isNext = !isPatient;
    while (!isExpired()) {
      const other = await this.#timed(() => this.#store.readLease());
      const left = this.#leftOf(other);
      if (left > 0) {
        isNext = !isPatient;
        const often = isPatient ? this.#transaction : this.#request;
        await pause(Math.min(left, often * (0.5 + random())));
      } else if (isNext || this.#isAlone(other)) {
        if (await this.#takeOver(other)) return;
        isNext = !isPatient;
      } else {
        isNext = true;
        await pause(this.#pauseOfRun(this.#now() - since));
      }
    }
  }

  /** Records a commit, and gives the lease back unless more transactions follow that fit into its time. */
  async committed(head: ChainHead, began: number, following: number): Promise<void> {
    const now = this.#now();
    this.#transaction = average(this.#transaction, now - began);
    const held = this.#held;
    if (held === undefined) return;
    if (following > 0 && now + this.#transaction < held.until) held.head = head;
    else await this.free();
  }

  /** Records a lost race. */
  lost(): void {
    this.#lostAt = this.#now();
    if (this.#held !== undefined) this.#held.head = undefined;
  }

  async free(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    this.#lastId = held?.lease.id;
    if (held !== undefined) await this.#store.freeLease(held.lease);
  }

  async #takeOver(over: Lease | undefined): Promise<boolean> {
    const hold = Math.min(maxHold, Math.max(usualHold, transactionsOfHold * this.#transaction));
    const lease = { id: crypto.randomUUID(), left: Math.ceil(hold + 2 * this.#transaction), isFree: false };
    const [outcome, head] = await this.#timed(() =>
      Promise.all([this.#store.takeLease(lease, over), this.#store.readHead().catch(() => undefined)]),
    );
    if (outcome.kind === 'taken') {
      this.#doublings = Math.min(maxDoublings, this.#doublings + 1);
      this.#leftOf(outcome.by);
      return false;
    }
    this.#doublings = Math.max(0, this.#doublings - 1);
    if (outcome.kind === 'held') this.#held = { lease, until: this.#now() + hold, head };
    return true;
  }

  /** Milliseconds for which a lease of another writer lasts, counted from when it was seen first. */
  #leftOf(lease: Lease | undefined): number {
    if (lease === undefined || lease.isFree) return 0;
    const now = this.#now();
    if (lease.id !== this.#seen?.lease.id) this.#seen = { lease, at: now };
    // Bounded, because anyone with access to the table can write it.
    return Math.max(0, Math.min(lease.left, 3 * maxHold) - (now - this.#seen.at));
  }

  /** Whether nobody else has taken the lease since this writer gave it back. Now and then it pauses all the same, for people. */
  #isAlone(lease: Lease | undefined): boolean {
    if (lease === undefined || lease.id !== this.#lastId) return false;
    this.#timesAlone = (this.#timesAlone + 1) % holdsBeforePause;
    return this.#timesAlone > 0;
  }

  /** The longer a run has waited, the shorter is its pause, so that it is first at last. */
  #pauseOfRun(waited: number): number {
    const range = basePause * 2 ** this.#doublings * Math.max(0.05, 1 - waited / maxPatience);
    return this.#request * (gap + this.#settings.random() * range);
  }

  async #timed<Result>(request: () => Promise<Result>): Promise<Result> {
    const began = this.#now();
    const result = await request();
    this.#request = average(this.#request, this.#now() - began);
    return result;
  }

  #now(): number {
    return this.#settings.now().getTime();
  }
}

const average = (before: number, value: number): number => 0.8 * before + 0.2 * Math.max(1, value);
