import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { claimFileText } from '../../claims/claim-text.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;
let fileId: string;
let childId: string;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
  const claims = ['FILE1', 'FILE2', 'FILE3'].map((pcn, n) => ({ pcn, charge: 100 + n, lastName: 'FILER' }));
  ({ id: fileId } = await stores.drop('search.837', claimFileText({ claims })));
  const { subscriber } = claimBody('CHILD1');
  const { payer, ...person } = subscriber;
  const child = await call('create-claim', {
    body: claimBody('CHILD1', {
      subscriber: { ...person, payer, last_name: "D'ARCY", first_name: 'ANNE', relationship: undefined },
      patient: {
        last_name: 'BENNET',
        first_name: 'MARY',
        birth_date: '2015-01-01',
        gender: 'F',
        relationship: '19',
        address: { line1: '1 HOME ST', city: 'DENVER', state: 'CO', zip: '80203' },
      },
    }),
  });
  expect([child.status, child.body.error]).toEqual([201, undefined]);
  childId = child.body.data.id;
});
afterAll(() => stores.stop());

/** Patient control numbers that a search finds. */
async function numbers(body: object): Promise<readonly string[]> {
  const { status, body: found } = await call('search-claims', { body });
  expect([status, found.code]).toEqual([200, undefined]);
  return found.data.map((one: { patient_control_number: string }) => one.patient_control_number);
}

describe('POST /api/claims/search', () => {
  test('finds a claim by the names of patient and subscriber', async () => {
    expect(await numbers({ last_name: 'bennet', first_name: 'm' })).toEqual(['CHILD1']);
    expect(await numbers({ last_name: 'Darcy' })).toEqual(['CHILD1']);
    expect(await numbers({ last_name: 'bennet', first_name: 'anne' })).toEqual([]);
    const { body } = await call('search-claims', { body: { member_id: 'm-child1' } });
    expect(body.data).toMatchObject([{ patient_name: 'BENNET, MARY', member_name: "D'ARCY, ANNE" }]);
  });

  test('finds the claims of a file, of a submission and of an amount', async () => {
    expect(await numbers({ file_id: fileId, sort: 'total_charge' })).toEqual(['FILE1', 'FILE2', 'FILE3']);
    expect(await numbers({ file_id: fileId, amount: 101 })).toEqual(['FILE2']);
    const { data } = (await call('submit-claims', { body: { claim_ids: [childId] } })).body;
    expect(await numbers({ submission_id: data.submissions[0].id })).toEqual(['CHILD1']);
    expect(await numbers({ submission_id: data.submissions[0].id, lanes: ['ready'] })).toEqual([]);
  });

  test.each([
    ['a first name alone', { first_name: 'Mary' }, ['body', 'last_name']],
    ['one letter', { last_name: 'B' }, ['body', 'last_name']],
    ['an amount beside its bounds', { amount: 1, amount_to: 2 }, ['body', 'amount']],
    ['a part of a cent', { amount: 1.005 }, ['body', 'amount']],
    ['an unknown lane', { lanes: ['lost'] }, ['body', 'lanes', 0]],
    ['an unknown member', { name: 'Bennet' }, ['body']],
  ])('refuses %s', async (_, body, path) => {
    const refused = await call('search-claims', { body });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed', details: [{ path }] } });
    expect(JSON.stringify(refused.body)).not.toContain('Mary');
  });

  test('keeps names out of cursors', async () => {
    const { body } = await call('search-claims', { body: { last_name: 'filer', limit: 1 } });
    const cursor: string = body.pagination.next_cursor;
    expect(Buffer.from(cursor, 'base64url').toString().toLowerCase()).not.toContain('filer');
    expect(await numbers({ last_name: 'filer', limit: 5, cursor })).toHaveLength(2);
  });
});
