import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: ReturnType<typeof functionsOn>;
let claimId: string;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
  claimId = (await call('create-claim', { body: claimBody('LISTED') })).body.data.id;
  const path = { id: claimId };
  for (const text of ['=1+1', 'Called the payer']) await call('add-note', { path, body: { text } });
  await call('set-follow-up', { path, body: { assignee: 'me' } });
});
afterAll(() => stores.stop());

const lists = claimsEndpoints.filter(({ method, responses }) => {
  const { schema } = responses[200] ?? {};
  return (
    method === 'GET' && schema !== undefined && 'shape' in schema && 'pagination' in Object(schema.shape)
  );
});
const asCsv = claimsEndpoints.flatMap(({ name, parameters, responses }) => {
  const example = responses[200]?.text?.['text/csv'];
  return example === undefined ? [] : [{ name, parameters, columns: example.trimEnd() }];
});

/** Lists for administrators and programs, which no one puts into a spreadsheet. */
const withoutCsv = [
  'list-alert-rules',
  'list-alerts',
  'list-payers',
  'list-providers',
  'list-exports',
  'list-checkpoints',
  'list-api-keys',
];

test('every list of work and money is also CSV', () => {
  const missing = lists.filter(({ name }) => !asCsv.some((one) => one.name === name));
  expect(missing.map(({ name }) => name).filter((name) => !withoutCsv.includes(name))).toEqual([]);
});

describe('as CSV', () => {
  const request = (name: string): Request =>
    name === 'list-ledger' ? { query: { payer_id: '60054', provider: '1234567893' } } : {};

  test.each(asCsv.filter(({ parameters }) => parameters === undefined))(
    '$name has its columns by format and by Accept',
    async ({ name, columns }) => {
      const given = { ...request(name), roles: ['admin'] } as const;
      const linked = await call(name, { ...given, query: { ...given.query, format: 'csv' } });
      const accepted = await call(name, { ...given, headers: { Accept: 'text/csv' } });
      for (const { status, headers, text } of [linked, accepted]) {
        expect([status, headers['Content-Type']]).toEqual([200, 'text/csv; charset=utf-8']);
        expect(text.split('\r\n')[0]).toBe(columns);
      }
      expect((await call(name, given)).body.data).toBeDefined();
    },
  );

  test('a note cannot be run as a formula, and pages can be joined', async () => {
    const path = { id: claimId };
    const first = await call('list-notes', { path, query: { format: 'csv', limit: '1' } });
    const [, cursor = ''] = /cursor=([^&>]+)/.exec(String(first.headers['Link'])) ?? [];
    const query = { format: 'csv', limit: '1', cursor: decodeURIComponent(cursor) };
    const second = await call('list-notes', { path, query });
    const lines = `${first.text}${second.text}`.trimEnd().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/,Called the payer$/);
    expect(lines[2]).toMatch(/,'=1\+1$/);
  });

  test('the versions of a claim and the worklist have their rows', async () => {
    const versions = await call('list-claim-versions', { path: { id: claimId }, query: { format: 'csv' } });
    expect(versions.text.split('\r\n')[1]).toMatch(/^1,claim\.received,/);
    const worklist = await call('list-worklist', { query: { format: 'csv' } });
    expect(worklist.text.split('\r\n')[1]).toMatch(new RegExp(`^${claimId},LISTED,`));
  });
});
