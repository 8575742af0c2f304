import { waterFiguresActions } from '#commerce/reports/water-figure-records.ts';
import {
  type searchWaterLogs,
  type WaterLog,
  waterLogListSize,
  waterLog as waterLogSchema,
} from '#contract/commerce/water-logs.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { decodeCursor, encodeCursor } from '../dynamodb/cursor.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { queryItems, type StoredPage } from '../dynamodb/query-page.ts';
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
  const { brand_id, id, logged_at, created_at } = waterLog;
  return transact(table, [
    insertion(waterLogItem(waterLog)),
    insertion({ ...waterLogIdKey(brand_id, id), brand_id, logged_at, created_at }),
    ...waterFiguresActions(undefined, waterLog),
    ...others,
  ]);
};

/** The item of an entry. */
export const waterLogItem = (waterLog: WaterLog) => {
  const { brand_id, id, logged_at, gallons } = waterLog;
  return itemOf(waterLogKey(brand_id, logged_at, id), { ...waterLog, gallons: storeNumber(gallons) });
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

/** Entries of a brand by `logged_at`, strongly consistent. */
export async function* waterLogsBetween(
  table: Table,
  brandId: string,
  times: { readonly from?: string; readonly to?: string },
): AsyncGenerator<WaterLog> {
  for await (const item of queryItems(table, { ...waterLogsOf(brandId), ...times })) yield waterLogFrom(item);
}

export async function findWaterLog(
  table: Table,
  brandIds: readonly string[],
  id: string,
): Promise<WaterLog | undefined> {
  const pointer = await findInBrands(table, brandIds, (brandId) => waterLogIdKey(brandId, id));
  if (!pointer || pointer['deleted_at'] !== undefined) return undefined;
  const key = waterLogKey(String(pointer['brand_id']), String(pointer['logged_at']), id);
  const item = await getItem(table, key);
  return item && waterLogFrom(item);
}

/** Filters and page of the entries of a brand. Times are RFC 3339 UTC, both ends included. */
export type WaterLogSearch = ValidInput<typeof searchWaterLogs>['query'];

/** Maximum entries that one page reads, because a filter may leave out most of them. */
const maxRead = 2000;

/** Entries by time and field, newest first. A page may be short and still have a cursor. */
export async function searchLogs(
  table: Table,
  { brand_id, from, to, field_id, limit, cursor }: WaterLogSearch,
): Promise<StoredPage<WaterLog>> {
  const list = ['water logs', brand_id, from, to, field_id];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const range = { ...waterLogsOf(brand_id), from, to: to && `${to}~`, newestFirst: true };
  const data: WaterLog[] = [];
  let position = '';
  let count = 0;
  const pageSize = field_id === undefined ? limit + 2 : 500;
  for await (const item of queryItems(table, range, { after, pageSize })) {
    if (data.length === limit || count === maxRead) {
      return { data, nextCursor: encodeCursor(list, position) };
    }
    if (field_id === undefined || item['field_id'] === field_id) data.push(waterLogFrom(item));
    position = String(item['sk']);
    count++;
  }
  return { data, nextCursor: null };
}

const waterLogFields = fieldsOf(waterLogSchema);

export function waterLogFrom(item: Item): WaterLog {
  const stored = resourceOf<Omit<WaterLog, 'gallons'> & { gallons: StoredNumber }>(item, waterLogFields);
  return { ...stored, gallons: readNumber(stored.gallons) };
}
