import { waterFiguresActions } from '#commerce/reports/water-figure-records.ts';
import { type WaterLog, type WaterLogChange, waterLogChange } from '#contract/commerce/water-logs.ts';
import { type Item, insertion } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { readNumber, type StoredNumber, storeNumber } from '../../dynamodb/stored-number.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { findInBrands } from '../brand-items.ts';
import { waterLogIdKey, waterLogKey } from '../commerce-keys.ts';
import { onboardingFactAction } from '../onboarding/onboarding.ts';
import { waterLogItem } from '../water-logs.ts';
import { logChangeKey, logChangesOf } from './water-keys.ts';

/** Why and when an entry changes. */
export interface ChangeNote {
  readonly reason?: string | undefined;
  readonly now: Date;
}

/**
 * Replaces an entry, keeps it as it was, and moves the figures of analytics, with `others` in one transaction.
 *
 * @throws ConditionFailed when the stored entry is no longer `before`
 */
export const changeWaterLog = (
  table: Table,
  before: WaterLog,
  after: WaterLog,
  note: ChangeNote,
  others: readonly TransactAction[] = [],
): Promise<void> => {
  const { brand_id, id, created_at } = before;
  const moves = before.logged_at !== after.logged_at;
  return transact(table, [
    ...(moves ? [{ Delete: { Key: logKey(before), ...isStill(before) } }] : []),
    { Put: { Item: waterLogItem(after), ...(!moves && isStill(before)) } },
    { Put: { Item: { ...waterLogIdKey(brand_id, id), brand_id, logged_at: after.logged_at, created_at } } },
    historyAction(before, 'edited', note),
    ...waterFiguresActions(before, after),
    ...others,
  ]);
};

/**
 * Deletes an entry, keeps it as it was, and lowers the figures of analytics, with `others` in one transaction. Its id stays
 * taken.
 *
 * @throws ConditionFailed when the stored entry is no longer `before`
 */
export const removeWaterLog = (
  table: Table,
  before: WaterLog,
  note: ChangeNote,
  others: readonly TransactAction[] = [],
): Promise<void> => {
  const { brand_id, id, logged_at, created_at } = before;
  const deleted_at = note.now.toISOString();
  return transact(table, [
    { Delete: { Key: logKey(before), ...isStill(before) } },
    { Put: { Item: { ...waterLogIdKey(brand_id, id), brand_id, logged_at, created_at, deleted_at } } },
    historyAction(before, 'deleted', note),
    ...waterFiguresActions(before, undefined),
    onboardingFactAction(brand_id, 'first_water_log', created_at),
    ...others,
  ]);
};

const logKey = ({ brand_id, logged_at, id }: WaterLog) => ({ ...waterLogKey(brand_id, logged_at, id) });

const isStill = ({ version }: WaterLog) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

const historyAction = (
  before: WaterLog,
  change: WaterLogChange['change'],
  { reason, now }: ChangeNote,
): TransactAction => {
  const version = before.version + 1;
  return insertion({
    ...logChangeKey(before.brand_id, before.id, version),
    ...{ version, change, changed_at: now.toISOString() },
    ...(reason !== undefined && { reason }),
    before: { ...before, gallons: storeNumber(before.gallons) },
  });
};

function changeFrom(item: Item): WaterLogChange {
  const before: { readonly gallons: StoredNumber } = Object(item['before']);
  return waterLogChange.parse({ ...item, before: { ...before, gallons: readNumber(before.gallons) } });
}

/** The brand of an entry, also of a deleted one. */
export async function brandOfWaterLog(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<string | undefined> {
  const pointer = await findInBrands(table, brandIds, (brandId) => waterLogIdKey(brandId, id));
  return pointer && String(pointer['brand_id']);
}

/** Changes of an entry, newest first. */
export const readWaterLogChanges = (
  table: Table,
  brandId: string,
  id: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<WaterLogChange>> =>
  queryPage(
    table,
    {
      list: ['water log changes', brandId, id],
      limit,
      cursor,
      range: { ...logChangesOf(brandId, id), newestFirst: true },
    },
    changeFrom,
  );
