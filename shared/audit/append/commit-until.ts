import type { FailedCondition } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { ChainHead } from '../entries/chain.ts';
import type { Contention } from './contention.ts';
import type { ChainStore, ChainTransaction, CommitOutcome } from './transaction.ts';

/** The last outcome. An expired transaction may be stored or not. */
export type FinalOutcome<Action> =
  | { readonly kind: 'committed'; readonly transaction: ChainTransaction<Action> }
  | { readonly kind: 'condition-failed'; readonly failures: readonly FailedCondition[] }
  | { readonly kind: 'rejected'; readonly error: Error }
  | { readonly kind: 'expired'; readonly error: Error };

interface CommitRules<Action> {
  readonly compose: (head: ChainHead) => ChainTransaction<Action>;
  /** The head, if the caller has just moved it; undefined to read it. */
  readonly known: ChainHead | undefined;
  /** No attempt begins once this is true. */
  readonly isExpired: () => boolean;
  readonly contention: Contention;
  readonly observe: (outcome: CommitOutcome['kind']) => void;
}

/**
 * Retries until the outcome is known or the time is over, with a pause between attempts. A lost race restarts from the
 * new head. A transaction without a response is repeated unchanged, under its own token. Either the store knows the
 * token, or the head has moved, and then the stored entries show which transaction moved it.
 */
export async function commitUntil<Action>(
  store: ChainStore<Action>,
  { compose, known, isExpired, contention, observe }: CommitRules<Action>,
): Promise<FinalOutcome<Action>> {
  let transaction: ChainTransaction<Action> | undefined = known && compose(known);
  let undecided = false;
  let error: Error = new StoreRejection('The data store is busy with conflicting writes', undefined);
  for (let attempt = 0; attempt === 0 || !isExpired(); attempt++) {
    // After a pause the head is likely to have moved. An undecided transaction must be repeated unchanged.
    if ((await contention.pause()) && !undecided) transaction = undefined;
    try {
      const { tried, outcome } = await contention.attempt(async () => {
        const tried: ChainTransaction<Action> = transaction ?? compose(await store.readHead());
        return { tried, outcome: await store.commit(tried) };
      });
      transaction = tried;
      observe(outcome.kind);
      switch (outcome.kind) {
        case 'committed':
          return { kind: 'committed', transaction: tried };
        case 'head-moved':
          if (undecided && (await store.isStored(tried))) return { kind: 'committed', transaction: tried };
          // It can no longer be stored, because its head is gone.
          transaction = undefined;
          undecided = false;
          break;
        case 'condition-failed':
        case 'rejected':
          return outcome;
        case 'unanswered':
          undecided = true;
          error = outcome.error;
          break;
        case 'contended':
          break;
      }
    } catch (failure) {
      error = failure instanceof Error ? failure : new StoreRejection('', failure);
    }
  }
  if (undecided && transaction && (await store.isStored(transaction).catch(() => false))) {
    return { kind: 'committed', transaction };
  }
  return { kind: 'expired', error };
}
