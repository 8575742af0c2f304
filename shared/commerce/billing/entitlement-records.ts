import { commerceEnvironment } from '#contract/environment.ts';
import { ApiError } from '#contract/errors.ts';
import {
  type AddOnName,
  addOnNames,
  addOns,
  type EntitlementName,
  entitlementNames,
  monthlyEntitlements,
  type PlanName,
  planNames,
  plans,
} from '#contract/plans.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { count, keyed, place } from '#store/commerce/record.ts';
import { getItem, getItems, type ItemKey } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import { brands } from '../brands/records.ts';
import { findMemberships, memberCounts } from '../members/records.ts';
import { type BillingAccount, isLapsed, statusOf } from './account.ts';
import type { Quantities } from './provider.ts';
import { accounts } from './records.ts';

/** What a brand has that limits it. */
export interface Allowance {
  readonly plan: PlanName;
  readonly add_ons: Quantities;
  /** `lapsed`: nothing that a plan limits can grow. `unlimited`: the brand never subscribed. */
  readonly kind: 'subscribed' | 'lapsed' | 'unlimited';
}

/** Whether the limits of its plan apply to a brand that never subscribed. */
export type UnsubscribedRule = 'unlimited' | 'limited';

export function allowanceOf(
  account: BillingAccount | undefined,
  brandPlan: PlanName,
  { now, unsubscribed }: { readonly now: Date; readonly unsubscribed: UnsubscribedRule },
): Allowance {
  const { state = 'none', subscription } = account ? statusOf(account, now) : {};
  if (state === 'none' || state === 'incomplete') {
    return { plan: brandPlan, add_ons: {}, kind: unsubscribed === 'limited' ? 'subscribed' : 'unlimited' };
  }
  if (isLapsed(state)) return { plan: 'starter', add_ons: {}, kind: 'lapsed' };
  return { plan: subscription?.plan ?? brandPlan, add_ons: subscription?.add_ons ?? {}, kind: 'subscribed' };
}

/** The limit; undefined without one. */
export function limitOf({ plan, add_ons, kind }: Allowance, name: EntitlementName): number | undefined {
  if (kind === 'unlimited') return undefined;
  if (kind === 'lapsed') return 0;
  return addOnNames.reduce<number>(
    (sum, addOn) => sum + addedBy(addOn, name) * (add_ons[addOn] ?? 0),
    plans[plan].entitlements[name],
  );
}

function addedBy(addOn: AddOnName, name: EntitlementName): number {
  const adds: Readonly<Partial<Record<EntitlementName, number>>> = addOns[addOn].adds;
  return adds[name] ?? 0;
}

/**
 * Refuses a use beyond the limit.
 *
 * @throws ApiError payment_required, whose details name the limit, the use, and what lifts the limit
 */
export function requireRoom(
  allowance: Allowance,
  name: EntitlementName,
  { used, amount }: { readonly used: number; readonly amount: number },
): void {
  const limit = limitOf(allowance, name);
  if (limit === undefined || used + amount <= limit) return;
  throw paymentRequired(allowance, name, { used, amount, limit });
}

function paymentRequired(
  allowance: Allowance,
  name: EntitlementName,
  { used, amount, limit }: { readonly used: number; readonly amount: number; readonly limit: number },
): ApiError {
  const lifted_by = liftedBy(allowance, name, used + amount);
  const words = name.replaceAll('_', ' ');
  const message =
    allowance.kind === 'lapsed'
      ? `The subscription of the brand is not active; subscribe again for more ${words}`
      : `The plan includes ${limit} ${words} and ${used} are used; ${amount} more need ${
          lifted_by.length > 0 ? 'a change of plan or add-ons' : 'a limit above that of every plan'
        }`;
  return new ApiError('payment_required', {
    details: [
      {
        path: ['body', 'brand_id'],
        message,
        code: 'limit_reached',
        entitlement: name,
        limit,
        used,
        lifted_by,
      },
    ],
  });
}

/** Plans that include the wanted number, then add-ons of the present plan that raise it. */
function liftedBy({ plan, kind }: Allowance, name: EntitlementName, wanted: number): readonly string[] {
  const larger = planNames.filter(
    (other) => (kind === 'lapsed' || other !== plan) && plans[other].entitlements[name] >= wanted,
  );
  const raising = kind === 'lapsed' ? [] : addOnNames.filter((addOn) => addedBy(addOn, name) > 0);
  return [...larger.map((one) => `plan:${one}`), ...raising.map((one) => `add_on:${one}`)];
}

/** Period of a monthly entitlement, such as `2026-11`. */
const monthOf = (now: Date): string => now.toISOString().slice(0, 'YYYY-MM'.length);

export const entitlementUses = place(
  'use of entitlement',
  'billing',
  'BILLING#{brand_id}',
  'USE#{name}',
  'entitlement-uses',
  keyed,
);

/** The number of brands of an owner is counted again when it is needed. */
const ownedBrands = place(
  'brands of a person',
  'billing',
  'BILLING#PERSON#{subject:text}',
  'USE#brands',
  count,
  { found: [{ by: 'member of a brand', facts: ({ subject }) => ({ subject }) }] },
);

export const entitlementPlaces = [entitlementUses, ownedBrands];

interface EntitlementUse {
  readonly brandId: string;
  readonly name: EntitlementName;
  readonly amount: number;
  readonly now: Date;
}

interface CountedUse extends Pick<EntitlementUse, 'name' | 'amount'> {
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
export async function useEntitlement(use: EntitlementUse): Promise<readonly TransactAction[]> {
  const { brandId, name, now } = use;
  const allowance = await readAllowance(brandId, now);
  return countedIn(keyOf(brandId, name, now), allowance, {
    ...use,
    count: () => countExisting(brandId, name),
  });
}

/**
 * Checks an entitlement without a use of it.
 *
 * @throws ApiError payment_required
 */
export async function checkEntitlement({ brandId, name, amount, now }: EntitlementUse) {
  const [allowance, used] = await Promise.all([
    readAllowance(brandId, now),
    usedOrCounted(brandId, name, now),
  ]);
  requireRoom(allowance, name, { used, amount });
}

async function countedIn(
  key: ItemKey,
  allowance: Allowance,
  { name, amount, count }: CountedUse,
): Promise<readonly TransactAction[]> {
  const counted = await usedOf(key);
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
export const freeEntitlement = (use: EntitlementUse): Promise<readonly TransactAction[]> =>
  adjustEntitlement({ ...use, amount: -use.amount });

/**
 * The action that changes a count whatever the limit is, for what exists already or ends. It fails if another transaction
 * has begun the count meanwhile.
 */
export async function adjustEntitlement({
  brandId,
  name,
  amount,
  now,
}: EntitlementUse): Promise<readonly TransactAction[]> {
  if (amount === 0) return [];
  const key = keyOf(brandId, name, now);
  if ((await usedOf(key)) === undefined) {
    // Every change begins the count, so a count that no other change has begun is still right.
    return [firstCount(key, (await countExisting(brandId, name)) + amount)];
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
  brandId: string,
  name: EntitlementName,
  now: Date,
): Promise<number | undefined> {
  const limit = limitOf(await readAllowance(brandId, now), name);
  return limit === undefined ? undefined : Math.max(0, limit - (await usedOrCounted(brandId, name, now)));
}

/** The limit of an entitlement, if there is one, and its use. */
export async function readEntitlement(brandId: string, name: EntitlementName, now: Date) {
  const [allowance, used] = await Promise.all([
    readAllowance(brandId, now),
    usedOrCounted(brandId, name, now),
  ]);
  const limit = limitOf(allowance, name);
  return { ...(limit !== undefined && { limit }), used };
}

/** The use of each entitlement. What a person uses beyond one brand is not part of it. */
export async function readUses(
  brandId: string,
  now: Date,
): Promise<Readonly<Partial<Record<EntitlementName, number>>>> {
  const names = entitlementNames.filter((name) => name !== 'brands');
  const items = await getItems(
    commerceTable,
    names.map((name) => keyOf(brandId, name, now)),
  );
  const bySortKey = new Map(items.map((item) => [item['sk'], item['used']]));
  const uses = names.map(async (name) => {
    const used = bySortKey.get(keyOf(brandId, name, now).sk);
    return [name, typeof used === 'number' ? used : await countExisting(brandId, name)] as const;
  });
  return Object.fromEntries(await Promise.all(uses));
}

async function readAllowance(brandId: string, now: Date): Promise<Allowance> {
  const [account, brand] = await Promise.all([
    accounts.find({ brand_id: brandId }),
    brands.find({ brand_id: brandId }),
  ]);
  const plan: PlanName = brand?.plan ?? 'starter';
  return allowanceOf(account, plan, { now, unsubscribed: unsubscribedRule() });
}

const keyOf = (brand_id: string, name: EntitlementName, now: Date): ItemKey =>
  keyIn(entitlementUses, {
    brand_id,
    name: monthlyEntitlements.includes(name) ? `${name}.${monthOf(now)}` : name,
  });

/** Uses before the first one that is counted: a brand has an owner from its creation. */
const countExisting = async (brandId: string, name: EntitlementName): Promise<number> =>
  name === 'members' ? (await memberCounts.find({ brand_id: brandId })).members : 0;

const usedOrCounted = async (brandId: string, name: EntitlementName, now: Date) =>
  (await usedOf(keyOf(brandId, name, now))) ?? countExisting(brandId, name);

async function usedOf(key: ItemKey): Promise<number | undefined> {
  const used = (await getItem(commerceTable, key))?.['used'];
  return typeof used === 'number' ? used : undefined;
}

const firstCount = (key: ItemKey, used: number): TransactAction => ({
  Put: { Item: { ...key, used }, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** Brands of one person whose subscriptions are read. */
const maxRead = 50;

/**
 * The action that counts a new brand of a person, for the transaction that creates it. The largest subscription among the
 * brands that the person owns decides how many there may be. Without a subscription there is no limit.
 *
 * @throws ApiError payment_required
 */
export async function countOwnedBrand(subject: string, now: Date): Promise<readonly TransactAction[]> {
  const owned = (await findMemberships(subject)).filter(({ role }) => role === 'owner');
  const allowances = await Promise.all(
    owned.slice(0, maxRead).map(({ brand_id }) => readAllowance(brand_id, now)),
  );
  const [largest] = allowances.filter(({ kind }) => kind !== 'unlimited').sort(byBrands);
  if (largest === undefined) return [];
  const use = { name: 'brands', amount: 1, count: async () => owned.length } as const;
  return countedIn(keyIn(ownedBrands, { subject }), largest, use);
}

const byBrands = (one: Allowance, other: Allowance) =>
  (limitOf(other, 'brands') ?? 0) - (limitOf(one, 'brands') ?? 0);
