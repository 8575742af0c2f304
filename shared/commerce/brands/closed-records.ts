import * as z from 'zod';
import { getItem, getItems, updateItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import type { Brand } from './contract.ts';
import { type BrandRecord, brands } from './records.ts';
import { type OwnedBrand, type WalkPosition, walkPosition, walkStart } from './rules.ts';

/**
 * A brand whose records are being removed. It has the key of the brand, so that the brand is gone for everybody in one
 * write. `deleted_at` marks the end: what is left then holds no data of a person.
 */
export interface ClosedBrand extends OwnedBrand {
  readonly requested_at: string;
  readonly closed_at: string;
  readonly position: WalkPosition;
}

const closedItem = z.object({
  id: z.string(),
  created_at: z.string(),
  requested_at: z.string(),
  closed_at: z.string(),
  position: walkPosition,
});

/** True from the moment at which the removal of the brand begins. */
export async function isBrandClosed(table: Table, brandId: string): Promise<boolean> {
  const [item] = await getItems(table, [brands.key({ brand_id: brandId })], ['closed_at']);
  return item?.['closed_at'] !== undefined;
}

/** The brand while its records are removed; undefined before and after. */
export async function findClosedBrand(table: Table, brandId: string): Promise<ClosedBrand | undefined> {
  const item = await getItem(table, brands.key({ brand_id: brandId }));
  return item?.['closed_at'] === undefined || item['deleted_at'] !== undefined
    ? undefined
    : closedItem.parse(item);
}

/**
 * Closes a brand whose waiting time is over.
 *
 * @throws ConditionFailed when the brand has changed meanwhile, for example by its restoration
 */
export async function closeBrand(
  table: Table,
  { brand }: BrandRecord,
  deletion: NonNullable<Brand['deletion']>,
  now: Date,
): Promise<ClosedBrand> {
  const closed: ClosedBrand = {
    id: brand.id,
    created_at: brand.created_at,
    requested_at: deletion.requested_at,
    closed_at: now.toISOString(),
    position: walkStart,
  };
  await transact(table, [
    {
      Put: {
        Item: { ...brands.key({ brand_id: brand.id }), ...closed },
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': brand.version },
      },
    },
  ]);
  return closed;
}

/** Stores how far the removal is. A repeated run continues there. */
export async function savePosition(table: Table, { id }: ClosedBrand, next: WalkPosition): Promise<void> {
  await updateItem(table, brands.key({ brand_id: id }), {
    UpdateExpression: 'SET #position = :next',
    ConditionExpression: 'attribute_exists(closed_at) AND attribute_not_exists(deleted_at)',
    ExpressionAttributeNames: { '#position': 'position' },
    ExpressionAttributeValues: { ':next': next },
  });
}

/** Leaves the id and the times of a brand whose records are removed. Idempotent. */
export const finishClosedBrand = (
  table: Table,
  { id, requested_at, closed_at }: ClosedBrand,
  now: Date,
): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: { ...brands.key({ brand_id: id }), id, requested_at, closed_at, deleted_at: now.toISOString() },
      },
    },
  ]);
