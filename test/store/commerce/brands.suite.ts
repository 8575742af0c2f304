import { expect, test } from '@jest/globals';
import { type Brand, brandInput, brandReplacement, type StoredBrand } from '#commerce/brands/contract.ts';
import { findGatewayKey, relinkGatewayKey } from '#commerce/brands/gateway-key-records.ts';
import {
  allBrands,
  type BrandGatewayKey,
  brands,
  changeBrand,
  insertBrand,
} from '#commerce/brands/records.ts';
import { newBrand, replaceBrand } from '#commerce/brands/rules.ts';
import { findMemberships } from '#commerce/members/records.ts';
import type { PlanName } from '#contract/plans.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import type { GatewayKeys } from '#store/adapters/gateway-keys.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';

const operator = { credential: 'bearer', operator: true } as const;

const keyOf = ({ id, plan, created_at: valid_from }: Brand): BrandGatewayKey => ({
  id: `key of ${id}`,
  value: 'v'.repeat(64),
  plan,
  valid_from,
});

export function brandsSuite(table: () => Table): void {
  async function stored(fields: object = {}) {
    const brand = newBrand(brandInput.parse({ name: 'Meadow Farm', ...fields }), operator, {
      id: newId(),
      now: new Date(),
    });
    const whole = { ...brand, gateway_keys: [keyOf(brand)] };
    await transact(table(), insertBrand(whole, `owner of ${brand.id}`));
    return whole;
  }
  const change = (before: StoredBrand, after: Brand) => transact(table(), changeBrand(before, after));
  const withPlan = (brand: Brand, plan: PlanName) =>
    replaceBrand(brand, brandReplacement.parse({ name: brand.name, plan }), operator, new Date());

  test('a brand, its owner and its gateway key are one write', async () => {
    const brand = await stored({ catalog: 'external' });
    expect(await brands.find({ brand_id: brand.id })).toEqual(brand);
    expect(await findMemberships(`owner of ${brand.id}`)).toEqual([
      { subject: `owner of ${brand.id}`, brand_id: brand.id, role: 'owner' },
    ]);
    expect(await findGatewayKey(table(), brand.id, new Date())).toBe('v'.repeat(64));
    expect(await brands.find({ brand_id: newId() })).toBeUndefined();
  });

  test('finds all memberships, even beyond one page', async () => {
    const owner = `owner ${newId()}`;
    const many = Array.from({ length: 103 }, () =>
      newBrand(brandInput.parse({ name: 'Many' }), operator, { id: newId(), now: new Date() }),
    );
    for (const brand of many) {
      await transact(table(), insertBrand({ ...brand, gateway_keys: [keyOf(brand)] }, owner));
    }
    const memberships = await findMemberships(owner);
    expect(new Set(memberships.map(({ brand_id }) => brand_id))).toEqual(new Set(many.map(({ id }) => id)));
  });

  test('a gateway key that a throttled table omits is requested again', async () => {
    const brand = await stored();
    let asked = 0;
    table().client.middlewareStack.add(
      (next) => async (args) => {
        const result = await next(args);
        if (asked++ > 0) return result;
        const unread = { [table().name]: { Keys: [{ pk: `BRAND#${brand.id}`, sk: 'BRAND' }] } };
        return { ...result, output: { $metadata: {}, Responses: {}, UnprocessedKeys: unread } };
      },
      { step: 'initialize', name: 'throttled', priority: 'high' },
    );
    try {
      expect(await findGatewayKey(table(), brand.id, new Date())).toBe('v'.repeat(64));
    } finally {
      table().client.middlewareStack.remove('throttled');
    }
  });

  test('a brand that has changed is not overwritten', async () => {
    const brand = await stored();
    const renamed = replaceBrand(brand, brandReplacement.parse({ name: 'B' }), operator, new Date());
    await change(brand, renamed);
    await expect(change(brand, renamed)).rejects.toBeInstanceOf(ConditionFailed);
    expect(await brands.find({ brand_id: brand.id })).toEqual({
      ...renamed,
      gateway_keys: brand.gateway_keys,
    });
  });

  const nothingLinked = {
    starter: new Set<string>(),
    farm: new Set<string>(),
    enterprise: new Set<string>(),
  };

  test('a brand owned by a key is one write with that key', async () => {
    const brand = newBrand(brandInput.parse({ name: 'By an operator' }), operator, {
      id: newId(),
      now: new Date(),
    });
    await transact(table(), insertBrand({ ...brand, gateway_keys: [keyOf(brand)] }, undefined));
    expect(await brands.find({ brand_id: brand.id })).toMatchObject(brand);
    expect(await findMemberships('undefined')).toEqual([]);
  });

  test('all brands are found, and nothing else', async () => {
    const made = [await stored(), await stored()];
    const found: string[] = [];
    for await (const page of allBrands(table())) found.push(...page.map(({ id }) => id));
    expect(found).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
    expect(new Set(found).size).toBe(found.length);
    for (const id of found.slice(0, 3)) expect(await brands.find({ brand_id: id })).toBeDefined();
  });

  test('relinking gives a brand a new key, and a change that read the old one is repeated', async () => {
    const before = await stored();
    const { id } = before;
    const made = { id: `new key of ${id}`, value: 'w'.repeat(64) };
    const keys: Pick<GatewayKeys, 'create'> = { create: async () => made };
    expect(await relinkGatewayKey(table(), id, keys, nothingLinked)).toBe('new_key');
    expect(await brands.find({ brand_id: id })).toMatchObject({
      gateway_keys: [{ ...made, plan: 'starter' }],
    });
    // The key that API Gateway does not know is not supplied any more, and the new one only when it is valid.
    const soon = new Date(Date.now() + 61_000);
    expect(await findGatewayKey(table(), id, new Date())).toBeUndefined();
    expect(await findGatewayKey(table(), id, soon)).toBe(made.value);
    const renamed = replaceBrand(before, brandReplacement.parse({ name: 'B' }), operator, new Date());
    await expect(change(before, renamed)).rejects.toBeInstanceOf(ConditionFailed);
    const linked = { ...nothingLinked, starter: new Set([made.id]) };
    const untouched: typeof keys = { create: () => Promise.reject(new Error('Not needed')) };
    expect(await relinkGatewayKey(table(), id, untouched, linked)).toBe('unchanged');
  });

  test('a plan that changes while the key is relinked is followed', async () => {
    const { id } = await stored();
    const plans: PlanName[] = [];
    const keys: Pick<GatewayKeys, 'create'> = {
      create: async (_, plan) => {
        plans.push(plan);
        const now = await brands.find({ brand_id: id });
        if (plan === 'starter' && now) await change(now, withPlan(now, 'farm'));
        return { id: `key in ${plan}`, value: 'w'.repeat(64) };
      },
    };
    expect(await relinkGatewayKey(table(), id, keys, nothingLinked)).toBe('new_key');
    expect(plans).toEqual(['starter', 'farm']);
    expect(await brands.find({ brand_id: id })).toMatchObject({
      plan: 'farm',
      gateway_keys: [{ id: 'key in farm', plan: 'farm' }],
    });
  });
}
