import type { ChainHead } from '../entries/chain.ts';

/**
 * Advice of the last writer, stored with the head. Nothing depends on it: a transaction is still conditional on sequence and
 * hash alone.
 */
export interface Turn {
  /** Identifies the writer. */
  readonly writer: string;
  /** Milliseconds for which the writer continues to append. 0 at the end of its turn. */
  readonly left: number;
}

/** The head as a writer finds it. Without a turn, its last writer did not continue. */
export interface SeenHead extends ChainHead {
  readonly turn?: Turn | undefined;
}

/** Milliseconds of a turn, at most. A person's change waits for the rest of one. */
export const maxTurn = 200;
