import type { FailedCondition } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { ChainHead } from '../entries/chain.ts';
import type { HeadLease } from './head-lease.ts';
import type { ChainStore, ChainTransaction, CommitOutcome } from './transaction.ts';

/** The last outcome. An expired transaction may be stored or not. */
export type FinalOutcome<Action> =
  | { readonly kind: 'committed'; readonly transaction: ChainTransaction<Action> }
  | { readonly kind: 'condition-failed'; readonly failures: readonly FailedCondition[] }
  | { readonly kind: 'rejected'; readonly error: Error }
  | { readonly kind: 'expired'; readonly error: Error };

interface CommitRules<Action> {
  readonly compose: (head: ChainHead) => ChainTransaction<Action>;
  /** No second attempt begins once this is true. */
  readonly isExpired: () => boolean;
  /** Whether writers with a single transaction go first. */
  readonly isPatient: boolean;
  /** Transactions that this writer makes right after this one. */
  readonly following: number;
  readonly lease: HeadLease;
  readonly now: () => Date;
  readonly random: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly observe: (outcome: CommitOutcome['kind']) => void;
}

/** Milliseconds of the longest pause after a failed attempt. */
const maxPause = 2000;

/**
 * Retries until the outcome is known or the time is over. A transaction without a response is repeated unchanged, under its own
 * token. Either the store knows the token, or the head has moved, and then the stored entries show which transaction moved it.
 */
export async function commitUntil<Action>(
  store: ChainStore<Action>,
  rules: CommitRules<Action>,
): Promise<FinalOutcome<Action>> {
  const { compose, isExpired, isPatient, following, lease, now, random, pause, observe } = rules;
  let head: ChainHead | undefined;
  let undecided: ChainTransaction<Action> | undefined;
  let error: Error = new StoreRejection('The data store is busy with conflicting writes', undefined);
  for (let attempts = 0; attempts === 0 || !isExpired(); attempts++) {
    const began = now().getTime();
    let hasFailed = true;
    try {
      if (undecided === undefined) await lease.take(isPatient, isExpired);
      const transaction = undecided ?? compose(head ?? lease.ownHead ?? (await store.readHead()));
      const sent = now().getTime();
      const outcome = await store.commit(transaction);
      observe(outcome.kind);
      head = undefined;
      switch (outcome.kind) {
        case 'committed':
          await lease.committed(transaction.to, sent, following);
          return { kind: 'committed', transaction };
        case 'head-moved':
          if (undecided && (await store.isStored(transaction))) {
            await lease.free();
            return { kind: 'committed', transaction };
          }
          // It can no longer be stored, because its head is gone.
          undecided = undefined;
          lease.lost();
          head = outcome.head;
          hasFailed = false;
          break;
        case 'condition-failed':
        case 'rejected':
          await lease.free();
          return outcome;
        case 'unanswered':
          undecided = transaction;
          error = outcome.error;
          break;
        case 'contended':
          lease.lost();
          break;
      }
    } catch (failure) {
      error = failure instanceof Error ? failure : new StoreRejection('', failure);
    }
    // A lost race needs no pause, because the lease follows.
    if (hasFailed && !isExpired()) {
      const attempt = Math.max(5, now().getTime() - began);
      await pause(random() * Math.min(maxPause, attempt * 2 ** Math.min(attempts, 8)));
    }
  }
  await lease.free();
  if (undecided && (await store.isStored(undecided).catch(() => false))) {
    return { kind: 'committed', transaction: undecided };
  }
  return { kind: 'expired', error };
}
