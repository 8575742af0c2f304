import * as z from 'zod';
import { maxCredentialCacheSeconds } from '#contract/environment.ts';
import type { PlanName } from '#contract/plans.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import type { GatewayKeys } from '#store/adapters/gateway-keys.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { getItem, getItems, updateItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { type StoredBrand, storedBrand } from './contract.ts';
import { type BrandGatewayKey, brands } from './records.ts';

/** Milliseconds after which API Gateway accepts a new key everywhere. It documents no time; seconds were observed. */
const propagation = 60_000;

/**
 * Milliseconds for which a key exists after another one has replaced it. Authorizers hold a value for 300 seconds at most,
 * and a run that creates a key has recorded it by then.
 */
const replacedFor = (maxCredentialCacheSeconds + 300) * 1000;

const later = (time: Date | string, milliseconds: number) =>
  new Date(new Date(time).getTime() + milliseconds);

/** The keys that an authorizer may still supply, or will supply. */
const neededKeys = (keys: readonly BrandGatewayKey[], now: Date): readonly BrandGatewayKey[] =>
  keys.filter(
    (_, place) => !keys.slice(place + 1).some(({ valid_from }) => later(valid_from, replacedFor) <= now),
  );

async function brandIn(table: Table, brand_id: string): Promise<StoredBrand | undefined> {
  const { key, read } = brands.at({ brand_id });
  return read(await getItem(table, key));
}

/** Creates a key for the plan of a brand, and says from when on it is valid. */
export async function newBrandKey(
  keys: Pick<GatewayKeys, 'create'>,
  { id, plan }: { readonly id: string; readonly plan: PlanName },
  now: () => Date,
): Promise<BrandGatewayKey> {
  const key = await keys.create(id, plan);
  return { ...key, plan, valid_from: later(now(), propagation).toISOString() };
}

/**
 * Gives a brand a key for its plan, if its newest key has another plan, and schedules the deletion of the others. The key is
 * created and in its usage plan before the record names it. A run that is killed in between leaves a key to {@link removeOldKeys}.
 *
 * @returns false if the brand has changed meanwhile, so that this must be repeated
 */
export async function setGatewayKey(
  table: Table,
  brandId: string,
  keys: Pick<GatewayKeys, 'create'>,
  now: () => Date,
): Promise<boolean> {
  const brand = await brandIn(table, brandId);
  if (brand === undefined) return true;
  const { gateway_keys } = brand;
  if (gateway_keys.at(-1)?.plan === brand.plan) return true;
  const known = gateway_keys.find(({ plan }) => plan === brand.plan);
  const newest = known === undefined ? await newBrandKey(keys, brand, now) : validAgain(known, now());
  const others = gateway_keys.filter((key) => key !== known);
  return isWritten(storeKeys(table, brand, [...others, newest]));
}

/** A key of a plan to which the brand returns before the key was deleted. It has been valid all the time. */
const validAgain = (known: BrandGatewayKey, now: Date): BrandGatewayKey => ({
  ...known,
  valid_from: new Date(Math.max(Date.parse(known.valid_from), now.getTime())).toISOString(),
});

/** Stores the keys of a brand that has changed neither its plan nor its keys, with the work that deletes old keys. */
function storeKeys(table: Table, brand: StoredBrand, after: readonly BrandGatewayKey[]): Promise<void> {
  const due = later(after.at(-1)?.valid_from ?? brand.created_at, replacedFor);
  return transact(table, [
    {
      Update: {
        Key: { ...brands.key({ brand_id: brand.id }) },
        UpdateExpression: 'SET gateway_keys = :after',
        ConditionExpression: '#plan = :plan AND gateway_keys = :before',
        ExpressionAttributeNames: { '#plan': 'plan' },
        ExpressionAttributeValues: { ':plan': brand.plan, ':before': brand.gateway_keys, ':after': after },
      },
    },
    scheduleWork({ kind: 'remove-gateway-keys', key: brand.id, due, payload: { brand_id: brand.id } }),
  ]);
}

/**
 * Deletes the keys of a brand that nobody uses any more: those that another key replaced ten minutes ago, and those of that
 * age that no record names. The record gives up a key before it is deleted, and only a key in the record can be used again.
 *
 * @returns when to look again; undefined if no key is left to delete
 */
export async function removeOldKeys(
  table: Table,
  brandId: string,
  keys: Pick<GatewayKeys, 'keysOf' | 'remove'>,
  now: Date,
): Promise<Date | undefined> {
  // Read before the record, so that a key that is in the list is in the record too, or was just created.
  const listed = await keys.keysOf(brandId);
  const found = await brandIn(table, brandId);
  if (found === undefined) return undefined;
  const needed = neededKeys(found.gateway_keys, now);
  if (needed.length < found.gateway_keys.length && !(await isWritten(giveUpKeys(table, found, needed))))
    return now;
  const unnamed = listed.filter(({ id }) => needed.every((key) => key.id !== id));
  const old = unnamed.filter(({ createdAt }) => later(createdAt, replacedFor) <= now);
  for (const { id } of old) await keys.remove(id);
  return needed.length > 1 || unnamed.length > old.length ? later(now, replacedFor) : undefined;
}

const giveUpKeys = (
  table: Table,
  { id, gateway_keys }: StoredBrand,
  needed: readonly BrandGatewayKey[],
): Promise<unknown> =>
  updateItem(table, brands.key({ brand_id: id }), {
    UpdateExpression: 'SET gateway_keys = :needed',
    ConditionExpression: 'gateway_keys = :before',
    ExpressionAttributeValues: { ':needed': needed, ':before': gateway_keys },
  });

/** Result of relinking: the usage plan had the key, or the brand received a new key. */
export type Relinked = 'unchanged' | 'new_key';

const relinkAttempts = 5;

/**
 * Gives a brand a new key unless its newest one is in the usage plan of the brand's plan. Idempotent.
 *
 * @param keysIn ids of the keys that are in each usage plan now
 * @throws ConditionFailed when the brand kept changing, or is gone
 */
export async function relinkGatewayKey(
  table: Table,
  brandId: string,
  keys: Pick<GatewayKeys, 'create'>,
  keysIn: Readonly<Record<PlanName, ReadonlySet<string>>>,
): Promise<Relinked> {
  for (let attempt = 0; attempt < relinkAttempts; attempt++) {
    const brand = await brandIn(table, brandId);
    if (brand === undefined) break;
    const newest = brand.gateway_keys.at(-1);
    if (newest?.plan === brand.plan && keysIn[brand.plan].has(newest.id)) return 'unchanged';
    const valid = brand.gateway_keys.filter(({ id, plan }) => keysIn[plan].has(id));
    const key = await newBrandKey(keys, brand, () => new Date());
    if (await isWritten(storeKeys(table, brand, [...valid, key]))) return 'new_key';
  }
  throw new ConditionFailed([]);
}

const withKeys = z.object({ gateway_keys: storedBrand.shape.gateway_keys.default([]) });

/** The value of the gateway key that meters a brand: of the newest one that is valid; undefined in the first minute of a brand, and after its end. */
export async function findGatewayKey(table: Table, brandId: string, now: Date): Promise<string | undefined> {
  const [item] = await getItems(table, [brands.key({ brand_id: brandId })], ['gateway_keys']);
  const keys = item === undefined ? [] : withKeys.parse(item).gateway_keys;
  return keys.findLast(({ valid_from }) => new Date(valid_from) <= now)?.value;
}
