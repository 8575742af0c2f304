import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { configurationKey } from '#claims/configuration/configuration.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { intakeSettings } from '#claims/files/intake-settings-store.ts';
import { claimFileText } from '../claim-text.ts';
import { functionsOn } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { auditOf, everyAuditEntry, everyItem } from '../stored.ts';

let stores: LocalStores;
let call: ReturnType<typeof functionsOn>;
let number = 700;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

const admin = { roles: ['admin'] } as const;

/** Ten days ago: fresh enough for timely filing, whenever the tests run. */
const recently = new Date(Date.now() - 10 * 24 * 3600 * 1000).toISOString().slice(0, 10).replaceAll('-', '');

async function readyClaims(...pcns: readonly string[]): Promise<string[]> {
  const claims = pcns.map((pcn) => ({ pcn, charge: 100, date: recently }));
  const file = await stores.drop(
    `${pcns[0]}.837`,
    claimFileText({ number: number++, claims }),
    await intakeSettings(stores),
  );
  expect(file).toMatchObject({ state: 'applied', counts: { drafts: 0 } });
  const found = await Promise.all(pcns.map((pcn) => findClaimsByPcn(stores.claims, pcn)));
  return found.flatMap(([claim]) => claim?.id ?? []);
}

/** Notifies the functions as S3 does: first the test payer, then the inbox. */
async function runTestPayer(): Promise<void> {
  const { handler } = await import('../../../functions/claims/work/answer-as-payer.ts');
  const Records = (await stores.keys('staging/')).map((key) => ({ s3: { object: { key } } }));
  await handler({ Records } as unknown as Parameters<typeof handler>[0]);
  const settings = await intakeSettings(stores);
  // A 999, then a 277CA, then an 835, as a payer sends them.
  const keys = (await stores.keys('inbox/test-payer/')).toSorted((a, b) => rank(a) - rank(b));
  for (const key of keys) {
    const file = await stores.process(key, settings);
    expect(file).toMatchObject({ state: 'applied', reasons: [] });
  }
}
const rank = (key: string) => ['_999', '-277CA-', '-835-'].findIndex((part) => key.includes(part));

const laneOf = async (pcn: string) => (await findClaimsByPcn(stores.claims, pcn))[0]?.lane;

describe('Claims that are submitted to the test payer', () => {
  test('end in the lane of their scenario, with each step in the audit log', async () => {
    const ids = await readyClaims('OK-1', 'RC-1', 'PP-1', 'DN-1', 'RV-1', 'SI-1');
    const { status, body, headers } = await call('submit-claims', { body: { claim_ids: ids } });
    expect(status).toBe(201);
    const [submission] = body.data.submissions;
    expect(submission).toMatchObject({
      state: 'recorded',
      claim_count: 6,
      total_charge: 600,
      transport: 'stub',
    });
    expect(submission).not.toHaveProperty('lease_until');
    expect(headers['Location']).toBe(`/api/clearhouse/submissions/${submission.id}`);

    await runTestPayer();
    const lanes = await Promise.all(
      ['OK-1', 'RC-1', 'PP-1', 'DN-1', 'RV-1', 'SI-1'].map(async (pcn) => [pcn, await laneOf(pcn)]),
    );
    expect(Object.fromEntries(lanes)).toEqual({
      'OK-1': 'paid',
      'RC-1': 'payer_rejected',
      'PP-1': 'underpaid',
      'DN-1': 'denied',
      'RV-1': 'pending',
      // A 999 that accepts the file moves no claim.
      'SI-1': 'submitted',
    });
    const types = (await auditOf(stores, ids[0] ?? '')).map(({ event_type }) => event_type);
    expect(types).toEqual(['claim.received', 'clearhouse.submitted', 'claim.accepted', 'claim.paid']);
    const rejected = (await auditOf(stores, ids[1] ?? '')).map(({ event_type }) => event_type);
    expect(rejected.at(-1)).toBe('claim.payer_rejected');
  });

  test('end in lane rejected when the 999 refuses them', async () => {
    const ids = await readyClaims('R9-1');
    await call('submit-claims', { body: { claim_ids: ids } });
    await runTestPayer();
    expect(await laneOf('R9-1')).toBe('rejected');
    expect((await auditOf(stores, ids[0] ?? '')).at(-1)?.event_type).toBe('claim.rejected');
  });

  test('get one set of responses for repeated notifications', async () => {
    const entries = (await everyAuditEntry(stores)).length;
    await runTestPayer();
    expect((await everyAuditEntry(stores)).length).toBe(entries);
  });

  test('get responses even after a staged file that is not X12', async () => {
    await stores.put('staging/CO_TXIX/0-junk.x12', 'no X12');
    await call('submit-claims', { body: { claim_ids: await readyClaims('JUNK-1') } });
    const { handler } = await import('../../../functions/claims/work/answer-as-payer.ts');
    const before = (await stores.keys('inbox/test-payer/')).length;
    await expect(handler({})).rejects.toMatchObject({ name: 'X12Error' });
    expect((await stores.keys('inbox/test-payer/')).length).toBe(before + 3);
    const { client, name } = stores.bucket;
    await client.send(new DeleteObjectCommand({ Bucket: name, Key: 'staging/CO_TXIX/0-junk.x12' }));
    await runTestPayer();
    expect(await laneOf('JUNK-1')).toBe('paid');
  });

  test('are sent once by a repeated request with the same idempotency key', async () => {
    const ids = await readyClaims('IDEM-1');
    const request = { body: { claim_ids: ids }, headers: { 'Idempotency-Key': 'submit-once' } };
    const first = await call('submit-claims', request);
    const second = await call('submit-claims', request);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers['Idempotent-Replayed']).toBe('true');
  });
});

describe('Refusals', () => {
  test('of unready claims, claims with errors and unconfigured payers', async () => {
    const ids = await readyClaims('SENT-1');
    await call('submit-claims', { body: { claim_ids: ids } });
    const again = await call('submit-claims', { body: { claim_ids: ids } });
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'claims_not_ready', details: [{ code: 'submitted' }] },
    });
    const nobody = await call('submit-claims', { body: { payer_id: 'NOBODY' } });
    expect(nobody).toMatchObject({ status: 422, body: { code: 'payer_not_configured' } });
    const both = await call('submit-claims', { body: { payer_id: 'CO_TXIX', claim_ids: ids } });
    expect(both.status).toBe(400);
    expect((await call('submit-claims', { body: {} })).status).toBe(400);
  });

  test('of callers without the role', async () => {
    const forbidden = await Promise.all([
      call('submit-claims', { body: { payer_id: 'CO_TXIX' }, roles: ['auditor'] }),
      call('test-connection', { body: {}, roles: ['biller'] }),
      call('reload-config', { body: {}, roles: ['biller'] }),
      call('list-payers', { roles: [] }),
    ]);
    expect(forbidden.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test('of a payer without ready claims sends nothing', async () => {
    const { status, body } = await call('submit-claims', { body: { payer_id: '60054' } });
    expect([status, body.data]).toEqual([
      201,
      { submissions: [], resumed: [], in_progress: [], blocked: [], blocked_count: 0, has_more: false },
    ]);
  });
});

describe('A long list of claims that cannot be sent', () => {
  /** More than the limits of both lists. */
  const many = 210;
  let bad: string[];
  beforeAll(async () => {
    const claims = Array.from({ length: many }, (_, n) => ({
      pcn: `LONG-${n}`,
      charge: 100 + n,
      date: recently,
    }));
    // Read without the payer's rules, from an unconfigured provider: the claims are ready, but R205 blocks them.
    await stores.drop('long.837', claimFileText({ number: number++, npi: '1003000126', claims }));
    const items = await everyItem(stores, 'claims');
    bad = items
      .filter(({ sk, patient_control_number: pcn }) => sk === 'CLAIM' && String(pcn).startsWith('LONG-'))
      .map((item) => claimFrom(item).id);
    expect(bad).toHaveLength(many);
  });

  test('is reported by its first claims and its length, in a reply that can be stored', async () => {
    const [good] = await readyClaims('LONG-GOOD');
    const request = { body: { payer_id: 'CO_TXIX' }, headers: { 'Idempotency-Key': 'long list' } };
    const first = await call('submit-claims', request);
    expect(first.status).toBe(201);
    const { submissions, blocked, blocked_count } = first.body.data;
    expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 1 }]);
    expect(blocked).toHaveLength(100);
    expect(blocked[0].findings[0]).toMatchObject({ id: 'R205', severity: 'error' });
    expect(bad).toContain(blocked[0].claim_id);
    expect(blocked_count).toBe(many);
    expect((await findClaimsByPcn(stores.claims, 'LONG-GOOD'))[0]).toMatchObject({
      id: good,
      lane: 'submitted',
    });
    const again = await call('submit-claims', request);
    expect([again.headers['Idempotent-Replayed'], again.body]).toEqual(['true', first.body]);
  });

  test('is refused with a limited number of details when the claims are named', async () => {
    const request = { body: { claim_ids: bad }, headers: { 'Idempotency-Key': 'long refusal' } };
    const { status, body } = await call('submit-claims', request);
    expect([status, body.code, body.details.length]).toEqual([422, 'submission_blocked', 200]);
  });
});

describe('Submissions', () => {
  test('are listed in pages and shown with their claims', async () => {
    const all = await call('list-submissions', { query: { limit: '100' } });
    const page = await call('list-submissions', { query: { limit: '1' } });
    expect(page.body.data).toEqual(all.body.data.slice(0, 1));
    const next = await call('list-submissions', {
      query: { limit: '1', cursor: page.body.pagination.next_cursor },
    });
    expect(next.body.data).toEqual(all.body.data.slice(1, 2));
    const { id, claim_count } = all.body.data[0];
    const one = await call('get-submission', { path: { id } });
    expect(one.body.data).toMatchObject({ id, state: 'recorded' });
    expect(one.body.data.claims).toHaveLength(claim_count);
    expect((await call('get-submission', { path: { id: crypto.randomUUID() } })).status).toBe(404);
  });
});

describe('The configuration', () => {
  test('is shown without the location of the private key', async () => {
    const payers = await call('list-payers');
    expect(payers.body.data.map(({ id }: { id: string }) => id)).toEqual(['CO_TXIX', '60054']);
    const payer = await call('get-payer', { path: { id: 'CO_TXIX' } });
    expect(
      payer.body.data.configs.map(({ transaction }: { transaction: string }) => transaction).toSorted(),
    ).toEqual(['277CA', '835', '837P', '999']);
    expect((await call('get-payer', { path: { id: 'NOBODY' } })).status).toBe(404);
    expect((await call('list-providers')).body.data).toHaveLength(3);
    const clearhouse = await call('get-clearhouse');
    expect(clearhouse.body.data).toMatchObject({ transport: 'stub', file_name: { prefix: 'tp' } });
    expect(JSON.stringify(clearhouse.body)).not.toContain('private_key');
  });

  test('is reloaded completely or not at all, with the line of each fault', async () => {
    await stores.put(
      configurationKey,
      defaultConfiguration.replace('reading: contract\n', 'reading: both\n'),
    );
    const bad = await call('reload-config', { ...admin, body: {} });
    expect(bad).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_configuration',
        details: [{ path: ['payers', 0, 'transactions', '277CA', 'reading'] }],
      },
    });
    expect(bad.body.details[0].message).toMatch(/^Line \d+, column 18: /);
    await stores.put(
      configurationKey,
      defaultConfiguration.replace('reading: contract\n', 'reading: standard\n'),
    );
    const good = await call('reload-config', { ...admin, body: {} });
    expect(good.body.data).toMatchObject({
      version: 2,
      changes: [{ entity: 'payer_config', id: 'CO_TXIX/277CA', change: 'changed', fields: ['reading'] }],
    });
    const same = await call('reload-config', { ...admin, body: {} });
    expect(same.body.data).toMatchObject({ version: 2, changes: [] });
  });

  test('of hundreds of payers is activated with a reply short enough to be stored', async () => {
    const payers = Array.from(
      { length: 600 },
      (_, n) => `  - id: MANY-${n}\n    name: Payer number ${n}\n    transactions: {}\n`,
    );
    const [head = '', tail = ''] = defaultConfiguration.split(/^(?=payers:)/m);
    await stores.put(configurationKey, head + tail.replace('payers:\n', `payers:\n${payers.join('')}`));
    const request = { ...admin, body: {}, headers: { 'Idempotency-Key': 'many payers' } };
    const { status, body } = await call('reload-config', request);
    expect([status, body.data.changes.length]).toEqual([200, 500]);
    expect(body.data.change_count).toBeGreaterThanOrEqual(600);
    expect((await call('reload-config', request)).headers['Idempotent-Replayed']).toBe('true');
  });

  test('of the stub requires no connection', async () => {
    const { body } = await call('test-connection', { ...admin, body: {} });
    expect(body.data).toMatchObject({ ok: true, transport: 'stub' });
  });
});
