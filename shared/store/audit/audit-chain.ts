import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Lease, LeaseOutcome, LeaseStore } from '#audit/append/head-lease.ts';
import type { ChainStore, ChainTransaction, CommitOutcome } from '#audit/append/transaction.ts';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { getItem, insertion, nameOfKey, putItem } from '../dynamodb/items.ts';
import {
  entryListAttribute,
  isContention,
  refusalIn,
  storeErrorOf,
  type Table,
  type TransactAction,
  transact,
  withTable,
} from '../dynamodb/table.ts';
import { valueSize } from '../dynamodb/value-size.ts';
import { blockSize, entryKey, headKey, headOf, leaseKey, leaseOf } from './audit-keys.ts';
import { runMarks } from './audit-runs-index.ts';
import { packFollowing, packsOf } from './entry-packs.ts';

/**
 * Storage of a chain for its appender.
 *
 * @param audit opened with one attempt, because the appender retries under the same token
 * @param alongside table of the actions that the entries record
 */
export function chainStore(audit: Table, alongside: Table, chain: string): ChainStore<TransactAction> {
  return {
    readHead: () => readHead(audit, chain),

    ...leaseStore({ client: audit.client, name: alongside.name }, leaseKey(chain)),

    async commit(transaction) {
      const { token, entries, actions } = transaction;
      const own = [moveHead(chain, transaction), ...putEntries(chain, transaction)];
      try {
        await audit.client.send(
          new TransactWriteCommand({
            ClientRequestToken: token,
            TransactItems: [
              ...own.map((action) => withTable(action, audit.name)),
              ...actions.map((action) => withTable(withListedEntries(action, entries), alongside.name)),
            ],
          }),
        );
        return { kind: 'committed' };
      } catch (error) {
        return outcomeOf(error, own.length);
      }
    },

    async isStored({ entries, token }) {
      const first = entries[0];
      if (!first) return false;
      const item = await getItem(audit, entryKey(chain, first.id));
      return item?.['transaction'] === token;
    },

    refusalOf: refusalIn,

    itemOf: (action) => nameOfKey(keyOf(action)),

    sizeOf: valueSize,

    itemsOfEntries(entries, actions) {
      const listed = listedEntities(actions);
      const packs = packsOf(entries, ({ entity_id }) => listed.has(entity_id)).length;
      // The ids decide where a block ends, and each end cuts one pack in two.
      return packs === entries.length ? packs : packs + Math.ceil(entries.length / blockSize);
    },
  };
}

function keyOf(action: TransactAction): Readonly<Record<string, unknown>> {
  if ('Put' in action) return action.Put.Item ?? {};
  if ('Update' in action) return action.Update.Key ?? {};
  if ('Delete' in action) return action.Delete.Key ?? {};
  return action.ConditionCheck.Key ?? {};
}

async function readHead(audit: Table, chain: string): Promise<ChainHead> {
  const item = await getItem(audit, headKey(chain));
  const head = item ? headOf(item) : emptyHead;
  if (!head) throw new StoreRejection('The head of the audit chain is not readable', undefined);
  return head;
}

/**
 * Stores a head without an append, for operators who repair a damaged one. Inside a transaction, because the policy of the table
 * allows no other put.
 *
 * @throws ConditionFailed when another writer stores a head meanwhile
 */
export async function restoreHead(audit: Table, chain: string, head: ChainHead): Promise<void> {
  const stored = Object.entries((await getItem(audit, headKey(chain))) ?? {});
  const condition =
    stored.length === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: stored.map((_, n) => `#n${n} = :v${n}`).join(' AND '),
          ExpressionAttributeNames: Object.fromEntries(stored.map(([name], n) => [`#n${n}`, name])),
          ExpressionAttributeValues: Object.fromEntries(stored.map(([, value], n) => [`:v${n}`, value])),
        };
  await transact(audit, [{ Put: { Item: { ...headKey(chain), ...head }, ...condition } }]);
}

/** The lease is in the other table, because the audit table takes nothing but entries and heads. */
function leaseStore(table: Table, key: ReturnType<typeof leaseKey>): LeaseStore {
  const put = (lease: Lease, condition: string, values: Readonly<Record<string, unknown>>) =>
    putItem(table, {
      Item: { ...key, ...lease },
      ConditionExpression: condition,
      ExpressionAttributeNames: {
        '#id': 'id',
        ...(condition.includes('#isFree') && { '#isFree': 'isFree' }),
      },
      ExpressionAttributeValues: values,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  return {
    async readLease() {
      const item = await getItem(table, key).catch(() => undefined);
      return item && leaseOf(item);
    },

    async takeLease(lease, over): Promise<LeaseOutcome> {
      try {
        const isFree =
          'attribute_not_exists(#id) OR NOT attribute_type(#isFree, :boolean) OR #isFree = :true OR #id = :over';
        await put(lease, isFree, { ':true': true, ':boolean': 'BOOL', ':over': over?.id ?? '' });
        return { kind: 'held' };
      } catch (error) {
        const item = error instanceof ConditionFailed ? error.failures[0]?.item : undefined;
        return item === undefined ? { kind: 'unknown' } : { kind: 'taken', by: leaseOf(item) };
      }
    },

    async freeLease(lease) {
      // Others wait until its time is over if this fails.
      await put({ ...lease, isFree: true }, '#id = :id', { ':id': lease.id }).catch(() => undefined);
    },
  };
}

/** The condition names the head alone. A failed one returns the head that another writer stored. */
function moveHead(chain: string, { from, to }: ChainTransaction<TransactAction>): TransactAction {
  const isEmpty = from.sequence === 0;
  return {
    Put: {
      Item: { ...headKey(chain), ...to },
      ConditionExpression: isEmpty ? 'attribute_not_exists(pk)' : '#sequence = :sequence AND #hash = :hash',
      ...(!isEmpty && {
        ExpressionAttributeNames: { '#sequence': 'sequence', '#hash': 'hash' },
        ExpressionAttributeValues: { ':sequence': from.sequence, ':hash': from.hash },
      }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Stores the token of the transaction with each item, which identifies a commit whose response was lost. */
function putEntries(
  chain: string,
  { entries, token, actions }: ChainTransaction<TransactAction>,
): readonly TransactAction[] {
  const marks = runMarks(entries);
  const listed = listedEntities(actions);
  return packsOf(entries, ({ entity_id }) => listed.has(entity_id)).map(([first, ...following]) =>
    insertion({
      ...entryKey(chain, first.id),
      ...first,
      ...(following.length > 0 && { following: packFollowing(following) }),
      transaction: token,
      ...marks.get(first.id),
    }),
  );
}

/** @param firstAction place of the first action that is not of the audit table */
function outcomeOf(error: unknown, firstAction: number): CommitOutcome {
  if (isContention(error) || isThrottle(error)) return { kind: 'contended' };
  const failure = storeErrorOf(error);
  if (failure instanceof ConditionFailed) {
    const moved = failure.failures.find(({ index }) => index === 0);
    if (moved) return { kind: 'head-moved', head: moved.item && headOf(moved.item) };
    if (failure.failures.some(({ index }) => index < firstAction)) {
      return {
        kind: 'rejected',
        error: new StoreRejection('The audit chain continues beyond its head', failure),
      };
    }
    return {
      kind: 'condition-failed',
      failures: failure.failures.map((failed) => ({ ...failed, index: failed.index - firstAction })),
    };
  }
  return { kind: isDefinite(error) ? 'rejected' : 'unanswered', error: failure };
}

const isThrottle = (error: unknown) =>
  error instanceof Error &&
  ['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded'].includes(
    error.name,
  );

const response = z.object({ $metadata: z.object({ httpStatusCode: z.int() }) });

/** True for a client error, which means that nothing is stored. Timeouts, resets and 5xx leave the outcome open. */
function isDefinite(error: unknown): boolean {
  const parsed = response.safeParse(error);
  const status = parsed.data?.$metadata.httpStatusCode ?? 0;
  return status >= 400 && status < 500;
}

/** Entities whose new entries an item of the transaction lists. */
const listedEntities = (actions: readonly TransactAction[]): ReadonlySet<string> =>
  new Set(actions.flatMap(({ listsEntriesOf }) => listsEntriesOf ?? []));

/** The action with the ids of the new entries about its entity, which it adds to those that its item lists already. */
function withListedEntries(action: TransactAction, entries: readonly AuditEntry[]): TransactAction {
  const { listsEntriesOf } = action;
  if (listsEntriesOf === undefined) return action;
  const ids = entries.filter(({ entity_id }) => entity_id === listsEntriesOf).map(({ id }) => id);
  if (ids.length === 0) return action;
  const added = new Set(ids);
  if ('Put' in action) {
    return { Put: { ...action.Put, Item: { ...action.Put.Item, [entryListAttribute]: added } } };
  }
  if (!('Update' in action)) return action;
  const { Update } = action;
  return {
    Update: {
      ...Update,
      UpdateExpression: `${Update.UpdateExpression} ADD #listed :listed`,
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, '#listed': entryListAttribute },
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':listed': added },
    },
  };
}
