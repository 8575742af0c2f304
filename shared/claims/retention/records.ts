import type { EntryDraft } from '#audit/entries/chain.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { inFirstIndex, itemKey, keysUnder } from '#store/claims/key-parts.ts';
import type { ClaimsTables } from '#store/claims/write-change.ts';
import { allItems, getRecord, type ItemKey, insertion, itemOf, recordOf } from '#store/dynamodb/items.ts';
import { type PageRequest, queryPage } from '#store/dynamodb/query-page.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { type LegalHold, legalHold, type Purge, purge, type Retention } from './contract.ts';
import { heldNames, purgeEntry } from './rules.ts';

const retentionKey: ItemKey = { pk: 'RETENTION', sk: 'SETTINGS' };
/** Ids are ordered by time. */
const legalHoldKey = (id: string) => itemKey(allLegalHolds.pk, id);
const allLegalHolds = keysUnder('LEGALHOLDS');
const purgeKey = (id: string) => itemKey(allPurges.pk, id);
const allPurges = keysUnder('PURGES');
/** The purge that runs, so that no second one starts. */
const runningPurgeKey: ItemKey = { pk: 'RETENTION', sk: 'PURGE' };

/** What is left to remove of a purged claim. */
export const purgedClaimKey = (claimId: string): ItemKey => ({ pk: `CLAIM#${claimId}`, sk: 'PURGED' });
export const purgingKeys = (claimId: string) => inFirstIndex(purgingPartition, claimId);
export const purgingPartition = 'PURGING';

export async function findRetention(table: Table): Promise<Retention> {
  const stored = await getRecord<Retention>(table, retentionKey);
  return stored ?? { version: 0, retention_days: null, automatic: false };
}

/** @throws ConditionFailed if the settings have changed since they were read */
export async function putRetention(
  { audit }: ClaimsTables,
  after: Retention,
  entry: EntryDraft,
): Promise<void> {
  const Item = itemOf(retentionKey, after);
  const put: TransactAction =
    after.version === 1
      ? insertion(Item)
      : {
          Put: {
            Item,
            ConditionExpression: '#version = :before',
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':before': after.version - 1 },
          },
        };
  await audit.append([entry], [put]);
}

export const legalHolds = addressedRecord({
  of: legalHold,
  find: (table, id) => getRecord<LegalHold>(table, legalHoldKey(id)),
});

/** Stores a new hold, or the end of one that is open. */
export const holdAction = (hold: LegalHold): TransactAction => {
  const Item = itemOf(legalHoldKey(hold.id), hold);
  return hold.released_at === undefined
    ? insertion(Item)
    : { Put: { Item, ConditionExpression: 'attribute_not_exists(released_at)' } };
};

export const queryLegalHolds = (table: Table, page: PageRequest) =>
  queryPage(
    table,
    { ...page, list: ['legal-holds'], range: { pk: allLegalHolds.pk, newestFirst: true } },
    (item) => recordOf<LegalHold>(item),
  );

export async function readHeldNames(table: Table) {
  return heldNames((await allItems(table, allLegalHolds)).map((item) => recordOf<LegalHold>(item)));
}

export const findPurge = (table: Table, id: string) => getRecord<Purge>(table, purgeKey(id));

export const purges = addressedRecord({ of: purge, find: findPurge });

export const queryPurges = (table: Table, page: PageRequest) =>
  queryPage(table, { ...page, list: ['purges'], range: { pk: allPurges.pk, newestFirst: true } }, (item) =>
    recordOf<Purge>(item),
  );

/** Id of the purge that runs, and the start of the last one. */
export const lastPurge = (table: Table) =>
  getRecord<{ readonly purge_id?: string; readonly started_at: string }>(table, runningPurgeKey);

/**
 * Stores a new purge, unless another one runs.
 *
 * @throws ApiError purge_running
 */
export async function beginPurge(
  { audit }: ClaimsTables,
  purge: Purge,
  alongside: readonly TransactAction[] = [],
): Promise<void> {
  const { id, started_at } = purge;
  const mark: TransactAction = {
    Put: {
      Item: itemOf(runningPurgeKey, { purge_id: id, started_at }),
      ConditionExpression: 'attribute_not_exists(purge_id)',
    },
  };
  const put = insertion(itemOf(purgeKey(id), purge));
  try {
    const event = purge.dry_run ? 'purge.previewed' : 'purge.started';
    await audit.append([purgeEntry(event, purge)], [mark, put, ...alongside]);
  } catch (error) {
    if (error instanceof ConditionFailed && error.failures.some(({ index }) => index === 0))
      throw new ApiError('purge_running');
    throw error;
  }
}

/** Stores the progress of a purge; at its end, another one may start. */
export async function storePurge(
  { audit }: ClaimsTables,
  purge: Purge,
  entries: readonly EntryDraft[],
  write: (actions: readonly TransactAction[]) => Promise<void>,
): Promise<void> {
  const { id, started_at, state } = purge;
  const put: TransactAction = {
    Put: {
      Item: itemOf(purgeKey(id), purge),
      // Another run of the same purge may have ended it.
      ConditionExpression: '#state = :running',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':running': 'running' },
    },
  };
  const free: TransactAction = {
    Put: {
      Item: itemOf(runningPurgeKey, { started_at }),
      ConditionExpression: 'purge_id = :id',
      ExpressionAttributeValues: { ':id': id },
    },
  };
  const actions = state === 'done' ? [put, free] : [put];
  try {
    if (entries.length > 0) await audit.append(entries, actions);
    else await write(actions);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
