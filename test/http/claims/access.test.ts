import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { endpointNamed } from '../../claims/valid-requests.ts';
import { call, get, post, stack } from '../stack/api-client.ts';
import { bearer } from '../stack/bearer.ts';
import { callValidly } from './claims-requests.ts';

/** test/functions/headers.test.ts computes who may call what. These are endpoints of each set of roles. */
describe('an operation of the claims service', () => {
  test('that is public needs no credential', async () => {
    expect((await get('/api/health', { key: null })).status).toBe(200);
  });

  test.each([null, 'gc_test_unknown', ...Object.values(stack.apiKeys)])(
    'needs a credential of this service, not %s',
    async (key) => {
      for (const [method, path] of [
        ['GET', '/api/me'],
        ['POST', '/api/claims'],
      ] as const) {
        const { status, body } = await call(method, path, { key });
        expect([status, body.code]).toEqual([401, 'unauthorized']);
      }
    },
  );

  test.each([
    ['list-claims', ['biller', 'auditor', 'admin']],
    ['add-note', ['biller', 'admin']],
    ['list-audit-log', ['auditor', 'admin']],
    ['list-api-keys', ['admin']],
  ] as const)('%s is allowed to %j', async (name, allowed: readonly string[]) => {
    for (const [role, key] of Object.entries(stack.claimsApiKeys)) {
      const { status, body } = await callValidly(endpointNamed(name), { key });
      if (allowed.includes(role)) expect([200, 404]).toContain(status);
      else expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });
});

test('a claims key is refused by the commerce service', async () => {
  for (const key of Object.values(stack.claimsApiKeys)) {
    const { status, body } = await get('/api/v1/products', { key });
    expect([status, body.code]).toEqual([401, 'unauthorized']);
  }
});

describe('bearer tokens', () => {
  const as = async (...granary_claims_roles: string[]) => ({
    key: null,
    headers: { authorization: `Bearer ${await bearer({ sub: 'person', granary_claims_roles })}` },
  });

  test('carry the roles of a person', async () => {
    expect((await get('/api/me', await as('auditor', 'biller'))).body.data).toEqual({
      subject: 'person',
      credential: 'bearer',
      roles: ['auditor', 'biller'],
    });
    expect((await get('/api/admin/audit-log', await as('biller', 'auditor'))).status).toBe(200);
    expect((await get('/api/admin/audit-log', await as('biller'))).status).toBe(403);
  });

  test('without a role of this service are accepted, but may do nothing', async () => {
    const options = await as();
    expect((await get('/api/me', options)).body.data.roles).toEqual([]);
    const { status, body } = await get('/api/admin/audit-log', options);
    expect([status, body.code, body.error]).toEqual([
      403,
      'no_claims_role',
      'You have no claims role; ask an administrator for biller, auditor or admin',
    ]);
  });
});

describe('API keys of roles', () => {
  const admin = { key: stack.claimsApiKeys.admin };

  test('are created by an admin, and work until they are revoked', async () => {
    const made = await post('/api/admin/api-keys', { name: 'Nightly', role: 'auditor' }, admin);
    expect(made.status).toBe(201);
    const { secret, id, ...key } = made.body.data;
    expect(secret).toMatch(/^gc_test_[\w-]{43}$/);
    expect(key).toEqual({
      name: 'Nightly',
      role: 'auditor',
      prefix: secret.slice(0, 12),
      created_at: expect.any(String),
    });
    expect((await get('/api/me', { key: secret })).body.data).toMatchObject({
      subject: `key:${id}`,
      roles: ['auditor'],
    });
    const { body } = await get('/api/admin/api-keys', admin);
    expect(body.data.find((one: { id: string }) => one.id === id)).toEqual({ id, ...key });
    expect((await call('DELETE', `/api/admin/api-keys/${id}`, admin)).status).toBe(204);
    expect((await call('DELETE', `/api/admin/api-keys/${id}`, admin)).status).toBe(204);
    // The authorizer does not remember a key that was never used.
    const other = await post('/api/admin/api-keys', { name: 'Unused', role: 'auditor' }, admin);
    await call('DELETE', `/api/admin/api-keys/${other.body.data.id}`, admin);
    expect((await get('/api/me', { key: other.body.data.secret })).status).toBe(401);
    const log = await get(`/api/admin/audit-log?entity_id=${id}`, admin);
    expect(log.body.data.map((entry: { event_type: string }) => entry.event_type)).toEqual([
      'api_key.revoked',
      'api_key.created',
    ]);
  });

  test('are created once per Idempotency-Key; the repeated response has no secret', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { name: 'Once', role: 'biller' };
    const first = await post('/api/admin/api-keys', body, { ...admin, headers });
    const again = await post('/api/admin/api-keys', body, { ...admin, headers });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { secret, ...key } = first.body.data;
    expect(again.body.data).toEqual(key);
    const log = await get(`/api/admin/audit-log?entity_id=${key.id}`, admin);
    expect(log.body.data).toHaveLength(1);
    const other = await post('/api/admin/api-keys', { ...body, role: 'admin' }, { ...admin, headers });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('are listed newest first, page by page', async () => {
    const first = await get('/api/admin/api-keys?limit=2', admin);
    const second = await get(
      `/api/admin/api-keys?limit=2&cursor=${first.body.pagination.next_cursor}`,
      admin,
    );
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(new Set(ids).size).toBe(4);
  });

  test.each<[string, string, object | undefined, number, string]>([
    ['POST', '/api/admin/api-keys', { name: '', role: 'admin' }, 400, 'validation_failed'],
    ['POST', '/api/admin/api-keys', { name: 'x', role: 'owner' }, 400, 'validation_failed'],
    ['POST', '/api/admin/api-keys', undefined, 400, 'body_required'],
    ['GET', '/api/admin/api-keys?limit=0', undefined, 400, 'validation_failed'],
    ['GET', '/api/admin/api-keys?cursor=x', undefined, 400, 'invalid_cursor'],
    ['DELETE', '/api/admin/api-keys/x', undefined, 400, 'validation_failed'],
    ['DELETE', `/api/admin/api-keys/${randomUUID()}`, undefined, 404, 'not_found'],
  ])('refuse %s %s with %j', async (method, path, body, status, code) => {
    const answer = await call(method, path, { ...admin, ...(body && { body }) });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });
});
