import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimFileText } from '../../claims/claim-text.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

describe('Files', () => {
  test('processes an uploaded file under the id of its link', async () => {
    const made = await call('create-file', { body: { name: 'march claims.837' } });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { state: 'expected', upload: { method: 'PUT' } } },
    });
    const { id, upload, object_key } = made.body.data;
    const text = claimFileText({ number: 78, claims: [{ pcn: 'UPLOAD1' }] });
    expect((await fetch(upload.url, { method: upload.method, body: text })).status).toBe(200);
    await stores.process(object_key);
    const { body } = await call('get-file', { path: { id } });
    expect(body.data).toMatchObject({
      id,
      name: 'march claims.837',
      state: 'applied',
      counts: { claims: 1, charge: 100 },
      progress: { percent: 100, units: { '837P': 1 } },
    });
    expect(body.data.outbound_keys).toHaveLength(2);
  });

  test('gives a second file at the same link its own id', async () => {
    const made = await call('create-file', { body: { name: 'again.837' } });
    const { id, upload, object_key } = made.body.data;
    for (const pcn of ['LINK1', 'LINK2']) {
      await fetch(upload.url, { method: 'PUT', body: claimFileText({ number: 79, claims: [{ pcn }] }) });
      await stores.process(object_key);
    }
    expect(
      (await call('list-claims', { query: { patient_control_number: 'LINK1' } })).body.data[0].source.file_id,
    ).toBe(id);
    const second = await call('list-claims', { query: { patient_control_number: 'LINK2' } });
    expect(second.body.data[0].source.file_id).not.toBe(id);
  });

  test('lists files by state, newest first', async () => {
    await stores.drop('bad.837', 'nothing of X12');
    const bad = await call('list-files', { query: { state: 'quarantined' } });
    expect(bad.body.data).toMatchObject([{ name: 'bad.837', reasons: [{ code: 'not_x12' }] }]);
    const every = await call('list-files', { query: { limit: '2' } });
    expect(every.body.data).toHaveLength(2);
    const next = await call('list-files', {
      query: { limit: '200', cursor: every.body.pagination.next_cursor },
    });
    const ids = [...every.body.data, ...next.body.data].map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4);
  });

  test.each(['../x', 'a/b', '', 'a\u0000'])('refuses the name %j', async (name) => {
    expect((await call('create-file', { body: { name } })).status).toBe(400);
  });
});

describe('Roles', () => {
  test.each([
    ['create-claim', { body: {} }],
    ['void-claim', { path: { id: crypto.randomUUID() }, body: {} }],
    ['release-claim', { path: { id: crypto.randomUUID() }, body: {} }],
    ['create-file', { body: { name: 'x' } }],
  ])('refuses an auditor: %s', async (name, request) => {
    const body = name === 'create-claim' ? claimBody('ROLE') : request.body;
    expect((await call(name, { ...request, body, roles: ['auditor'] })).status).toBe(403);
  });

  test.each(['list-claims', 'list-files', 'list-lanes'])(
    'allows an auditor, and refuses a caller without a role: %s',
    async (name) => {
      expect((await call(name, { roles: ['auditor'] })).status).toBe(200);
      expect((await call(name, { roles: [] })).status).toBe(403);
    },
  );

  test.each(['get-claim', 'get-file'])('%s responds with not_found for an unknown id', async (name) => {
    expect((await call(name, { path: { id: crypto.randomUUID() } })).status).toBe(404);
  });
});
