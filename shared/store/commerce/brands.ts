import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Brand, brand as brandSchema } from '#contract/commerce/brands.ts';
import type { Member } from '#contract/commerce/members.ts';
import type { PlanName } from '#contract/plans.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import type { GatewayKey, GatewayKeys } from '../adapters/gateway-keys.ts';
import {
  fieldsOf,
  getItem,
  type Item,
  insertion,
  itemOf,
  resourceOf,
  updateItem,
} from '../dynamodb/items.ts';
import { send, type Table, type TransactAction, transact } from '../dynamodb/table.ts';
import { brandKey } from './commerce-keys.ts';
import { addMemberActions } from './members/members.ts';

export interface BrandRecord {
  readonly brand: Brand;
  readonly gatewayKey: GatewayKey;
  /** The usage plan of the brand's gateway key. It lags behind `brand.plan` during a change. */
  readonly gatewayPlan: PlanName;
}

/** Stores a new brand, its first owner if any, and `others` in one transaction. */
export const insertBrand = (
  table: Table,
  { brand, gatewayKey, gatewayPlan }: BrandRecord,
  owner: string | undefined,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    insertion(brandItem(brand, gatewayKey, gatewayPlan)),
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
 * Stores a changed brand, and `others`, in one transaction. {@link settleGatewayPlan} then moves its gateway key.
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
        Item: brandItem(after, before.gatewayKey, before.gatewayPlan),
        ConditionExpression:
          'version = :before AND gateway_plan = :gatewayPlan AND gateway_key_id = :gatewayKey',
        ExpressionAttributeValues: {
          ':before': before.brand.version,
          ':gatewayPlan': before.gatewayPlan,
          ':gatewayKey': before.gatewayKey.id,
        },
      },
    },
    ...others,
  ]);

/**
 * Moves the brand's gateway key into the usage plan of the brand's plan and records the move. After a failure the two plans
 * of the record differ, and the next update of the brand moves the key again.
 */
export async function settleGatewayPlan(
  table: Table,
  brandId: string,
  keys: Pick<GatewayKeys, 'move'>,
): Promise<void> {
  let overtaken = false;
  for (let attempt = 0; attempt < settleAttempts; attempt++) {
    const found = await findBrand(table, brandId);
    // A concurrent update may have moved and recorded the key before this move.
    if (!found || (found.brand.plan === found.gatewayPlan && !overtaken)) return;
    await keys.move(found.gatewayKey.id, found.brand.plan);
    if (await confirmGatewayPlan(table, found.brand)) return;
    overtaken = true;
  }
}

const settleAttempts = 5;

/** Result of relinking: the usage plan had the key, received the key, or received a new key. */
export type Relinked = 'unchanged' | 'linked' | 'new_key';

/**
 * Puts the brand's gateway key into the usage plan of the brand's plan, creates a missing key, and records it. Idempotent.
 *
 * @param keysIn ids of the keys that are in each usage plan now
 * @throws ConditionFailed when the plan of the brand kept changing, or the brand is gone
 */
export async function relinkGatewayKey(
  table: Table,
  brandId: string,
  keys: Pick<GatewayKeys, 'ensure'>,
  keysIn: Readonly<Record<PlanName, ReadonlySet<string>>>,
): Promise<Relinked> {
  let overtaken = false;
  for (let attempt = 0; attempt < settleAttempts; attempt++) {
    const found = await findBrand(table, brandId);
    if (!found) break;
    const { brand, gatewayKey, gatewayPlan } = found;
    const isLinked = keysIn[brand.plan].has(gatewayKey.id) && gatewayPlan === brand.plan;
    if (isLinked && !overtaken) return 'unchanged';
    const key = await keys.ensure(brandId, brand.plan);
    if (await confirmGatewayPlan(table, brand, key)) return key.id === gatewayKey.id ? 'linked' : 'new_key';
    overtaken = true;
  }
  throw new ConditionFailed([]);
}

/** False when the brand has a new plan, so the key must move again. */
async function confirmGatewayPlan(table: Table, { id, plan }: Brand, key?: GatewayKey): Promise<boolean> {
  const update = updateItem(table, brandKey(id), {
    UpdateExpression: `SET gateway_plan = :plan${key ? ', gateway_key_id = :id, gateway_key_value = :value' : ''}`,
    ConditionExpression: '#plan = :plan',
    ExpressionAttributeNames: { '#plan': 'plan' },
    ExpressionAttributeValues: { ':plan': plan, ...(key && { ':id': key.id, ':value': key.value }) },
  });
  return isWritten(update);
}

const firstOwner = ({ id, created_at }: Brand, subject: string): Member => ({
  id: newId(new Date(created_at)),
  brand_id: id,
  subject,
  role: 'owner',
  joined_at: created_at,
});

/** A brand that is deleted, or whose records are being removed (leaving/closed-brand.ts). */
const isClosed = (item: Item): boolean => item['closed_at'] !== undefined;

interface GatewayFields {
  readonly gateway_key_id: string;
  readonly gateway_key_value: string;
  readonly gateway_plan: PlanName;
}

const brandItem = (brand: Brand, { id, value }: GatewayKey, gatewayPlan: PlanName) =>
  itemOf(brandKey(brand.id), {
    ...brand,
    gateway_key_id: id,
    gateway_key_value: value,
    gateway_plan: gatewayPlan,
  });

const brandFields = fieldsOf(brandSchema);
const gatewayFields = ['gateway_key_id', 'gateway_key_value', 'gateway_plan'];

function brandFrom(item: Item): BrandRecord {
  const gateway = resourceOf<GatewayFields>(item, gatewayFields);
  return {
    brand: resourceOf<Brand>(item, brandFields),
    gatewayKey: { id: gateway.gateway_key_id, value: gateway.gateway_key_value },
    gatewayPlan: gateway.gateway_plan,
  };
}
