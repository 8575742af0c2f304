import { randomUUID } from 'node:crypto';
import { APIGatewayClient, CreateApiKeyCommand } from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GatewayKeys, openGatewayKeys } from '#store/gateway-keys.ts';
import { StoreRejection } from '#store/rejections.ts';
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

  test('asked again, also after a stop half-way, it is the same key', async () => {
    const brand = randomUUID();
    const key = await keys.ensure(brand, 'starter');
    gateway.keys.removeFromPlan(key.id, gateway.planIds.starter);
    expect(await keys.ensure(brand, 'starter')).toEqual(key);
    expect(await keys.ensure(brand, 'enterprise')).toEqual(key);
    expect(keysNamed(brand)).toHaveLength(1);
    expect(gateway.plansOf(key.id)).toEqual(['plan-enterprise']);
  });

  test('a key of somebody else whose name begins in the same way is not the brand’s', async () => {
    const brand = randomUUID();
    const client = new APIGatewayClient();
    const name = `granary-brand-${brand}-before`;
    const { id } = await client.send(new CreateApiKeyCommand({ name, enabled: false }));
    const key = await keys.ensure(brand, 'farm');
    expect(key.id).not.toBe(id);
    expect(await keys.ensure(brand, 'farm')).toEqual(key);
  });

  test('a key moves between plans, whichever it was in, as often as asked', async () => {
    const { id } = await keys.ensure(randomUUID(), 'starter');
    for (const plan of ['farm', 'farm', 'enterprise', 'starter'] as const) {
      await keys.move(id, plan);
      expect(gateway.plansOf(id)).toEqual([`plan-${plan}`]);
    }
    gateway.keys.removeFromPlan(id, gateway.planIds.starter);
    await keys.move(id, 'farm');
    expect(gateway.plansOf(id)).toEqual(['plan-farm']);
  });

  test('a refusal of API Gateway is a refusal of the data layer', async () => {
    const { id } = await keys.ensure(randomUUID(), 'starter');
    const elsewhere = openGatewayKeys({ ...gateway.planIds, farm: 'no-such-plan' });
    await expect(elsewhere.move(id, 'farm')).rejects.toBeInstanceOf(StoreRejection);
  });
});
