import { setTimeout as delay } from 'node:timers/promises';
import { ConditionFailed, type FailedCondition } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { type ChainHead, type EntryDraft, headAfter, linkEntries, prepareDraft } from '../entries/chain.ts';
import type { AuditEntry } from '../entries/entry.ts';
import { type AppendOptions, groupWeight, type QueuedGroup, takeTransaction } from './group-commit.ts';
import { HeadLease } from './head-lease.ts';
import type { ChainStore, ChainTransaction, CommitOutcome } from './transaction.ts';

/** The last outcome. An expired transaction may be stored or not. */
type FinalOutcome<Action> =
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
async function commitUntil<Action>(
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

export interface AppenderOptions {
  readonly now?: () => Date;
  readonly random?: () => number;
  readonly pause?: (milliseconds: number) => Promise<void>;
  /** Milliseconds for which a transaction is retried by default; below API Gateway's 29 seconds. */
  readonly deadline?: number;
  /** Receives the outcome of each attempt, for measurements. */
  readonly observe?: (outcome: CommitOutcome['kind']) => void;
}

/**
 * Appends to one chain. Groups that arrive during a transaction share the next one as far as they fit (group commit),
 * because they would only race each other for the head. If the condition of one group fails, the others are committed.
 */
export class ChainAppender<Action> {
  readonly #store: ChainStore<Action>;
  readonly #options: Required<AppenderOptions>;
  readonly #lease: HeadLease;
  #queue: QueuedGroup<Action>[] = [];
  #running = false;

  constructor(store: ChainStore<Action>, options: AppenderOptions = {}) {
    this.#store = store;
    this.#options = {
      now: () => new Date(),
      random: Math.random,
      pause: (milliseconds) => delay(milliseconds),
      deadline: 10_000,
      observe: () => {},
      ...options,
    };
    this.#lease = new HeadLease(store, this.#options);
  }

  /**
   * Appends the entries and runs the actions alongside, as one write.
   *
   * @returns the entries with their ids and hashes
   * @throws ConditionFailed with the failed conditions by their index in `alongside`, or what they mean; StoreRejection when the time is up
   * or when the store refuses; NotCanonical and GroupTooLarge before the first attempt
   */
  async append(
    entries: readonly EntryDraft[],
    alongside: readonly Action[] = [],
    options: AppendOptions = {},
  ): Promise<readonly AuditEntry[]> {
    const drafts = entries.map(prepareDraft);
    const weight = groupWeight(this.#store, drafts, alongside);
    const { promise, resolve, reject } = Promise.withResolvers<readonly AuditEntry[]>();
    this.#queue.push({ drafts, actions: alongside, options, ...weight, alone: false, resolve, reject });
    if (!this.#running) void this.#drain();
    return promise;
  }

  async #drain(): Promise<void> {
    this.#running = true;
    // All groups of this turn of the event loop share the first transaction.
    await Promise.resolve();
    while (this.#queue.length > 0) await this.#commitNext();
    this.#running = false;
  }

  async #commitNext(): Promise<void> {
    const { now, random, pause, deadline, observe } = this.#options;
    const until = now().getTime() + deadline;
    const groups = takeTransaction(this.#queue);
    const outcome = await commitUntil(this.#store, {
      compose: (head) => this.#compose(groups, head),
      // The caller with the least time decides for the groups that share the transaction.
      isExpired: () => groups.some(({ options }) => options.isTimeUp?.() ?? now().getTime() >= until),
      isPatient: groups.every(({ options }) => options.isTimeUp !== undefined),
      following: this.#following(groups),
      lease: this.#lease,
      now,
      random,
      pause,
      observe,
    });
    switch (outcome.kind) {
      case 'committed':
        acknowledge(groups, outcome.transaction);
        break;
      case 'condition-failed':
        this.#refuse(groups, outcome.failures);
        break;
      case 'rejected':
        this.#isolate(groups, outcome.error);
        break;
      case 'expired':
        for (const { reject } of groups) reject(outcome.error);
        break;
    }
  }

  #compose(groups: readonly QueuedGroup<Action>[], from: ChainHead): ChainTransaction<Action> {
    const drafts = groups.flatMap((group) => group.drafts);
    const entries = linkEntries(drafts, from, this.#options.now());
    return {
      token: crypto.randomUUID(),
      from,
      to: headAfter(from, entries),
      entries,
      actions: groups.flatMap(({ actions }) => actions),
    };
  }

  /** Transactions that follow, as far as they are known. */
  #following(groups: readonly QueuedGroup<Action>[]): number {
    return Math.max(this.#queue.length, ...groups.map(({ options }) => options.following ?? 0));
  }

  #refuse(groups: readonly QueuedGroup<Action>[], failures: ConditionFailed['failures']): void {
    let first = 0;
    const others: QueuedGroup<Action>[] = [];
    for (const group of groups) {
      const next = first + group.actions.length;
      const own = failures.filter(({ index }) => index >= first && index < next);
      if (own.length === 0) others.push(group);
      else {
        const failure = new ConditionFailed(own.map((one) => ({ ...one, index: one.index - first })));
        group.reject(this.#store.refusalOf(group.actions, failure));
      }
      first = next;
    }
    this.#queue.unshift(...others);
  }

  /** Retries each group alone, because any of them may be the one that the store refused. */
  #isolate(groups: readonly QueuedGroup<Action>[], error: Error): void {
    const [only, ...others] = groups;
    if (only && others.length === 0) only.reject(error);
    else this.#queue.unshift(...groups.map((group) => ({ ...group, alone: true })));
  }
}

function acknowledge<Action>(
  groups: readonly QueuedGroup<Action>[],
  { entries }: ChainTransaction<Action>,
): void {
  let first = 0;
  for (const { drafts, resolve } of groups) {
    resolve(entries.slice(first, first + drafts.length));
    first += drafts.length;
  }
}
