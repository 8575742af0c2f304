import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  adjustEntitlement,
  checkEntitlement,
  entitlementUses,
  freeEntitlement,
  readEntitlement,
  readRoom,
  readUses,
  useEntitlement,
} from '#commerce/billing/entitlement-records.ts';
import { webhookEndpointInput } from '#commerce/webhooks/contract.ts';
import { newWebhookEndpoint } from '#commerce/webhooks/delivery.ts';
import { insertActions, removeActions } from '#commerce/webhooks/records.ts';
import { plans } from '#contract/plans.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import { putItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import { aProduct, newBrandId, writeProduct } from './samples.ts';

/** Brands without a subscription have the limits of the smallest plan here. */
export function entitlementsSuite(table: () => Table): void {
  const { entitlements: limits } = plans.starter;
  const now = new Date('2026-06-15T12:00:00Z');
  const payment_required = expect.objectContaining({ code: 'payment_required' });
  let before: string | undefined;
  beforeAll(() => {
    before = process.env['UNSUBSCRIBED_BRANDS'];
    process.env['UNSUBSCRIBED_BRANDS'] = 'limited';
  });
  afterAll(() => {
    if (before === undefined) delete process.env['UNSUBSCRIBED_BRANDS'];
    else process.env['UNSUBSCRIBED_BRANDS'] = before;
  });

  const setUsed = (brandId: string, name: string, used: number) =>
    putItem(table(), { Item: { ...keyIn(entitlementUses, { brand_id: brandId, name }), used } });
  const usedOf = async (
    brandId: string,
    name: 'products' | 'webhook_endpoints' | 'campaign_sends',
    at = now,
  ) => (await readEntitlement(brandId, name, at)).used;
  const create = (brandId: string) => {
    const product = aProduct(brandId, `Kale ${randomUUID()}`);
    return retryOnConflict(async () => {
      const use = await useEntitlement({ brandId, name: 'products', amount: 1, now });
      await writeProduct(table(), { after: product }, use);
      return product;
    });
  };
  const remove = (product: Awaited<ReturnType<typeof create>>) =>
    retryOnConflict(async () => {
      const use = { brandId: product.brand_id, name: 'products', amount: 1, now } as const;
      await writeProduct(table(), { before: product }, await freeEntitlement(use));
    });
  const outcomesOf = async (attempts: readonly Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(attempts);
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    for (const outcome of refused) expect(outcome).toMatchObject({ reason: payment_required });
    return { done: outcomes.length - refused.length, refused: refused.length };
  };

  test('never exceed the limit, however many meet, and a removal makes room for one', async () => {
    const brand = newBrandId();
    await setUsed(brand, 'products', limits.products - 3);
    const attempts = Array.from({ length: 8 }, () => create(brand));
    expect(await outcomesOf(attempts)).toEqual({ done: 3, refused: 5 });
    expect(await usedOf(brand, 'products')).toBe(limits.products);
    expect(await readRoom(brand, 'products', now)).toBe(0);
    const [made] = await Promise.allSettled(attempts).then((all) =>
      all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    );
    if (made === undefined) throw new Error('There is no product');
    await remove(made);
    expect(await outcomesOf([create(brand), create(brand)])).toEqual({ done: 1, refused: 1 });
  });

  test('stay right if removals and additions meet, also the first ones', async () => {
    const brand = newBrandId();
    const first = await Promise.all(Array.from({ length: 5 }, () => create(brand)));
    expect(await usedOf(brand, 'products')).toBe(5);
    await Promise.all([...first.slice(0, 3).map(remove), create(brand), create(brand)]);
    expect(await usedOf(brand, 'products')).toBe(4);
    expect(await readRoom(brand, 'products', now)).toBe(limits.products - 4);
    expect(await readUses(brand, now)).toEqual({
      ...{ campaign_sends: 0, members: 0, products: 4, webhook_endpoints: 0 },
    });
  });

  test('count webhook endpoints, and give them back', async () => {
    const brandId = newBrandId();
    const make = () => {
      const input = webhookEndpointInput.parse({ brand_id: brandId, url: 'https://shop.example/hook' });
      const endpoint = newWebhookEndpoint(input, { id: newId(now), now });
      return retryOnConflict(async () => {
        const use = await useEntitlement({ brandId, name: 'webhook_endpoints', amount: 1, now });
        const secret = { secret: 'whsec_x', created_at: endpoint.created_at };
        await transact(table(), [...insertActions(endpoint, secret), ...use]);
        return endpoint;
      });
    };
    const first = await make();
    expect(await outcomesOf([make(), make(), make()])).toEqual({ done: 1, refused: 2 });
    const use = { brandId, name: 'webhook_endpoints', amount: 1, now } as const;
    const freed = await freeEntitlement(use);
    await transact(table(), [...removeActions(first, now), ...freed]);
    expect(await usedOf(brandId, 'webhook_endpoints')).toBe(1);
    await checkEntitlement(use);
  });

  test('what exists already is counted beyond the limit, and nothing more is allowed', async () => {
    const brandId = newBrandId();
    const use = { brandId, name: 'members', amount: limits.members + 1, now } as const;
    await transact(table(), await adjustEntitlement(use));
    await expect(checkEntitlement({ ...use, amount: 1 })).rejects.toEqual(payment_required);
  });
}
