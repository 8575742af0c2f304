import type { CommitOutcome } from './transaction.ts';

/** Milliseconds without an attempt after which contention counts as over. */
const memory = 5000;

/** Milliseconds. */
const maxPause = 2000;

/** Levels of a lost race; a won one takes one. */
const loss = 2;

/** 2^8 times the shortest transaction is about the longest pause. */
const maxLevel = 8;

/**
 * Contention for the head, as one writer sees it. A lost race quadruples the pause before the next attempt, and a won race
 * halves it. A winner does not starve the others, and below the longest pause there is one lost race for two commits at
 * most. A pause is a random part of the current maximum (full jitter). The maximum starts at the duration of a transaction,
 * because an earlier attempt would meet the transaction that won.
 */
export class Contention {
  readonly #now: () => Date;
  #level = 0;
  #duration = 0;
  #lastAttempt = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Waits as long as contention requires. Returns whether it waited. */
  async pause(): Promise<boolean> {
    if (this.#now().getTime() - this.#lastAttempt > memory) this.#level = 0;
    if (this.#level === 0) return false;
    const ceiling = Math.min(maxPause, Math.max(5, this.#duration) * 2 ** this.#level);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
    return true;
  }

  /** Runs one attempt and records its outcome. An attempt that throws counts as lost. */
  async attempt<Tried extends { readonly outcome: CommitOutcome }>(
    run: () => Promise<Tried>,
  ): Promise<Tried> {
    const started = this.#now().getTime();
    let change = loss;
    try {
      const tried = await run();
      change = changes[tried.outcome.kind];
      return tried;
    } finally {
      this.#lastAttempt = this.#now().getTime();
      this.#duration = this.#lastAttempt - started;
      this.#level = Math.min(maxLevel, Math.max(0, this.#level + change));
    }
  }
}

const changes: Readonly<Record<CommitOutcome['kind'], number>> = {
  committed: -1,
  'head-moved': loss,
  contended: loss,
  unanswered: loss,
  // The head was free: these failures are not due to contention.
  'condition-failed': 0,
  rejected: 0,
};
