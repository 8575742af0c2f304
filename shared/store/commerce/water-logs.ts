import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import {
  type WaterLog,
  waterLogListSize,
  waterLog as waterLogSchema,
} from '#contract/commerce/water-logs.ts';
import { fieldsOf, getItem, type Item, inRange, itemOf, resourceOf } from '../dynamodb/items.ts';
import { readNumber, type StoredNumber, storeNumber } from '../dynamodb/stored-number.ts';
import { send, type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { findInBrands } from './brand-items.ts';
import { waterLogIdKey, waterLogKey, waterLogsOf } from './commerce-keys.ts';

/** Stores a new entry, the way to it by its id, and `others` in one transaction. */
export const insertWaterLog = (
  table: Table,
  waterLog: WaterLog,
  others: readonly TransactAction[],
): Promise<void> => {
  const { brand_id, id, logged_at, gallons } = waterLog;
  return transact(table, [
    {
      Put: {
        Item: itemOf(waterLogKey(brand_id, logged_at, id), { ...waterLog, gallons: storeNumber(gallons) }),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Put: {
        Item: { ...waterLogIdKey(brand_id, id), brand_id, logged_at },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...others,
  ]);
};

/** The brand's 100 entries of the latest `logged_at`, latest first, strongly consistent. */
export async function latestWaterLogs(table: Table, brandId: string): Promise<readonly WaterLog[]> {
  const { Items } = await send(
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...inRange(waterLogsOf(brandId)),
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: waterLogListSize,
      }),
    ),
  );
  return (Items ?? []).map(waterLogFrom);
}

/** The entry with this id, if one of the brands has it. */
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
