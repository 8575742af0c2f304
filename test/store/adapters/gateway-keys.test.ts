import { randomUUID } from 'node:crypto';
import { APIGatewayClient, CreateApiKeyCommand } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { type GatewayKeys, openGatewayKeys } from '#store/adapters/gateway-keys.ts';
import { type ApiGateway, startApiGateway } from './api-gateway.ts';

let gateway: ApiGateway;
let keys: GatewayKeys;
beforeAll(async () => {
  gateway = await startApiGateway();
  keys = openGatewayKeys(gateway.planIds);
});
afterAll(() => gateway.stop());

const keysNamed = (brandId: string) => gateway.keys.all().filter(({ name }) => name.endsWith(brandId));

describe('gateway keys', () => {
  test('a brand gets one key of at least 20 characters, in its plan', async () => {
    const brand = randomUUID();
    const key = await keys.ensure(brand, 'farm');
    expect(key.value).toMatch(/^[0-9a-f]{64}$/);
    expect(keysNamed(brand)).toMatchObject([{ id: key.id, value: key.value, enabled: true }]);
    expect(gateway.plansOf(key.id)).toEqual(['plan-farm']);
  });

  test('a repeated request returns the same key, even after a failure half-way', async () => {
    const brand = randomUUID();
    const key = await keys.ensure(brand, 'starter');
    gateway.keys.removeFromPlan(key.id, gateway.planIds.starter);
    expect(await keys.ensure(brand, 'starter')).toEqual(key);
    expect(await keys.ensure(brand, 'enterprise')).toEqual(key);
    expect(keysNamed(brand)).toHaveLength(1);
    expect(gateway.plansOf(key.id)).toEqual(['plan-enterprise']);
  });

  test('a foreign key with the same name prefix is not the brand’s key', async () => {
    const brand = randomUUID();
    const client = new APIGatewayClient();
    const name = `granary-brand-${brand}-before`;
    const { id } = await client.send(new CreateApiKeyCommand({ name, enabled: false }));
    const key = await keys.ensure(brand, 'farm');
    expect(key.id).not.toBe(id);
    expect(await keys.ensure(brand, 'farm')).toEqual(key);
  });

  test('a key moves between plans from any plan, repeatedly', async () => {
    const { id } = await keys.ensure(randomUUID(), 'starter');
    for (const plan of ['farm', 'farm', 'enterprise', 'starter'] as const) {
      await keys.move(id, plan);
      expect(gateway.plansOf(id)).toEqual([`plan-${plan}`]);
    }
    gateway.keys.removeFromPlan(id, gateway.planIds.starter);
    await keys.move(id, 'farm');
    expect(gateway.plansOf(id)).toEqual(['plan-farm']);
  });

  test('reports a refusal of API Gateway as one of the data layer', async () => {
    const { id } = await keys.ensure(randomUUID(), 'starter');
    const elsewhere = openGatewayKeys({ ...gateway.planIds, farm: 'no-such-plan' });
    await expect(elsewhere.move(id, 'farm')).rejects.toBeInstanceOf(StoreRejection);
  });

  test('keys of many brands that are created at once all reach their plans', async () => {
    const brands = Array.from({ length: 12 }, () => randomUUID());
    const made = await Promise.all(brands.map((brand) => keys.ensure(brand, 'farm')));
    expect(made.map(({ id }) => gateway.plansOf(id))).toEqual(brands.map(() => ['plan-farm']));
  });

  test('a 409 of a concurrent change is retried until the key is in its plan', async () => {
    const { id } = await keys.ensure(randomUUID(), 'starter');
    const giveBack = gateway.turn.acquire();
    const moved = keys.move(id, 'farm');
    await refused();
    giveBack();
    await moved;
    expect(gateway.plansOf(id)).toEqual(['plan-farm']);
  });

  test('a 409 that persists is an error', async () => {
    const impatient = openGatewayKeys(gateway.planIds, { deadline: 200 });
    const { id } = await keys.ensure(randomUUID(), 'starter');
    const giveBack = gateway.turn.acquire();
    try {
      await expect(impatient.move(id, 'farm')).rejects.toThrow('API Gateway is busy with other changes');
      await expect(impatient.ensure(randomUUID(), 'farm')).rejects.toBeInstanceOf(StoreRejection);
    } finally {
      giveBack();
    }
    expect(gateway.plansOf(id)).toEqual([]);
  });

  test('a 409 for a key that is already in its plan is a success', async () => {
    const { id } = await keys.ensure(randomUUID(), 'farm');
    const giveBack = gateway.turn.acquire();
    try {
      await keys.move(id, 'farm');
    } finally {
      giveBack();
    }
    expect(gateway.plansOf(id)).toEqual(['plan-farm']);
  });

  test('a key that entered another plan in the meantime leaves it again', async () => {
    const { id } = await keys.ensure(randomUUID(), 'starter');
    const giveBack = gateway.turn.acquire();
    const moved = keys.move(id, 'farm');
    await refused();
    gateway.keys.addToPlan(id, gateway.planIds.enterprise);
    giveBack();
    await moved;
    expect(gateway.plansOf(id)).toEqual(['plan-farm']);
  });

  test('lists the keys of a plan, page after page', async () => {
    const plan = gateway.planIds.enterprise;
    const before = (await keys.keysIn('enterprise')).size;
    const some = Array.from({ length: 501 }, (_, index) => `listed-${index}`);
    for (const id of some) {
      const times = { createdDate: 1, lastUpdatedDate: 1 };
      gateway.keys.put({ id, name: id, value: `${id}-${randomUUID()}`, enabled: true, ...times, tags: {} });
      gateway.keys.addToPlan(id, plan);
    }
    const listed = await keys.keysIn('enterprise');
    expect(some.filter((id) => !listed.has(id))).toEqual([]);
    expect(listed.size).toBe(before + 501);
  });
});

/** Resolves once API Gateway has refused a request, or the next one. */
async function refused(): Promise<void> {
  const before = gateway.turn.asked;
  while (gateway.turn.asked === before) await new Promise((resolve) => setTimeout(resolve, 2));
}
