import type { CommitOutcome } from './transaction.ts';

/** After this long without an attempt the writers of before have gone, milliseconds. */
const memory = 5000;

/** Milliseconds. */
const longestPause = 2000;

/** 2^8 times the shortest transaction make about the longest pause. */
const highestLevel = 8;

/**
 * How crowded the head is, as far as one writer can tell. A lost race doubles the pause before the next attempt,
 * a won one halves it; it is not forgotten with a success, so that the winner does not run the others down.
 * Pauses are a random part of it (full jitter), and begin with the time that a transaction takes: who comes back
 * sooner meets the one that was first, still under way.
 */
export class Contention {
  readonly #now: () => Date;
  #level = 0;
  #duration = 0;
  #lastAttempt = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Waits as long as the crowd asks for, and says whether it did. */
  async pause(): Promise<boolean> {
    if (this.#now().getTime() - this.#lastAttempt > memory) this.#level = 0;
    if (this.#level === 0) return false;
    const ceiling = Math.min(longestPause, Math.max(5, this.#duration) * 2 ** this.#level);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
    return true;
  }

  /** Runs one attempt and learns from it. What fails before it can be judged counts as lost. */
  async attempt<Tried extends { readonly outcome: CommitOutcome }>(
    run: () => Promise<Tried>,
  ): Promise<Tried> {
    const started = this.#now().getTime();
    let change = 1;
    try {
      const tried = await run();
      change = changes[tried.outcome.kind];
      return tried;
    } finally {
      this.#lastAttempt = this.#now().getTime();
      this.#duration = this.#lastAttempt - started;
      this.#level = Math.min(highestLevel, Math.max(0, this.#level + change));
    }
  }
}

const changes: Readonly<Record<CommitOutcome['kind'], number>> = {
  committed: -1,
  'head-moved': 1,
  contended: 1,
  unanswered: 1,
  // The head was free; these would fail on an empty table too.
  'condition-failed': 0,
  rejected: 0,
};
