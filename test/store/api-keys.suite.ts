import { expect, test } from '@jest/globals';
import { secretHash } from '#auth/identify.ts';
import { makeSecret, newApiKey } from '#commerce/api-key.ts';
import { newId } from '#http/identifiers.ts';
import { findApiKey, listApiKeys, putApiKey } from '#store/api-keys.ts';
import { findApiKey as findBySecret } from '#store/credentials.ts';
import type { Table } from '#store/table.ts';
import { newBrandId } from './samples.ts';

export function apiKeysSuite(table: () => Table): void {
  async function stored(brand_id: string, now = new Date()) {
    const secret = makeSecret('local', crypto.getRandomValues(new Uint8Array(32)));
    const key = newApiKey({ brand_id, name: 'Till', role: 'manager' }, { id: newId(now), now, secret });
    await putApiKey(table(), key, secretHash(secret), []);
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
    const { data } = await listApiKeys(table(), brand, { limit: 10 });
    expect(data).toEqual([key]);
    expect(JSON.stringify(data)).not.toContain(secretHash(secret));
  });

  test('a key is revoked once and for all, where it is looked up and where it is listed', async () => {
    const brand = newBrandId();
    const { key, secret } = await stored(brand);
    const first = new Date();
    await (await findApiKey(table(), [newBrandId(), brand], key.id))?.revoke(first);
    await (await findApiKey(table(), [brand], key.id))?.revoke(new Date(first.getTime() + 1000));
    const revoked = { revoked_at: first.toISOString() };
    expect(await findBySecret(table(), secretHash(secret))).toMatchObject(revoked);
    expect((await listApiKeys(table(), brand, { limit: 10 })).data).toEqual([{ ...key, ...revoked }]);
  });

  test("another brand's key is not found", async () => {
    const { key } = await stored(newBrandId());
    expect(await findApiKey(table(), [newBrandId()], key.id)).toBeUndefined();
    expect(await findApiKey(table(), [], key.id)).toBeUndefined();
  });
}
