import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { secretHash } from '#auth/identify.ts';
import { issueApiKey } from '#commerce/api-keys/records.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { type Invocation, invoke } from '../functions/invoke.ts';

type Caller = Invocation['caller'];

const made = { id: randomUUID(), now: new Date('2026-11-21T10:00:00.000Z') };

describe('the secrets of API keys', () => {
  const input = { brand_id: randomUUID(), name: 'Till', role: 'viewer' } as const;
  const random = new Uint8Array(32).fill(255);

  test('mark the production environment in their secret', () => {
    expect(issueApiKey(input, { ...made, environment: 'production', random }).secret).toMatch(
      /^gk_live_[\w-]{43}$/,
    );
    expect(issueApiKey(input, { ...made, environment: 'local', random }).secret).toMatch(
      /^gk_test_[\w-]{43}$/,
    );
  });

  test('record only the first characters of their secret', () => {
    const { key, secret } = issueApiKey(input, { ...made, environment: 'production', random });
    expect(key.prefix).toBe('gk_live_____');
    expect(JSON.stringify(key)).not.toContain(secret.slice(0, 13));
  });
});

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

describe('API keys', () => {
  const create = (caller: Caller, body: object) => invoke('create-api-key', { caller, body });
  const authorize = async (secret: string, now: Date) => {
    const { brandCallers } = await import('#auth/brand-callers.ts');
    const { keySecrets, usesOfKeys } = await import('#commerce/api-keys/records.ts');
    const noteUse = usesOfKeys((error) => expect(error).toBeUndefined());
    const callers = brandCallers(
      {
        findApiKey: (secret_hash) => keySecrets.find({ secret_hash }),
        findMemberships: async () => [],
        findLeavingBrands: async () => new Map(),
        noteUse: (key) => noteUse(key, now),
      },
      undefined,
      () => now,
    );
    return callers.holderOf(secretHash(secret));
  };
  const later = (hours: number) => new Date(Date.now() + hours * 3_600_000);

  test('expire, and show when they were last used, to the hour', async () => {
    const { brand_id, caller } = await newBrand();
    const key = { brand_id, name: 'Till', role: 'viewer' };
    const past = await create(caller, { ...key, expires_at: '2020-01-01T00:00:00Z' });
    expect(past.body.details[0].path).toEqual(['body', 'expires_at']);
    const made = (await create(caller, { ...key, expires_at: later(5).toISOString() })).body.data;
    const used = async () =>
      (await invoke('list-api-keys', { caller, query: { brand_id } })).body.data[0].last_used_at;
    expect(await used()).toBeUndefined();
    const first = later(1);
    expect(await authorize(made.secret, first)).toMatchObject({ brands: { [brand_id]: 'viewer' } });
    await authorize(made.secret, later(1.9));
    expect(await used()).toBe(first.toISOString());
    const third = later(2.1);
    await authorize(made.secret, third);
    expect(await used()).toBe(third.toISOString());
    expect(await authorize(made.secret, later(5))).toBeUndefined();
  });

  test('keep their earlier secret for the overlap of a rotation; a revocation ends both', async () => {
    const { brand_id, caller } = await newBrand();
    const made = (await create(caller, { brand_id, name: 'Till', role: 'viewer' })).body.data;
    const rotate = (overlap_hours: number) =>
      invoke('rotate-api-key', { caller, parameters: { id: made.id }, body: { overlap_hours } });
    const second = (await rotate(24)).body.data;
    expect(second).toMatchObject({ id: made.id, earlier_secret_expires_at: expect.any(String) });
    const works = async (secret: string, hours: number) =>
      (await authorize(secret, later(hours))) !== undefined;
    expect([await works(made.secret, 23), await works(made.secret, 25)]).toEqual([true, false]);
    expect(await works(second.secret, 1000)).toBe(true);
    const third = (await rotate(24)).body.data;
    expect([await works(made.secret, 0), await works(second.secret, 0)]).toEqual([false, true]);
    const revoked = await invoke('revoke-api-key', { caller, parameters: { id: made.id } });
    expect(revoked.status).toBe(204);
    expect([await works(second.secret, 0), await works(third.secret, 0)]).toEqual([false, false]);
    expect((await rotate(0)).body.code).toBe('key_revoked');
    const answers = (await create(caller, { brand_id, name: 'Shop', role: 'viewer' })).body.data;
    const races = await Promise.all(
      Array.from({ length: 3 }, () =>
        invoke('rotate-api-key', { caller, parameters: { id: answers.id }, body: { overlap_hours: 0 } }),
      ),
    );
    const secrets = races.map(({ body }) => body.data.secret);
    const working = await Promise.all(secrets.map((secret) => works(secret, 0)));
    expect(working.filter(Boolean)).toHaveLength(1);
  });

  test('show their secret once, and never its hash', async () => {
    const { brand_id, caller } = await newBrand();
    const request = {
      caller,
      body: { brand_id, name: 'Till', role: 'viewer' },
      headers: { 'idempotency-key': randomUUID() },
    };
    const { secret, ...shown } = (await invoke('create-api-key', request)).body.data;
    expect((await invoke('create-api-key', request)).body.data).toEqual(shown);
    const list = async () => (await invoke('list-api-keys', { caller, query: { brand_id } })).body.data;
    expect(await list()).toEqual([shown]);
    const rotation = {
      caller,
      parameters: { id: shown.id },
      body: { overlap_hours: 1 },
      headers: { 'idempotency-key': randomUUID() },
    };
    const { secret: next, ...rotated } = (await invoke('rotate-api-key', rotation)).body.data;
    expect((await invoke('rotate-api-key', rotation)).body.data).toEqual(rotated);
    expect(await list()).toEqual([rotated]);
    for (const one of [secret, next]) expect(JSON.stringify(await list())).not.toContain(secretHash(one));
  });

  test('are revoked once, also during a rotation, and not by another brand', async () => {
    const { brand_id, caller } = await newBrand();
    const { id, secret } = (await create(caller, { brand_id, name: 'Till', role: 'viewer' })).body.data;
    const parameters = { id };
    const rotate = (by: Caller) =>
      invoke('rotate-api-key', { caller: by, parameters, body: { overlap_hours: 24 } });
    const revoke = (by: Caller) => invoke('revoke-api-key', { caller: by, parameters });
    const other = await newBrand();
    for (const call of [rotate, revoke]) expect((await call(other.caller)).status).toBe(404);
    const [rotated, ...revoked] = await Promise.all([rotate(caller), revoke(caller), revoke(caller)]);
    expect(revoked.map(({ status }) => status)).toEqual([204, 204]);
    const list = async () => (await invoke('list-api-keys', { caller, query: { brand_id } })).body.data[0];
    const { revoked_at } = await list();
    expect((await revoke(caller)).status).toBe(204);
    expect((await list()).revoked_at).toBe(revoked_at);
    for (const one of [secret, rotated.body.data?.secret ?? secret])
      expect(await authorize(one, new Date())).toBeUndefined();
  });

  test('with scopes permit what role and scopes both permit', async () => {
    const { brand_id, caller } = await newBrand({ catalog: 'external' });
    const unknown = await create(caller, {
      brand_id,
      name: 'x',
      role: 'owner',
      scopes: ['orders:read', 'barn:read'],
    });
    expect(unknown.body.details[0].path).toEqual(['body', 'scopes', 1]);
    const scopes = ['orders:read', 'api_keys:write'];
    const made = (await create(caller, { brand_id, name: 'x', role: 'owner', scopes })).body.data;
    expect(made.scopes).toEqual(scopes);
    const scoped = await authorize(made.secret, new Date());
    if (scoped === undefined) throw new Error('The key does not work');
    expect((await invoke('list-orders', { caller: scoped, query: { brand_id } })).status).toBe(200);
    const order = { brand_id, items: [{ product_id: randomUUID(), quantity: 1, price: 1 }] };
    const refused = await invoke('create-order', { caller: scoped, body: order });
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    expect(refused.body.error).toBe('This API key needs the scope orders:write');
    expect((await invoke('list-products', { caller: scoped, query: { brand_id } })).status).toBe(403);
    expect((await invoke('get-caller', { caller: scoped })).status).toBe(200);
    const wider = await create(scoped, { brand_id, name: 'y', role: 'owner' });
    expect(wider.body.code).toBe('insufficient_scope');
    const narrower = { brand_id, name: 'y', role: 'owner', scopes: ['orders:read'] };
    expect((await create(scoped, narrower)).status).toBe(201);
  });
});
