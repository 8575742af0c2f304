import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newNumber } from '../../fixtures/claims/claim-input.ts';
import { get, post } from '../stack/api-client.ts';
import {
  admin,
  auditor,
  biller,
  postClaim,
  postSubmission,
  putX12Object,
  readX12Object,
  until,
} from './claims-api.ts';

/** Only this file changes the configuration, because all tests share the stack. */
const key = 'config/payers.yaml';

let original: string;
beforeAll(async () => {
  original = (await readX12Object(key)) ?? '';
});
afterAll(async () => {
  await putX12Object(key, original);
  await reload();
});

const reload = () => post('/api/admin/reload-config', undefined, admin);

/** Reloads without a conflict with another test's reload. */
const reloaded = () =>
  until('a reload without conflict', async () => {
    const answer = await reload();
    return answer.body.code !== 'conflict' && answer;
  });

const entries = async () =>
  (await get('/api/admin/audit-log?entity_type=configuration&limit=200', auditor)).body.data;

test('a new stack has three providers, two payers and a clearinghouse without secrets', async () => {
  const providers = await get('/api/config/providers', biller);
  expect(providers.body.data.map(({ npi }: { npi: string }) => npi)).toHaveLength(3);
  const payer = await get('/api/config/payers/CO_TXIX', biller);
  expect(
    payer.body.data.configs.map(({ transaction }: { transaction: string }) => transaction).toSorted(),
  ).toEqual(['277CA', '835', '837P', '999']);
  const { body } = await get('/api/clearhouse', biller);
  expect(body.data).toMatchObject({ transport: 'stub', trading_partner_id: '12345678' });
  expect(JSON.stringify(body)).not.toContain('private_key');
});

describe('reload-config', () => {
  test('applies a valid file, lists the changes and records them', async () => {
    const id = newNumber('NEW');
    await putX12Object(
      key,
      `${original}
  - id: ${id}
    name: New Payer
    transactions:
      837P:
        profile: { extends: CO_TXIX, trading_partner_id: "99999999", payer: { id_qualifier: PI, id: ${id} } }
`.replace('name: Plains Health', 'name: Plains Health Plan'),
    );
    const before = (await entries()).length;
    const { status, body } = await reloaded();
    expect(status).toBe(200);
    expect(body.data.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ entity: 'payer', id, change: 'added' }),
        expect.objectContaining({ entity: 'payer', id: '60054', change: 'changed', fields: ['name'] }),
      ]),
    );
    expect((await entries()).length).toBe(before + 1);
    // A second reload changes nothing.
    const again = await reloaded();
    expect(again.body.data).toMatchObject({ version: body.data.version, changes: [] });

    // Running functions see the change within half a minute. The payer uses another number for the provider (R200 to R202).
    const claim = await postClaim({ number: newNumber(), payer: id });
    expect(claim.lane).toBe('ready');
    const refused = await until('the payer to be known', async () => {
      const answer = await postSubmission([claim.id]);
      return answer.body.code !== 'payer_not_configured' && answer;
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'submission_blocked']);
    expect(refused.body.details[0]).toEqual({
      path: ['claims', claim.id],
      message: expect.any(String),
      code: expect.stringMatching(/^R20[0-2]$/),
    });
    expect((await get(`/api/claims/${claim.id}`, biller)).body.data.lane).toBe('ready');
    await until(
      'the list to show it',
      async () => (await get(`/api/config/payers/${id}`, biller)).status === 200,
    );
  }, 200_000);

  test('reports invalid_configuration with line and column of each fault, and changes nothing', async () => {
    const held = (await reloaded()).body.data;
    const broken = original
      .replace('environment: test', 'environment: tset')
      .replace('id: "60054"', 'id: "60 054"');
    await putX12Object(key, broken);
    const { status, body } = await reload();
    expect([status, body.code]).toEqual([422, 'invalid_configuration']);
    const lineOf = (text: string) => broken.split('\n').findIndex((line) => line.includes(text)) + 1;
    expect(body.details).toEqual([
      expect.objectContaining({
        path: ['clearhouse', 'environment'],
        message: expect.stringMatching(new RegExp(`^Line ${lineOf('tset')}, column \\d+: `)),
      }),
      expect.objectContaining({
        path: ['payers', 1, 'id'],
        message: expect.stringMatching(new RegExp(`^Line ${lineOf('60 054')}, column \\d+: `)),
      }),
    ]);
    await putX12Object(key, 'version: 1\nproviders: [\n  - npi: "12');
    expect((await reload()).body.details[0].message).toMatch(/^Line [234], column \d+: /);
    await putX12Object(key, original);
    const { body: after } = await reloaded();
    // As before: the broken files changed nothing.
    expect(after.data.version).toBeLessThanOrEqual(held.version + 1);
    expect(after.data.changes.map(({ change }: { change: string }) => change)).not.toContain('added');
  });

  test('applies one of several concurrent reloads and reports a conflict to the others', async () => {
    await until('a reload that loses', async () => {
      await putX12Object(key, original.replace('name: Plains Health', `name: Plains ${newNumber()}`));
      const answers = await Promise.all(Array.from({ length: 6 }, reload));
      const taken = answers.filter(({ body }) => body.data?.changes.length > 0);
      expect(taken).toHaveLength(1);
      return answers.some(({ status, body }) => status === 409 && body.code === 'conflict');
    });
  });
});
