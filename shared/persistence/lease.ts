/** Milliseconds of a lease. Work whose run is killed waits for the rest of it before another run may continue. */
export const leaseMilliseconds = 30_000;

/** Milliseconds between two renewals, so that two of them may fail before the lease ends. */
export const renewalMilliseconds = 10_000;

/** Milliseconds before its end at which a run stops counting on its lease. Clocks of two machines differ by less. */
const marginMilliseconds = 5_000;

/** The end of a lease that is taken or renewed at this time. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + leaseMilliseconds);

/** Runs of a piece of work that may end one after another without an answer. The next one ends the work with a reason. */
export const maxLostRuns = 3;

interface TakenLease {
  /** End of the lease as it was taken. */
  readonly until: Date;
  /** Stores a new end. False if another run has the lease now. */
  renew(until: Date): Promise<boolean>;
  now(): Date;
}

/**
 * A lease that one run holds. It ends for its run before any other run may take it, so that two runs never hold it at the
 * same time.
 */
export class HeldLease {
  readonly #taken: TakenLease;
  #until: number;

  constructor(taken: TakenLease) {
    this.#taken = taken;
    this.#until = taken.until.getTime();
  }

  /** False when another run may have the lease. The run must not begin another write then. */
  get isHeld(): boolean {
    return this.#taken.now().getTime() < this.#until - marginMilliseconds;
  }

  /** Renews the lease. A renewal that fails is repeated by the next one, as long as the lease lasts. */
  async renew(): Promise<void> {
    const until = leaseEnd(this.#taken.now());
    try {
      this.#until = (await this.#taken.renew(until)) ? until.getTime() : 0;
    } catch {
      // The lease keeps the end that is stored.
    }
  }
}

/** Runs `work` under a lease, and renews the lease until the work has ended. */
export async function underLease<Result>(
  taken: TakenLease,
  work: (lease: HeldLease) => Promise<Result>,
): Promise<Result> {
  const lease = new HeldLease(taken);
  const stop = everyRenewal(() => lease.renew());
  try {
    return await work(lease);
  } finally {
    await stop();
  }
}

/** Calls `renew` at each interval, one call at a time. Returns the end of it, which waits for the call in progress. */
export function everyRenewal(renew: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= renew().finally(() => {
      running = undefined;
    });
  }, renewalMilliseconds);
  // A killed run of a test must not keep the process alive.
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
