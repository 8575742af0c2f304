import {
  type WaterLog,
  waterLogListSize,
  waterLog as waterLogSchema,
} from '#contract/commerce/water-logs.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { queryItems } from '../dynamodb/query-page.ts';
import { readNumber, type StoredNumber, storeNumber } from '../dynamodb/stored-number.ts';
import { type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { findInBrands } from './brand-items.ts';
import { waterLogIdKey, waterLogKey, waterLogsOf } from './commerce-keys.ts';

/** Stores a new entry, its pointer by id, and `others` in one transaction. */
export const insertWaterLog = (
  table: Table,
  waterLog: WaterLog,
  others: readonly TransactAction[],
): Promise<void> => {
  const { brand_id, id, logged_at, gallons } = waterLog;
  return transact(table, [
    insertion(itemOf(waterLogKey(brand_id, logged_at, id), { ...waterLog, gallons: storeNumber(gallons) })),
    insertion({ ...waterLogIdKey(brand_id, id), brand_id, logged_at }),
    ...others,
  ]);
};

/** The brand's 100 entries with the latest `logged_at`, latest first, strongly consistent. */
export async function latestWaterLogs(table: Table, brandId: string): Promise<readonly WaterLog[]> {
  const latest: WaterLog[] = [];
  const range = { ...waterLogsOf(brandId), newestFirst: true };
  for await (const item of queryItems(table, range, { pageSize: waterLogListSize })) {
    latest.push(waterLogFrom(item));
    if (latest.length === waterLogListSize) break;
  }
  return latest;
}

/** The entry with this id in one of the brands. */
export async function findWaterLog(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<WaterLog | undefined> {
  const pointer = await findInBrands(table, brandIds, (brandId) => waterLogIdKey(brandId, id));
  if (!pointer) return undefined;
  const key = waterLogKey(String(pointer['brand_id']), String(pointer['logged_at']), id);
  const item = await getItem(table, key);
  return item && waterLogFrom(item);
}

const waterLogFields = fieldsOf(waterLogSchema);

function waterLogFrom(item: Item): WaterLog {
  const stored = resourceOf<Omit<WaterLog, 'gallons'> & { gallons: StoredNumber }>(item, waterLogFields);
  return { ...stored, gallons: readNumber(stored.gallons) };
}
