import * as z from 'zod';
import type { Entries } from '#commerce/water/use.ts';
import { type Field, field as fieldSchema, maxWaterRecords } from '#contract/commerce/water-fields.ts';
import { type Meter, meter as meterSchema } from '#contract/commerce/water-meters.ts';
import { ApiError } from '#contract/errors.ts';
import { uuid } from '#contract/fields.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { fieldsOf, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { record } from '../record.ts';
import { fieldKey, fieldsOfBrand, meterKey, metersOfBrand, waterCountKey } from './water-keys.ts';

type Versioned = { readonly id: string; readonly brand_id: string; readonly version: number };

const counted = (brandId: string, of: 'FIELD' | 'METER', by: 1 | -1): TransactAction => ({
  Update: {
    Key: { ...waterCountKey(brandId, of) },
    UpdateExpression: 'ADD record_count :by',
    ...(by === 1 && { ConditionExpression: 'attribute_not_exists(record_count) OR record_count < :limit' }),
    ExpressionAttributeValues: { ':by': by, ...(by === 1 && { ':limit': maxWaterRecords }) },
  },
});

const isStill = ({ version }: Versioned) => ({
  ConditionExpression: 'version = :before',
  ExpressionAttributeValues: { ':before': version },
});

/** @throws ApiError water_limit_reached */
async function insertCounted(table: Table, actions: readonly TransactAction[]): Promise<void> {
  await transact(table, actions).catch((error: unknown) => {
    const isFull = error instanceof ConditionFailed && error.failures.some(({ index }) => index === 0);
    throw isFull ? new ApiError('water_limit_reached', { cause: error }) : error;
  });
}

const fieldItem = (field: Field) => itemOf(fieldKey(field.brand_id, field.id), field);
const fieldNames = fieldsOf(fieldSchema);
const fieldFrom = (item: Item) => resourceOf<Field>(item, fieldNames);

/** Stores a new field and `others`. @throws ApiError water_limit_reached */
export const insertField = (table: Table, field: Field, others: readonly TransactAction[]): Promise<void> =>
  insertCounted(table, [counted(field.brand_id, 'FIELD', 1), insertion(fieldItem(field)), ...others]);

/** @throws ConditionFailed when the stored field is no longer `before` */
export const changeField = (table: Table, before: Field, after: Field): Promise<void> =>
  transact(table, [{ Put: { Item: fieldItem(after), ...isStill(before) } }]);

/** Names of fields that were deleted, for the reports about the time before. */
export const deletedFields = record({
  name: 'deleted field',
  schema: z.object({ id: uuid, brand_id: uuid, name: z.string() }),
  records: 'farm',
  pk: 'FARM#{brand_id}',
  sk: 'GONE#{id}',
  exported: 'deleted-water-fields',
  person: 'none',
});

/** @throws ConditionFailed when the stored field is no longer `before` */
export const removeField = (table: Table, before: Field): Promise<void> =>
  transact(table, [
    { Delete: { Key: { ...fieldKey(before.brand_id, before.id) }, ...isStill(before) } },
    counted(before.brand_id, 'FIELD', -1),
    deletedFields.insert({ id: before.id, brand_id: before.brand_id, name: before.name }),
  ]);

export const findField = finder(fieldKey, fieldFrom);

export const readFields = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Field>> =>
  queryPage(table, { list: ['fields', brandId], limit, cursor, range: fieldsOfBrand(brandId) }, fieldFrom);

/** All fields of a brand, of which there are at most 1,000. */
async function allFields(table: Table, brandId: string): Promise<readonly Field[]> {
  const fields: Field[] = [];
  for await (const item of queryItems(table, fieldsOfBrand(brandId))) fields.push(fieldFrom(item));
  return fields;
}

/** The fields of a brand, and the names of those that the entries name and that were deleted. */
export const namedFields = (table: Table, brandId: string, { logs, uses }: Entries) =>
  fieldsWith(table, brandId, new Set([...logs, ...uses].flatMap(({ field_id }) => field_id ?? [])));

/** The names of a brand's fields and of these ones, which may be deleted, by id. */
export async function namesOfFields(
  table: Table,
  brandId: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const { fields, deleted } = await fieldsWith(table, brandId, ids);
  return new Map([...fields, ...deleted].map(({ id, name }) => [id, name]));
}

async function fieldsWith(
  table: Table,
  brandId: string,
  ids: ReadonlySet<string>,
): Promise<{ readonly fields: readonly Field[]; readonly deleted: readonly Pick<Field, 'id' | 'name'>[] }> {
  const fields = await allFields(table, brandId);
  const known = new Set(fields.map(({ id }) => id));
  const missing = [...ids].filter((id) => !known.has(id));
  const deleted = await deletedFields.findMany(missing.map((id) => ({ brand_id: brandId, id })));
  return { fields, deleted };
}

/** A meter with the number of changes of its readings, which serializes them. */
export interface StoredMeter {
  readonly meter: Meter;
  readonly readingsVersion: number;
}

const meterItem = (meter: Meter, readings_version: number) =>
  itemOf(meterKey(meter.brand_id, meter.id), { ...meter, readings_version });
const meterNames = fieldsOf(meterSchema);
const meterFrom = (item: Item): StoredMeter => ({
  meter: resourceOf<Meter>(item, meterNames),
  readingsVersion: Number(item['readings_version']),
});

/** Stores a new meter and `others`. @throws ApiError water_limit_reached */
export const insertMeter = (table: Table, meter: Meter, others: readonly TransactAction[]): Promise<void> =>
  insertCounted(table, [counted(meter.brand_id, 'METER', 1), insertion(meterItem(meter, 0)), ...others]);

/** @throws ConditionFailed when the stored meter, or its readings, are no longer as in `before` */
export const changeMeter = (table: Table, before: StoredMeter, after: Meter): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: meterItem(after, before.readingsVersion),
        ConditionExpression: 'version = :before AND readings_version = :readings',
        ExpressionAttributeValues: {
          ':before': before.meter.version,
          ':readings': before.readingsVersion,
        },
      },
    },
  ]);

export const findMeter = finder(meterKey, meterFrom);

export const readMeters = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Meter>> =>
  queryPage(
    table,
    { list: ['meters', brandId], limit, cursor, range: metersOfBrand(brandId) },
    (item) => meterFrom(item).meter,
  );

/** The action that makes a change of a meter's readings the only one at its time. */
export const readingsLock = ({ meter, readingsVersion }: StoredMeter): TransactAction => ({
  Update: {
    Key: { ...meterKey(meter.brand_id, meter.id) },
    UpdateExpression: 'SET readings_version = :next',
    ConditionExpression: 'readings_version = :before AND version = :version',
    ExpressionAttributeValues: {
      ':before': readingsVersion,
      ':next': readingsVersion + 1,
      ':version': meter.version,
    },
  },
});
