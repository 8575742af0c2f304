import { expect, test } from '@jest/globals';
import { newBrand, replaceBrand } from '#commerce/brand.ts';
import { brandInput, brandReplacement } from '#contract/commerce/brands.ts';
import type { PlanName } from '#contract/plans.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import type { GatewayKeys } from '#store/adapters/gateway-keys.ts';
import {
  allBrands,
  changeBrand,
  findBrand,
  insertBrand,
  relinkGatewayKey,
  settleGatewayPlan,
} from '#store/commerce/brands.ts';
import { findGatewayKey, findMemberships } from '#store/commerce/credentials.ts';
import type { Table } from '#store/dynamodb/table.ts';

const operator = { credential: 'bearer', operator: true } as const;

export function brandsSuite(table: () => Table): void {
  async function stored(fields: object = {}) {
    const brand = newBrand(brandInput.parse({ name: 'Meadow Farm', ...fields }), operator, {
      id: newId(),
      now: new Date(),
    });
    const record = {
      brand,
      gatewayKey: { id: `key of ${brand.id}`, value: 'v'.repeat(64) },
      gatewayPlan: brand.plan,
    };
    await insertBrand(table(), record, `owner of ${brand.id}`, []);
    return record;
  }
  const withPlan = (brand: Awaited<ReturnType<typeof stored>>['brand'], plan: PlanName) =>
    replaceBrand(brand, brandReplacement.parse({ name: brand.name, plan }), operator, new Date());

  test('a brand, its owner and its gateway key are one write', async () => {
    const record = await stored({ catalog: 'external' });
    const { brand } = record;
    expect(await findBrand(table(), brand.id)).toEqual(record);
    expect(await findMemberships(table(), `owner of ${brand.id}`)).toEqual([
      { brand_id: brand.id, role: 'owner' },
    ]);
    expect(await findGatewayKey(table(), brand.id)).toBe('v'.repeat(64));
    expect(await findBrand(table(), newId())).toBeUndefined();
  });

  test('who has more brands than one page of the table holds is known in all of them', async () => {
    const owner = `owner ${newId()}`;
    const brands = Array.from({ length: 103 }, () =>
      newBrand(brandInput.parse({ name: 'Many' }), operator, { id: newId(), now: new Date() }),
    );
    for (const brand of brands) {
      const gatewayKey = { id: `key of ${brand.id}`, value: 'v'.repeat(64) };
      await insertBrand(table(), { brand, gatewayKey, gatewayPlan: brand.plan }, owner, []);
    }
    const memberships = await findMemberships(table(), owner);
    expect(new Set(memberships.map(({ brand_id }) => brand_id))).toEqual(new Set(brands.map(({ id }) => id)));
  });

  test('a gateway key that a throttled table leaves out is asked for again', async () => {
    const { brand } = await stored();
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
      expect(await findGatewayKey(table(), brand.id)).toBe('v'.repeat(64));
    } finally {
      table().client.middlewareStack.remove('throttled');
    }
  });

  test('a brand that is no longer what it was is not changed', async () => {
    const record = await stored();
    const renamed = replaceBrand(record.brand, brandReplacement.parse({ name: 'B' }), operator, new Date());
    await changeBrand(table(), record, renamed);
    await expect(changeBrand(table(), record, renamed)).rejects.toBeInstanceOf(ConditionFailed);
    expect((await findBrand(table(), record.brand.id))?.brand).toEqual(renamed);
  });

  test('a move of the gateway key that fails half-way is done again', async () => {
    const record = await stored();
    await changeBrand(table(), record, withPlan(record.brand, 'farm'));
    const moves: PlanName[] = [];
    let fail = true;
    const keys: Pick<GatewayKeys, 'move'> = {
      move: async (_, plan) => {
        moves.push(plan);
        if (fail) throw new Error('Killed');
      },
    };
    await expect(settleGatewayPlan(table(), record.brand.id, keys)).rejects.toThrow('Killed');
    expect(await findBrand(table(), record.brand.id)).toMatchObject({
      brand: { plan: 'farm' },
      gatewayPlan: 'starter',
    });
    fail = false;
    await settleGatewayPlan(table(), record.brand.id, keys);
    await settleGatewayPlan(table(), record.brand.id, keys);
    expect(moves).toEqual(['farm', 'farm']);
    expect(await findBrand(table(), record.brand.id)).toMatchObject({ gatewayPlan: 'farm' });
  });

  test('a plan that changes during the move is followed', async () => {
    const record = await stored();
    await changeBrand(table(), record, withPlan(record.brand, 'farm'));
    const moves: PlanName[] = [];
    const keys: Pick<GatewayKeys, 'move'> = {
      move: async (_, plan) => {
        moves.push(plan);
        const now = await findBrand(table(), record.brand.id);
        if (plan === 'farm' && now) await changeBrand(table(), now, withPlan(now.brand, 'enterprise'));
      },
    };
    await settleGatewayPlan(table(), record.brand.id, keys);
    expect(moves).toEqual(['farm', 'enterprise']);
    expect(await findBrand(table(), record.brand.id)).toMatchObject({
      brand: { plan: 'enterprise', version: 3 },
      gatewayPlan: 'enterprise',
    });
  });

  test('of two changes of plan at the same time the key ends in the plan that stands', async () => {
    const record = await stored();
    const { id } = record.brand;
    await changeBrand(table(), record, withPlan(record.brand, 'farm'));
    let keyIn: PlanName = 'starter';
    const prompt: Pick<GatewayKeys, 'move'> = {
      move: async (_, plan) => {
        keyIn = plan;
      },
    };
    let overtaken = false;
    const slow: Pick<GatewayKeys, 'move'> = {
      move: async (_, plan) => {
        if (!overtaken) {
          overtaken = true;
          const now = await findBrand(table(), id);
          if (now) await changeBrand(table(), now, withPlan(now.brand, 'enterprise'));
          await settleGatewayPlan(table(), id, prompt);
        }
        keyIn = plan;
      },
    };
    await settleGatewayPlan(table(), id, slow);
    expect(keyIn).toBe('enterprise');
    expect(await findBrand(table(), id)).toMatchObject({ gatewayPlan: 'enterprise' });
  });

  const nothingLinked = {
    starter: new Set<string>(),
    farm: new Set<string>(),
    enterprise: new Set<string>(),
  };

  test('a brand without a person as owner is one write with the key that holds it', async () => {
    const brand = newBrand(brandInput.parse({ name: 'By an operator' }), operator, {
      id: newId(),
      now: new Date(),
    });
    const gatewayKey = { id: `key of ${brand.id}`, value: 'v'.repeat(64) };
    const beside = { Put: { Item: { pk: `beside ${brand.id}`, sk: 'KEY' } } };
    await insertBrand(table(), { brand, gatewayKey, gatewayPlan: brand.plan }, undefined, [beside]);
    expect((await findBrand(table(), brand.id))?.brand).toEqual(brand);
    expect(await findMemberships(table(), 'undefined')).toEqual([]);
  });

  test('all brands are found, and nothing else', async () => {
    const made = [await stored(), await stored()];
    const found: string[] = [];
    for await (const page of allBrands(table())) found.push(...page.map(({ brand }) => brand.id));
    expect(found).toEqual(expect.arrayContaining(made.map(({ brand }) => brand.id)));
    expect(new Set(found).size).toBe(found.length);
    for (const id of found.slice(0, 3)) expect(await findBrand(table(), id)).toBeDefined();
  });

  test('relinking stores the key that API Gateway has now; a change that read the old one is made again', async () => {
    const before = await stored();
    const { id } = before.brand;
    const made = { id: `new key of ${id}`, value: 'w'.repeat(64) };
    const keys: Pick<GatewayKeys, 'ensure'> = { ensure: async () => made };
    expect(await relinkGatewayKey(table(), id, keys, nothingLinked)).toBe('new_key');
    expect(await findBrand(table(), id)).toMatchObject({ gatewayKey: made, gatewayPlan: 'starter' });
    expect(await findGatewayKey(table(), id)).toBe(made.value);
    const renamed = replaceBrand(before.brand, brandReplacement.parse({ name: 'B' }), operator, new Date());
    await expect(changeBrand(table(), before, renamed)).rejects.toBeInstanceOf(ConditionFailed);
    expect(await relinkGatewayKey(table(), id, keys, nothingLinked)).toBe('linked');
    const linked = { ...nothingLinked, starter: new Set([made.id]) };
    const untouched: typeof keys = { ensure: () => Promise.reject(new Error('Not needed')) };
    expect(await relinkGatewayKey(table(), id, untouched, linked)).toBe('unchanged');
  });

  test('a plan that changes while the key is relinked is followed', async () => {
    const record = await stored();
    const { id } = record.brand;
    const plans: PlanName[] = [];
    const keys: Pick<GatewayKeys, 'ensure'> = {
      ensure: async (_, plan) => {
        plans.push(plan);
        const now = await findBrand(table(), id);
        if (plan === 'starter' && now) await changeBrand(table(), now, withPlan(now.brand, 'farm'));
        return record.gatewayKey;
      },
    };
    expect(await relinkGatewayKey(table(), id, keys, nothingLinked)).toBe('linked');
    expect(plans).toEqual(['starter', 'farm']);
    expect(await findBrand(table(), id)).toMatchObject({ brand: { plan: 'farm' }, gatewayPlan: 'farm' });
  });
}
