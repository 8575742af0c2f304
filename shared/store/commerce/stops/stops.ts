import { type Stop, stop as stopSchema } from '#contract/commerce/stop-fields.ts';
import { fieldsOf, getItems, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { stopKey, stopsOf } from './stop-keys.ts';

export const insertStop = (table: Table, stop: Stop, others: readonly TransactAction[]): Promise<void> =>
  transact(table, [insertion(stopItem(stop)), ...others]);

/** Replaces the stop. @throws ConditionFailed when the stored stop is no longer `before` */
export const changeStop = (table: Table, before: Stop, after: Stop): Promise<void> =>
  transact(table, [{ Put: { Item: { ...stopItem(after) }, ...isStill(before) } }]);

/** Deletes the stop. @throws ConditionFailed when the stored stop is no longer `before` */
export const removeStop = (table: Table, before: Stop): Promise<void> =>
  transact(table, [{ Delete: { Key: { ...stopKey(before.brand_id, before.id) }, ...isStill(before) } }]);

/** Stops, oldest first. */
export const readStops = (table: Table, brandId: string, page: PageRequest): Promise<StoredPage<Stop>> =>
  queryPage(table, { list: ['stops', brandId], ...page, range: stopsOf(brandId) }, stopFrom);

/** The existing stops among these, by id. */
export async function findStops(
  table: Table,
  brandId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Stop>> {
  const items = await getItems(
    table,
    [...new Set(ids)].map((id) => stopKey(brandId, id)),
  );
  return new Map(items.map(stopFrom).map((stop) => [stop.id, stop]));
}

const stopItem = (stop: Stop) => itemOf(stopKey(stop.brand_id, stop.id), stop);

export const stopFields = fieldsOf(stopSchema);

export const stopFrom = (item: Item): Stop => resourceOf<Stop>(item, stopFields);

const isStill = ({ version }: Stop) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

export const findStop = finder(stopKey, stopFrom);
