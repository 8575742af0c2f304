import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { isApiError, isCommerceError } from '#clients/typescript/src/index.ts';
import { stack } from '../stack/api-client.ts';
import { commerceClient, ownerOfNewBrand } from '../stack/commerce-client.ts';

const client = commerceClient();
const brand_id = stack.brandId;

const line = { product_id: randomUUID(), quantity: 3, price: 0.1 };

describe('the typed client', () => {
  test('creates, reads, replaces and deletes a record', async () => {
    const made = await client.products.create({ brand_id, name: `Quince ${randomUUID()}` }).withReply();
    expect(made).toMatchObject({
      status: 201,
      isReplayed: false,
      location: expect.stringContaining(made.data.id),
    });
    const { id } = made.data;
    const read = await client.products.get({ id }).withReply();
    expect(read.data).toEqual(made.data);
    expect(read.etag).toBe(`"v${made.data.version}"`);
    const updated = await client.products.update({ id, name: 'Quince', price: 4 }, { ifMatch: made.data });
    expect(updated).toMatchObject({ id, name: 'Quince', price: 4 });
    expect(await client.products.get({ id }, { ifNoneMatch: updated })).toBeUndefined();
    const stale = await client.products
      .delete({ id }, { ifMatch: made.data })
      .catch((error: unknown) => error);
    expect(isApiError(stale, 'precondition_failed') && stale.status).toBe(412);
    expect(await client.products.delete({ id }, { ifMatch: updated })).toBeUndefined();
    await expect(client.products.get({ id })).rejects.toMatchObject({ code: 'not_found', status: 404 });
  });

  test('repeats a call with its own key and gets the first reply', async () => {
    const { client: owner, brand_id: own } = await ownerOfNewBrand({ catalog: 'external' });
    const idempotencyKey = randomUUID();
    const place = () => owner.orders.create({ brand_id: own, items: [line] }, { idempotencyKey }).withReply();
    const [first, second] = [await place(), await place()];
    expect(second.data).toEqual(first.data);
    expect([first.isReplayed, second.isReplayed]).toEqual([false, true]);
    expect((await owner.orders.list({ brand_id: own })).data).toHaveLength(1);
  });

  test('names the place of a fault', async () => {
    const wrong = await client.orders.create({ brand_id, items: [] }).catch((error: unknown) => error);
    expect(isCommerceError(wrong, 'createOrder') && wrong.code).toBe('validation_failed');
    expect(wrong).toMatchObject({
      status: 400,
      details: [{ path: ['body', 'items'] }],
      requestId: expect.any(String),
    });
  });

  test('reports a refused credential', async () => {
    await expect(commerceClient({ apiKey: 'wrong' }).service.getCaller()).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  test('iterates over lists by cursor and by offset', async () => {
    const { client: owner, brand_id: own } = await ownerOfNewBrand({ catalog: 'external' });
    const orders = [];
    for (let n = 0; n < 5; n++) orders.unshift(await owner.orders.create({ brand_id: own, items: [line] }));
    expect(await Array.fromAsync(owner.orders.list({ brand_id: own, limit: 2 }))).toEqual(orders);
    const names = ['Apple', 'Beet', 'Carrot'];
    for (const name of names) await owner.products.create({ brand_id: own, name });
    const products = await Array.fromAsync(owner.products.list({ brand_id: own, limit: 2 }));
    expect(products.map(({ name }) => name)).toEqual(names);
  });
});
