import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { secretHash } from '#auth/identify.ts';
import { issueApiKey, secretBytes } from '#commerce/api-key.ts';
import { newId } from '#persistence/new-id.ts';
import { findRevocableKey, insertApiKey, readApiKeys } from '#store/commerce/api-keys.ts';
import { apiKeyKey, earlierApiKeyKey } from '#store/commerce/commerce-keys.ts';
import { findApiKeyCredential as findBySecret } from '#store/commerce/credentials.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { newBrandId } from './samples.ts';

export function apiKeysSuite(table: () => Table): void {
  async function stored(brand_id: string, now = new Date()) {
    const random = crypto.getRandomValues(new Uint8Array(secretBytes));
    const origin = { environment: 'local', random, id: newId(now), now };
    const { key, secret } = issueApiKey({ brand_id, name: 'Till', role: 'manager' }, origin);
    await insertApiKey(table(), key, secretHash(secret), []);
    return { key, secret };
  }

  test('a key is found by its secret and listed without it', async () => {
    const brand = newBrandId();
    const { key, secret } = await stored(brand);
    expect(await findBySecret(table(), secretHash(secret))).toEqual({
      id: key.id,
      brand_id: brand,
      role: 'manager',
    });
    expect(await findBySecret(table(), secretHash(`${secret}x`))).toBeUndefined();
    const { data } = await readApiKeys(table(), brand, { limit: 10 });
    expect(data).toEqual([key]);
    expect(JSON.stringify(data)).not.toContain(secretHash(secret));
  });

  test('a key is revoked once and for all, where it is looked up and where it is listed', async () => {
    const brand = newBrandId();
    const { key, secret } = await stored(brand);
    const first = new Date();
    await (await findRevocableKey(table(), [newBrandId(), brand], key.id))?.revoke(first);
    await (await findRevocableKey(table(), [brand], key.id))?.revoke(new Date(first.getTime() + 1000));
    const revoked = { revoked_at: first.toISOString() };
    expect(await findBySecret(table(), secretHash(secret))).toMatchObject(revoked);
    expect((await readApiKeys(table(), brand, { limit: 10 })).data).toEqual([{ ...key, ...revoked }]);
  });

  /** Moves the listed copy of a key to where earlier versions kept it. */
  async function listEarlier(brand: string, id: string, change: object = {}) {
    const { client, name: TableName } = table();
    const Key = { ...apiKeyKey(brand, id) };
    const { Item } = await client.send(new GetCommand({ TableName, Key }));
    const earlier = { ...Item, ...change, ...earlierApiKeyKey(brand, id) };
    await client.send(new PutCommand({ TableName, Item: earlier }));
    await client.send(new DeleteCommand({ TableName, Key }));
  }

  test('keys of earlier versions follow the newer ones in the list, page by page', async () => {
    const brand = newBrandId();
    const made: string[] = [];
    for (let n = 0; n < 5; n++) made.unshift((await stored(brand, new Date(1_700_000_000_000 + n))).key.id);
    for (const id of made.slice(2)) await listEarlier(brand, id);
    for (const limit of [1, 2, 3, 5, 10]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await readApiKeys(table(), brand, { limit, cursor });
        expect(page.data.length).toBeLessThanOrEqual(limit);
        found.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(made);
    }
  });

  test('a key of an earlier version is revoked where it is looked up and where it is listed', async () => {
    const brand = newBrandId();
    const { key, secret } = await stored(brand);
    await listEarlier(brand, key.id);
    const now = new Date();
    await (await findRevocableKey(table(), [newBrandId(), brand], key.id))?.revoke(now);
    const revoked = { revoked_at: now.toISOString() };
    expect(await findBySecret(table(), secretHash(secret))).toMatchObject(revoked);
    expect((await readApiKeys(table(), brand, { limit: 10 })).data).toEqual([{ ...key, ...revoked }]);
  });

  test('a copy in the partition of the brand counts only if its secret opens that key', async () => {
    const brand = newBrandId();
    const [first, second] = [await stored(brand), await stored(brand)];
    await listEarlier(brand, first.key.id, { secret_hash: secretHash(second.secret) });
    await listEarlier(brand, second.key.id, { secret_hash: undefined });
    expect((await readApiKeys(table(), brand, { limit: 10 })).data).toEqual([]);
    expect(await findRevocableKey(table(), [brand], first.key.id)).toBeUndefined();
    expect(await findRevocableKey(table(), [brand], second.key.id)).toBeUndefined();
  });

  test("another brand's key is not found", async () => {
    const { key } = await stored(newBrandId());
    expect(await findRevocableKey(table(), [newBrandId()], key.id)).toBeUndefined();
    expect(await findRevocableKey(table(), [], key.id)).toBeUndefined();
  });
}
