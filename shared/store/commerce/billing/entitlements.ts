import {
  type Allowance,
  allowanceOf,
  limitOf,
  monthOf,
  requireRoom,
} from '#commerce/billing/entitlements.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import {
  type EntitlementName,
  entitlementNames,
  monthlyEntitlements,
  type PlanName,
} from '#contract/plans.ts';
import { getItem, getItems, type ItemKey } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { memberCountsKey } from '../commerce-keys.ts';
import { findAccount } from './accounts.ts';
import { useKey } from './billing-keys.ts';

export interface EntitlementUse {
  readonly brandId: string;
  readonly name: EntitlementName;
  readonly amount: number;
  readonly now: Date;
}

interface CountedUse extends EntitlementUse {
  /** The present number, for a holder whose use was not counted yet. */
  readonly count: () => Promise<number>;
}

export const unsubscribedRule = () => rule.parse(process.env).UNSUBSCRIBED_BRANDS;

const rule = commerceEnvironment.pick({ UNSUBSCRIBED_BRANDS: true });

/**
 * The action that counts a use of an entitlement, for the transaction of the use. It holds only while the count is below
 * the limit, so a failed condition calls for another attempt, which finds the limit reached.
 *
 * @throws ApiError payment_required, whose details name what lifts the limit
 */
export async function useEntitlement(table: Table, use: EntitlementUse): Promise<readonly TransactAction[]> {
  const { brandId, name, now } = use;
  const allowance = await readAllowance(table, brandId, now);
  return countedIn(table, brandId, allowance, { ...use, count: () => countExisting(table, brandId, name) });
}

/**
 * Checks an entitlement without a use of it.
 *
 * @throws ApiError payment_required
 */
export async function checkEntitlement(table: Table, { brandId, name, amount, now }: EntitlementUse) {
  const [allowance, used] = await Promise.all([
    readAllowance(table, brandId, now),
    usedOrCounted(table, brandId, name, now),
  ]);
  requireRoom(allowance, name, { used, amount });
}

/** The same for a use that counts for another holder than the brand whose allowance it is. */
export async function countedIn(
  table: Table,
  holder: string,
  allowance: Allowance,
  { name, amount, now, count }: Omit<CountedUse, 'brandId'>,
): Promise<readonly TransactAction[]> {
  const key = keyOf(holder, name, now);
  const counted = await usedOf(table, key);
  const used = counted ?? (await count());
  requireRoom(allowance, name, { used, amount });
  if (counted === undefined) return [firstCount(key, used + amount)];
  const limit = limitOf(allowance, name);
  return [
    {
      Update: {
        Key: { ...key },
        UpdateExpression: 'ADD used :amount',
        ConditionExpression: limit === undefined ? 'attribute_exists(pk)' : 'used <= :room',
        ExpressionAttributeValues: {
          ':amount': amount,
          ...(limit !== undefined && { ':room': limit - amount }),
        },
      },
    },
  ];
}

/** The action that gives a use back, for the transaction that ends it. */
export const freeEntitlement = (table: Table, use: EntitlementUse): Promise<readonly TransactAction[]> =>
  adjustEntitlement(table, { ...use, amount: -use.amount });

/**
 * The action that changes a count whatever the limit is, for what exists already or ends. It fails if another transaction
 * has begun the count meanwhile.
 */
export async function adjustEntitlement(
  table: Table,
  { brandId, name, amount, now }: EntitlementUse,
): Promise<readonly TransactAction[]> {
  if (amount === 0) return [];
  const key = keyOf(brandId, name, now);
  if ((await usedOf(table, key)) === undefined) {
    // Every change begins the count, so a count that no other change has begun is still right.
    return [firstCount(key, (await countExisting(table, brandId, name)) + amount)];
  }
  return [
    {
      Update: {
        Key: { ...key },
        UpdateExpression: 'ADD used :amount',
        ExpressionAttributeValues: { ':amount': amount },
      },
    },
  ];
}

/** How much more a brand may have; undefined without a limit, and then nothing is counted. */
export async function readRoom(
  table: Table,
  brandId: string,
  name: EntitlementName,
  now: Date,
): Promise<number | undefined> {
  const limit = limitOf(await readAllowance(table, brandId, now), name);
  return limit === undefined
    ? undefined
    : Math.max(0, limit - (await usedOrCounted(table, brandId, name, now)));
}

/** The limit of an entitlement, if there is one, and its use. */
export async function readEntitlement(table: Table, brandId: string, name: EntitlementName, now: Date) {
  const [allowance, used] = await Promise.all([
    readAllowance(table, brandId, now),
    usedOrCounted(table, brandId, name, now),
  ]);
  const limit = limitOf(allowance, name);
  return { ...(limit !== undefined && { limit }), used };
}

/** The use of each entitlement. What a person uses beyond one brand is not part of it. */
export async function readUses(
  table: Table,
  brandId: string,
  now: Date,
): Promise<Readonly<Partial<Record<EntitlementName, number>>>> {
  const names = entitlementNames.filter((name) => name !== 'brands');
  const items = await getItems(
    table,
    names.map((name) => keyOf(brandId, name, now)),
  );
  const bySortKey = new Map(items.map((item) => [item['sk'], item['used']]));
  const uses = names.map(async (name) => {
    const used = bySortKey.get(keyOf(brandId, name, now).sk);
    return [name, typeof used === 'number' ? used : await countExisting(table, brandId, name)] as const;
  });
  return Object.fromEntries(await Promise.all(uses));
}

export async function readAllowance(table: Table, brandId: string, now: Date): Promise<Allowance> {
  const [account, record] = await Promise.all([findAccount(table, brandId), findBrand(table, brandId)]);
  const plan: PlanName = record?.brand.plan ?? 'starter';
  return allowanceOf(account, plan, { now, unsubscribed: unsubscribedRule() });
}

const keyOf = (holder: string, name: EntitlementName, now: Date): ItemKey =>
  useKey(holder, monthlyEntitlements.includes(name) ? `${name}.${monthOf(now)}` : name);

/** Uses before the first one that is counted: a brand has an owner from its creation. */
const countExisting = async (table: Table, brandId: string, name: EntitlementName): Promise<number> =>
  name === 'members' ? Number((await getItem(table, memberCountsKey(brandId)))?.['members'] ?? 0) : 0;

const usedOrCounted = async (table: Table, brandId: string, name: EntitlementName, now: Date) =>
  (await usedOf(table, keyOf(brandId, name, now))) ?? countExisting(table, brandId, name);

async function usedOf(table: Table, key: ItemKey): Promise<number | undefined> {
  const used = (await getItem(table, key))?.['used'];
  return typeof used === 'number' ? used : undefined;
}

const firstCount = (key: ItemKey, used: number): TransactAction => ({
  Put: { Item: { ...key, used }, ConditionExpression: 'attribute_not_exists(pk)' },
});
