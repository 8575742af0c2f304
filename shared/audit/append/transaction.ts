import type { ConditionFailed, FailedCondition } from '#persistence/conflict.ts';
import type { ChainHead, PreparedDraft } from '../entries/chain.ts';
import type { AuditEntry } from '../entries/entry.ts';
import type { LeaseStore } from './head-lease.ts';

/** One write: moves the head from `from` to `to`, stores the entries and runs the actions, or does nothing. */
export interface ChainTransaction<Action> {
  /** Identifies the transaction, so repeating it is idempotent. At most 36 characters. */
  readonly token: string;
  readonly from: ChainHead;
  readonly to: ChainHead;
  readonly entries: readonly AuditEntry[];
  readonly actions: readonly Action[];
}

/**
 * Outcome of one attempt at a transaction. Only `committed` has stored anything; `unanswered` may have.
 *
 * - `head-moved`: another writer was first. `head` is its head, if the store returned it.
 * - `condition-failed`: conditions of actions (by their index) did not hold.
 * - `contended`: in conflict with other writes, or throttled.
 * - `unanswered`: no response arrived.
 * - `rejected`: the store refused the transaction.
 */
export type CommitOutcome =
  | { readonly kind: 'committed' | 'contended' }
  | { readonly kind: 'head-moved'; readonly head?: ChainHead | undefined }
  | { readonly kind: 'condition-failed'; readonly failures: readonly FailedCondition[] }
  | { readonly kind: 'unanswered'; readonly error: Error }
  | { readonly kind: 'rejected'; readonly error: Error };

export interface ChainStore<Action> extends LeaseStore {
  /** Strongly consistent. */
  readHead(): Promise<ChainHead>;
  /** One attempt, never throws. */
  commit(transaction: ChainTransaction<Action>): Promise<CommitOutcome>;
  /** Whether exactly this transaction is stored. Strongly consistent. */
  isStored(transaction: ChainTransaction<Action>): Promise<boolean>;
  /** What the failed conditions of the actions of one group mean to their caller. */
  refusalOf(actions: readonly Action[], failure: ConditionFailed): Error;
  /** Identifies the item that an action writes: no two actions of a transaction may share one. */
  itemOf(action: Action): string;
  /** Approximate size of an action, bytes. */
  sizeOf(action: Action): number;
  /** Items that the entries of a group with these actions take in a transaction, at most. */
  itemsOfEntries(entries: readonly PreparedDraft[], actions: readonly Action[]): number;
}

/** Actions of one transaction (DynamoDB TransactWriteItems), including the head. */
export const maxTransactionActions = 100;

/** Entries of one transaction. Bounds the length of a run in the indexes. */
export const maxTransactionEntries = 400;

/** Bytes of one transaction: below DynamoDB's 4 MB, because sizes are estimates. */
export const maxTransactionBytes = 3_500_000;
