import * as z from 'zod';
import { newId } from '#persistence/new-id.ts';
import { record } from '#store/commerce/record.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { getItem, getItems, scanAll, updateItem } from '#store/dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { newAddressKey } from '../contacts/address-records.ts';
import type { Member } from '../members/contract.ts';
import { addMember } from '../members/records.ts';
import { type Brand, type StoredBrand, storedBrand } from './contract.ts';
import { type OwnedBrand, type WalkPosition, walkPosition, walkStart } from './rules.ts';

/** The brands, with their gateway keys. What a closed brand leaves has the same key (closed-records.ts). */
export const brands = record({
  name: 'brand',
  schema: storedBrand,
  records: 'brands',
  pk: 'BRAND#{brand_id}',
  sk: 'BRAND',
  facts: ({ id }) => ({ brand_id: id }),
  unchangedBy: ['version', 'gateway_keys'],
  isGone: ({ closed_at }) => closed_at !== undefined,
  exported: 'brand',
  hides: ['gateway_keys'],
  person: 'none',
});

/** A gateway key of a brand, in the usage plan of one plan. */
export type BrandGatewayKey = StoredBrand['gateway_keys'][number];

/** All brands, in no order, strongly consistent. For operators only, because it reads the whole table. */
export async function* allBrands(table: Table): AsyncGenerator<readonly StoredBrand[]> {
  const pages = scanAll(table, {
    FilterExpression: 'sk = :brand AND attribute_not_exists(closed_at)',
    ExpressionAttributeValues: { ':brand': brands.sk },
  });
  for await (const items of pages) yield items.map(brands.read);
}

/** The action that has the brand given a gateway key for its plan. */
const gatewayKeyWork = (brand_id: string, due: string): TransactAction =>
  scheduleWork({ kind: 'set-gateway-key', key: brand_id, due: new Date(due), payload: { brand_id } });

/**
 * The actions that store a new brand, and its first owner if any. A brand without a gateway key gets one by work, which the caller
 * wakes.
 */
export const insertBrand = (brand: StoredBrand, owner: string | undefined): readonly TransactAction[] => [
  brands.insert(brand),
  newAddressKey(brand.id),
  ...(brand.gateway_keys.length === 0 ? [gatewayKeyWork(brand.id, brand.created_at)] : []),
  ...(owner === undefined ? [] : addMember(firstOwner(brand, owner))),
];

const firstOwner = ({ id, created_at }: Brand, subject: string): Member => ({
  id: newId(new Date(created_at)),
  brand_id: id,
  subject,
  role: 'owner',
  joined_at: created_at,
});

/**
 * The actions that store a changed brand. They fail if the stored brand is no longer `before`. A brand with another plan gets a gateway
 * key for it by work, which the caller wakes.
 */
export const changeBrand = (before: StoredBrand, after: Brand): readonly TransactAction[] => [
  brands.replace(before, { ...after, gateway_keys: before.gateway_keys }),
  ...(after.plan === before.plan ? [] : [gatewayKeyWork(after.id, after.updated_at)]),
];

/** Those of the brands that are under deletion, or deleted, strongly consistent. */
export async function findLeavingBrands(
  table: Table,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, 'closing' | 'closed'>> {
  const keys = brandIds.map((brand_id) => brands.key({ brand_id }));
  const items = await getItems(table, keys, ['id', 'deletion', 'closed_at']);
  return new Map(
    items.flatMap(({ id, deletion, closed_at }): [string, 'closing' | 'closed'][] => {
      if (closed_at !== undefined) return [[String(id), 'closed']];
      return deletion === undefined ? [] : [[String(id), 'closing']];
    }),
  );
}

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
  brand: Brand,
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
