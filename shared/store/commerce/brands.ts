import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { newAddressKey } from '#commerce/contacts/address-records.ts';
import { type Brand, brand as brandSchema } from '#contract/commerce/brands.ts';
import type { Member } from '#contract/commerce/members.ts';
import type { PlanName } from '#contract/plans.ts';
import { newId } from '#persistence/new-id.ts';
import type { GatewayKey } from '../adapters/gateway-keys.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../dynamodb/items.ts';
import { send, type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { brandKey } from './commerce-keys.ts';
import { addMemberActions } from './members/members.ts';
import { scheduleWork } from './work/work-items.ts';

/** A gateway key of a brand, in the usage plan of one plan. */
export interface BrandGatewayKey extends GatewayKey {
  readonly plan: PlanName;
  /** From this time on, API Gateway knows the key everywhere. */
  readonly valid_from: string;
}

export interface BrandRecord {
  readonly brand: Brand;
  /** From the oldest to the newest. None in the first seconds of a brand, and several while its plan changes. */
  readonly gatewayKeys: readonly BrandGatewayKey[];
}

/** The action that has the brand given a gateway key for its plan. */
const gatewayKeyWork = (brand_id: string, due: string): TransactAction =>
  scheduleWork({ kind: 'set-gateway-key', key: brand_id, due: new Date(due), payload: { brand_id } });

/**
 * Stores a new brand, its first owner if any, and `others` in one transaction. A brand without a gateway key gets one by work,
 * which the caller wakes.
 */
export const insertBrand = (
  table: Table,
  { brand, gatewayKeys }: BrandRecord,
  owner: string | undefined,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    insertion(brandItem(brand, gatewayKeys)),
    newAddressKey(brand.id),
    ...(gatewayKeys.length === 0 ? [gatewayKeyWork(brand.id, brand.created_at)] : []),
    ...(owner === undefined ? [] : addMemberActions(firstOwner(brand, owner))),
    ...others,
  ]);

/** The brand, strongly consistent. */
export async function findBrand(table: Table, brandId: string): Promise<BrandRecord | undefined> {
  const item = await getItem(table, brandKey(brandId));
  return item && !isClosed(item) ? brandFrom(item) : undefined;
}

/** All brands, in no order, strongly consistent. For operators only, because it reads the whole table. */
export async function* allBrands(table: Table): AsyncGenerator<readonly BrandRecord[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await send(
      table.client.send(
        new ScanCommand({
          TableName: table.name,
          FilterExpression: 'sk = :brand AND attribute_not_exists(closed_at)',
          ExpressionAttributeValues: { ':brand': brandKey('').sk },
          ConsistentRead: true,
          ExclusiveStartKey: start,
        }),
      ),
    );
    if (Items.length > 0) yield Items.map(brandFrom);
    start = LastEvaluatedKey;
  } while (start);
}

/**
 * Stores a changed brand, and `others`, in one transaction. A brand with another plan gets a gateway key for it by work, which
 * the caller wakes.
 *
 * @throws ConditionFailed when the stored brand is no longer `before`
 */
export const changeBrand = (
  table: Table,
  before: BrandRecord,
  after: Brand,
  others: readonly TransactAction[] = [],
): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: brandItem(after, before.gatewayKeys),
        ConditionExpression: 'version = :before AND gateway_keys = :gatewayKeys',
        ExpressionAttributeValues: { ':before': before.brand.version, ':gatewayKeys': before.gatewayKeys },
      },
    },
    ...(after.plan === before.brand.plan ? [] : [gatewayKeyWork(after.id, after.updated_at)]),
    ...others,
  ]);

const firstOwner = ({ id, created_at }: Brand, subject: string): Member => ({
  id: newId(new Date(created_at)),
  brand_id: id,
  subject,
  role: 'owner',
  joined_at: created_at,
});

/** A brand that is deleted, or whose records are being removed (leaving/closed-brand.ts). */
const isClosed = (item: Item): boolean => item['closed_at'] !== undefined;

const brandItem = (brand: Brand, gatewayKeys: readonly BrandGatewayKey[]) =>
  itemOf(brandKey(brand.id), { ...brand, gateway_keys: gatewayKeys });

const brandFields = fieldsOf(brandSchema);

function brandFrom(item: Item): BrandRecord {
  const { gateway_keys } = resourceOf<{ readonly gateway_keys: readonly BrandGatewayKey[] }>(item, [
    'gateway_keys',
  ]);
  return { brand: resourceOf<Brand>(item, brandFields), gatewayKeys: gateway_keys };
}
