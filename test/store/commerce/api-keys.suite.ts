import { expect, test } from '@jest/globals';
import { secretHash } from '#auth/identify.ts';
import { issueApiKey, secretBytes } from '#commerce/api-key.ts';
import { newId } from '#persistence/new-id.ts';
import { findRevocableKey, insertApiKey, readApiKeys } from '#store/commerce/api-keys.ts';
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

  test('a key is revoked in both of its copies', async () => {
    const brand = newBrandId();
    const { key, secret } = await stored(brand);
    const first = new Date();
    await (await findRevocableKey(table(), [newBrandId(), brand], key.id))?.revoke(first);
    await (await findRevocableKey(table(), [brand], key.id))?.revoke(new Date(first.getTime() + 1000));
    const revoked = { revoked_at: first.toISOString() };
    expect(await findBySecret(table(), secretHash(secret))).toMatchObject(revoked);
    expect((await readApiKeys(table(), brand, { limit: 10 })).data).toEqual([{ ...key, ...revoked }]);
  });

  test("another brand's key is not found", async () => {
    const { key } = await stored(newBrandId());
    expect(await findRevocableKey(table(), [newBrandId()], key.id)).toBeUndefined();
    expect(await findRevocableKey(table(), [], key.id)).toBeUndefined();
  });
}
