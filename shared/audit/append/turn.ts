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

/**
 * Announces the first transaction of a turn, before it is sent. A failed transaction costs hundreds of write units, and a
 * reservation that comes second costs one. Advice as {@link Turn} is, stored beside the chain.
 */
export interface Reservation {
  readonly writer: string;
  /** Whether the writer goes after those with a single change. */
  readonly patient: boolean;
  /** Sequence of the head from which the transaction begins. */
  readonly sequence: number;
  /** Milliseconds until the head has moved, as the writer expects. */
  readonly left: number;
  /** Differs for each reservation. */
  readonly id: string;
}

export type ReservationOutcome =
  | { readonly kind: 'reserved' }
  | { readonly kind: 'taken'; readonly by: Reservation | undefined }
  /** Without a response. The transaction is sent unannounced. */
  | { readonly kind: 'unknown' };

/** Milliseconds of a reservation, at most. Others wait for them only if its writer died. */
export const maxReservation = 3000;

/** Milliseconds of a turn, at most. A person's change waits for the rest of one. */
export const maxTurn = 1000;

/** Milliseconds of a turn, unless {@link turnTransactions} take longer. */
export const usualTurn = 200;

/** Transactions that a turn has time for, up to {@link maxTurn}. */
export const turnTransactions = 3;
