import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { claimFileText } from '../../../claims/claim-text.ts';
import { type Answer, functionsOn, type Request } from '../../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../../claims/local-stores.ts';
import { claimBody } from '../claim-body.ts';

const own = '1234567893';
const other = '1245319599';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;
let ownId: string;
let otherId: string;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
  ownId = (await call('create-claim', { body: claimBody('OWN1') })).body.data.id;
  await stores.drop(
    'other.837',
    claimFileText({ npi: other, claims: [{ pcn: 'OTHER1' }, { pcn: 'OTHER2' }] }),
  );
  const { body } = await call('list-claims', { query: { patient_control_number: 'OTHER1' } });
  otherId = body.data[0].id;
  for (const id of [ownId, otherId]) {
    await call('set-follow-up', { path: { id }, body: { follow_up_on: '2026-01-01' } });
  }
});
afterAll(() => stores.stop());

/** Calls a function as a caller who is limited to one billing provider. */
const limited = (name: string, request: Request = {}) => call(name, { ...request, billingNpis: [own] });

const numbersOf = ({ status, body }: Answer) => {
  expect([status, body.code]).toEqual([200, undefined]);
  return body.data.map((one: { patient_control_number: string }) => one.patient_control_number);
};

describe('A caller who is limited to a billing provider', () => {
  test.each([
    ['list-claims', {}, ['OWN1']],
    ['list-claims', { query: { lane: 'ready' } }, ['OWN1']],
    ['list-claims', { query: { billing_npi: own } }, ['OWN1']],
    ['list-claims', { query: { billing_npi: other } }, []],
    ['list-claims', { query: { patient_control_number: 'OTHER1' } }, []],
    ['list-claims', { query: { service_from: '2026-01-01' } }, ['OWN1']],
    ['search-claims', { body: {} }, ['OWN1']],
    ['search-claims', { body: { last_name: 'specimen' } }, ['OWN1']],
    ['search-claims', { body: { patient_control_number: 'other' } }, []],
    ['search-claims', { body: { billing_npi: other } }, []],
    ['list-worklist', {}, ['OWN1']],
    ['list-worklist', { query: { billing_npi: other } }, []],
  ])('sees with %s %j only its claims', async (name, request, numbers) => {
    expect(numbersOf(await limited(name, request))).toEqual(numbers);
  });

  test.each([
    ['get-claim', {}],
    ['list-notes', {}],
    ['add-note', { body: { text: 'x' } }],
    ['set-follow-up', { body: { assignee: 'me' } }],
    ['void-claim', {}],
    ['release-claim', {}],
  ])('gets 404 from %s for a claim of another provider', async (name, request) => {
    const refused = await limited(name, { path: { id: otherId }, ...request });
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  });

  test('sees and changes its own claim', async () => {
    expect((await limited('get-claim', { path: { id: ownId } })).status).toBe(200);
    expect((await limited('add-note', { path: { id: ownId }, body: { text: 'x' } })).status).toBe(201);
    expect((await limited('create-claim', { body: claimBody('OWN2') })).status).toBe(201);
  });

  test('creates no claim of another provider, and corrects none', async () => {
    const { billing_provider } = claimBody('X');
    const foreign = claimBody('OTHER3', { billing_provider: { ...billing_provider, id: other } });
    expect(await limited('create-claim', { body: foreign })).toMatchObject({
      status: 403,
      body: { code: 'provider_scope' },
    });
    const correction = claimBody('OWN3', { corrects: otherId });
    expect(await limited('create-claim', { body: correction })).toMatchObject({
      status: 422,
      body: { code: 'unknown_claim' },
    });
  });

  test('sees nothing with an empty list of providers', async () => {
    const nobody = { billingNpis: [] };
    expect(numbersOf(await call('list-claims', nobody))).toEqual([]);
    expect(numbersOf(await call('search-claims', { ...nobody, body: {} }))).toEqual([]);
    expect((await call('get-claim', { ...nobody, path: { id: ownId } })).status).toBe(404);
  });

  const unscoped = claimsEndpoints.filter(
    ({ access, scoped, body, parameters, name }) =>
      access.kind === 'claims' &&
      access.roles.includes('biller') &&
      !scoped &&
      body === undefined &&
      parameters === undefined &&
      !name.includes('connection'),
  );
  test.each(unscoped.map(({ name }) => name))('is refused by %s', async (name) => {
    const refused = await limited(name);
    expect([refused.status, refused.body.code]).toEqual([403, 'provider_scope']);
  });
});

describe('An API key', () => {
  test('keeps its providers', async () => {
    const body = { name: 'North', role: 'biller', billing_npis: [other] };
    const made = await call('create-api-key', { body, roles: ['admin'] });
    expect(made).toMatchObject({ status: 201, body: { data: { billing_npis: [other] } } });
    const listed = await call('list-api-keys', { roles: ['admin'] });
    expect(listed.body.data).toMatchObject([{ name: 'North', billing_npis: [other] }]);
  });

  test.each([
    ['an admin key', { name: 'A', role: 'admin', billing_npis: [other] }],
    ['an invalid NPI', { name: 'A', role: 'biller', billing_npis: ['12'] }],
    ['an empty list', { name: 'A', role: 'biller', billing_npis: [] }],
  ])('is refused as %s with providers', async (_, body) => {
    expect((await call('create-api-key', { body, roles: ['admin'] })).status).toBe(400);
  });
});
