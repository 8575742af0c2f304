import type { FailedCondition } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import type { Contention } from './contention.ts';
import type { ChainStore, ChainTransaction, CommitOutcome } from './transaction.ts';
import type { Reservation, SeenHead } from './turn.ts';
import type { TurnTaking, Waiting } from './turn-taking.ts';

/** The last outcome. An expired transaction may be stored or not. */
export type FinalOutcome<Action> =
  | { readonly kind: 'committed'; readonly transaction: ChainTransaction<Action> }
  | { readonly kind: 'condition-failed'; readonly failures: readonly FailedCondition[] }
  | { readonly kind: 'rejected'; readonly error: Error }
  | { readonly kind: 'expired'; readonly error: Error };

interface CommitRules<Action> {
  readonly compose: (head: SeenHead) => ChainTransaction<Action>;
  /** No second attempt begins once this is true. */
  readonly isExpired: () => boolean;
  /** Whether writers with a single transaction go first. */
  readonly isPatient: boolean;
  readonly turns: TurnTaking;
  readonly contention: Contention;
  readonly now: () => Date;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly observe: (outcome: CommitOutcome['kind']) => void;
}

/**
 * Retries until the outcome is known or the time is over. A writer waits for the turns of others before an attempt, and
 * pauses after a lost race, which restarts from the new head. A transaction without a response is repeated unchanged, under
 * its own token. Either the store knows the token, or the head has moved, and then the stored entries show which
 * transaction moved it.
 */
export async function commitUntil<Action>(
  store: ChainStore<Action>,
  { compose, isExpired, isPatient, turns, contention, now, pause, observe }: CommitRules<Action>,
): Promise<FinalOutcome<Action>> {
  const since = now().getTime();
  turns.begin();
  let head: SeenHead | undefined;
  let undecided: ChainTransaction<Action> | undefined;
  let error: Error = new StoreRejection('The data store is busy with conflicting writes', undefined);
  const rest = async (milliseconds: number) => void (milliseconds > 0 && (await pause(milliseconds)));
  if (turns.ownHead === undefined) await rest(contention.nextPause());
  for (let attempts = 0; attempts === 0 || !isExpired(); ) {
    const began = now().getTime();
    try {
      let transaction = undecided;
      if (transaction === undefined) {
        head ??= turns.ownHead ?? (await readHead(store, turns, now));
        // A caller without time to wait attempts once.
        const wait = isExpired() ? 0 : turns.waitAt(head, { isPatient, since });
        if (wait > 0) {
          head = undefined;
          await pause(wait);
          continue;
        }
        const by = isExpired()
          ? undefined
          : await reservedByOther(store, head, { turns, isPatient, since, now });
        if (by !== undefined) {
          if (by.sequence !== head.sequence) head = undefined;
          continue;
        }
        transaction = compose(head);
      }
      attempts++;
      const sent = now().getTime();
      const outcome = await store.commit(transaction);
      contention.record(outcome.kind, now().getTime() - began, turns.hasRivals);
      observe(outcome.kind);
      head = undefined;
      switch (outcome.kind) {
        case 'committed':
          turns.committed(transaction.from, { ...transaction.to, turn: transaction.turn }, sent);
          return { kind: 'committed', transaction };
        case 'head-moved':
          if (undecided && (await store.isStored(transaction))) return { kind: 'committed', transaction };
          // It can no longer be stored, because its head is gone.
          undecided = undefined;
          turns.lost(sent, true);
          head = outcome.head;
          break;
        case 'condition-failed':
        case 'rejected':
          return outcome;
        case 'unanswered':
          undecided = transaction;
          error = outcome.error;
          break;
        case 'contended':
          turns.lost(sent, false);
          break;
      }
    } catch (failure) {
      attempts++;
      contention.record('unanswered', now().getTime() - began, turns.hasRivals);
      error = failure instanceof Error ? failure : new StoreRejection('', failure);
    }
    const milliseconds = head && turns.isTaken(head) ? 0 : contention.nextPause();
    if (milliseconds > 0) {
      head = undefined;
      await pause(milliseconds);
    }
  }
  if (undecided && (await store.isStored(undecided).catch(() => false))) {
    return { kind: 'committed', transaction: undecided };
  }
  return { kind: 'expired', error };
}

async function readHead<Action>(
  store: ChainStore<Action>,
  turns: TurnTaking,
  now: () => Date,
): Promise<SeenHead> {
  const began = now().getTime();
  const head = await store.readHead();
  turns.requested(began);
  return head;
}

/** Reserves the head if that is needed. Returns the reservation of another writer that was first. */
async function reservedByOther<Action>(
  store: ChainStore<Action>,
  head: SeenHead,
  { turns, now, ...waiting }: Pick<CommitRules<Action>, 'turns' | 'now'> & Waiting,
): Promise<Reservation | undefined> {
  const reservation = turns.reservationAt(head, waiting);
  if (reservation === undefined) return undefined;
  const began = now().getTime();
  const outcome = await store.reserve(reservation, turns.expiredAt(head));
  turns.requested(began);
  if (outcome.kind !== 'taken' || outcome.by === undefined) return undefined;
  turns.taken(outcome.by);
  return outcome.by;
}
