import type { FailedCondition } from '#persistence/conflict.ts';
import type { ChainHead } from '../entries/chain.ts';
import type { AuditEntry } from '../entries/entry.ts';

/** One write: the head moves from `from` to `to`, the entries come to be, and the actions run; or nothing does. */
export interface ChainTransaction<Action> {
  /** Names this transaction: a repetition of it changes nothing. At most 36 characters. */
  readonly token: string;
  readonly from: ChainHead;
  readonly to: ChainHead;
  readonly entries: readonly AuditEntry[];
  readonly actions: readonly Action[];
}

/**
 * What became of a transaction.
 *
 * - `committed`: all of it is stored.
 * - `head-moved`: another writer was first; nothing is stored.
 * - `condition-failed`: conditions of actions (by their index) did not hold; nothing is stored.
 * - `contended`: in conflict with other writes, or throttled; nothing is stored.
 * - `unanswered`: no answer came; it may be stored or not.
 * - `rejected`: the store will not have it; nothing is stored.
 */
export type CommitOutcome =
  | { readonly kind: 'committed' | 'head-moved' | 'contended' }
  | { readonly kind: 'condition-failed'; readonly failures: readonly FailedCondition[] }
  | { readonly kind: 'unanswered'; readonly error: Error }
  | { readonly kind: 'rejected'; readonly error: Error };

/** Where a chain is kept, and the actions that can be written beside its entries. */
export interface ChainStore<Action> {
  /** Consistent. */
  readHead(): Promise<ChainHead>;
  /** One attempt, never throws. */
  commit(transaction: ChainTransaction<Action>): Promise<CommitOutcome>;
  /** Whether exactly this transaction is stored. Consistent. */
  isStored(transaction: ChainTransaction<Action>): Promise<boolean>;
  /** Names the item an action works on: no two actions of a transaction may share one. */
  itemOf(action: Action): string;
  /** About how much of the transaction's size an action takes, bytes. */
  sizeOf(action: Action): number;
}

/** Actions of one transaction (DynamoDB TransactWriteItems), the head's included. */
export const maxTransactionActions = 100;

/** Size of one transaction, bytes: below DynamoDB's 4 MB, since sizes are estimated. */
export const maxTransactionBytes = 3_500_000;
