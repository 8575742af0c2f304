import type { CommitOutcome } from './transaction.ts';
import type { TurnSettings } from './turn-taking.ts';

/** Milliseconds without an attempt after which contention counts as over. */
const memory = 5000;

/** Milliseconds. */
const maxPause = 2000;

/** Levels of a lost race; a won one takes one. Writers that take turns need less. */
const loss = 2;
const lossAmongTurns = 1;

/** 2^8 times the shortest transaction is about the longest pause. */
const maxLevel = 8;

/**
 * Contention for the head outside of turns, as one writer sees it. A lost race quadruples the pause before the next attempt,
 * and a won race halves it. A winner does not starve the others, and below the longest pause there is one lost race for two
 * commits at most. A pause is a random part of the current maximum (full jitter). The maximum starts at the duration of a
 * transaction, because an earlier attempt would meet the transaction that won.
 */
export class Contention {
  readonly #settings: TurnSettings;
  #level = 0;
  #duration = 0;
  #lastAttempt = 0;

  constructor(settings: TurnSettings) {
    this.#settings = settings;
  }

  /** Milliseconds to wait before the next attempt. 0 without contention. */
  nextPause(): number {
    const { now, random } = this.#settings;
    if (now().getTime() - this.#lastAttempt > memory) this.#level = 0;
    if (this.#level === 0) return 0;
    return random() * Math.min(maxPause, Math.max(5, this.#duration) * 2 ** this.#level);
  }

  /**
   * Records the outcome of an attempt that took these milliseconds.
   *
   * @param hasTurns whether other writers take turns
   */
  record(outcome: CommitOutcome['kind'], milliseconds: number, hasTurns: boolean): void {
    this.#lastAttempt = this.#settings.now().getTime();
    this.#duration = milliseconds;
    const change = lost.has(outcome) ? (hasTurns ? lossAmongTurns : loss) : outcome === 'committed' ? -1 : 0;
    this.#level = Math.min(maxLevel, Math.max(0, this.#level + change));
  }
}

/** Other failures are not due to contention, because the head was free. */
const lost: ReadonlySet<CommitOutcome['kind']> = new Set(['head-moved', 'contended', 'unanswered']);
