import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaim } from '#claims/claims/records.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { moveStoredClaim } from '../../claims/move-stored-claim.ts';
import { auditOf } from '../../claims/stored.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

describe('POST /api/claims', () => {
  test('stores a valid claim as ready and returns it unchanged', async () => {
    const made = await call('create-claim', { body: claimBody('JSON1') });
    expect(made.status).toBe(201);
    expect(made.headers['Location']).toBe(`/api/claims/${made.body.data.id}`);
    expect(made.body.data).toMatchObject({
      lane: 'ready',
      total_charge: 100.5,
      patient_name: 'SPECIMEN, PAT',
      source: { kind: 'api', subject: 'test' },
      findings: [],
    });
    const got = await call('get-claim', { path: { id: made.body.data.id } });
    expect(got.status).toBe(200);
    expect(got.body.data.content).toMatchObject({
      patient_control_number: 'JSON1',
      total_charge: 100.5,
      lines: [{ charge: 100.5, quantity: 1, service_date: '2026-02-10' }],
    });
    expect(got.body.data.timeline).toMatchObject([
      { event: 'claim.received', actor: 'test', to: 'ready', total_charge: 100.5 },
    ]);
  });

  test('stores a claim with errors as a draft with its findings', async () => {
    const made = await call('create-claim', { body: claimBody('JSON2', { total_charge: 99 }) });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ lane: 'draft' });
    expect(made.body.data.findings).toContainEqual(
      expect.objectContaining({ id: 'V053', severity: 'error' }),
    );
  });

  test('applies the state rules to the state program', async () => {
    const body = claimBody('JSON3');
    const payer = { last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX' };
    const subscriber = { ...body.subscriber, payer, claim_filing: 'MC', id: 'NOT-STATE' };
    const made = await call('create-claim', { body: { ...body, subscriber } });
    expect(made.body.data.findings.map(({ id }: { id: string }) => id)).toContain('R204');
  });

  test.each([
    ['no lines', { lines: [] }, ['body', 'lines']],
    ['an amount with three places', { total_charge: 1.005 }, ['body', 'total_charge']],
    ['an unknown member', { total_chrage: 1 }, ['body']],
    ['control characters', { patient_control_number: 'A\u0001' }, ['body', 'patient_control_number']],
    ['a date that does not exist', { dates: { onset: '2026-02-30' } }, ['body', 'dates', 'onset']],
    ['a third related cause', { related_causes: ['AA', 'EM', 'OA'] }, ['body', 'related_causes']],
    ['a letter with an accent', { note: { text: 'café' } }, ['body', 'note', 'text']],
    [
      'an end date without a start',
      { lines: [{ ...claimBody('BAD').lines[0], service_date: undefined, service_date_end: '2026-02-11' }] },
      ['body', 'lines', '0', 'service_date_end'],
    ],
    [
      'an address that the guide does not allow',
      { referring: [{ last_name: 'ROE', first_name: 'JAN', address: { city: 'DENVER' } }] },
      ['body', 'referring', '0', 'address', 'city'],
    ],
    [
      'a number of more digits than X12 holds',
      { lines: [{ ...claimBody('BAD').lines[0], quantity: 0.30000000000000004 }] },
      ['body', 'lines', '0', 'quantity'],
    ],
  ])('refuses %s with its path', async (_, more, path) => {
    const made = await call('create-claim', { body: claimBody('BAD', more) });
    expect(made.status).toBe(400);
    expect(made.body.details).toContainEqual(expect.objectContaining({ path }));
  });

  test('transliterates accented letters on request', async () => {
    const more = { note: { text: 'café' }, characters: 'transliterate' };
    const made = await call('create-claim', { body: claimBody('ACCENT', more) });
    expect(made).toMatchObject({ status: 201, body: { data: { content: { note: { text: 'cafe' } } } } });
  });

  test('replays a request with its key, and refuses the key with another body', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await call('create-claim', { body: claimBody('ONCE'), headers });
    const again = await call('create-claim', { body: claimBody('ONCE'), headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect((await call('create-claim', { body: claimBody('TWICE'), headers })).status).toBe(422);
    const list = await call('list-claims', { query: { patient_control_number: 'ONCE' } });
    expect(list.body.data).toHaveLength(1);
  });

  test('keeps a duplicate in review until it is released', async () => {
    const first = await call('create-claim', { body: claimBody('HELD') });
    const second = await call('create-claim', {
      body: claimBody('HELD', { lines: [{ ...claimBody('HELD').lines[0], service_date: '2026-02-11' }] }),
    });
    expect(second.body.data).toMatchObject({
      lane: 'review',
      duplicates: [{ claim_id: first.body.data.id, by: 'patient_control_number' }],
    });
    const path = { id: second.body.data.id };
    const stale = await call('release-claim', { path, body: {}, headers: { 'If-Match': '"v9"' } });
    expect(stale.status).toBe(412);
    const released = await call('release-claim', { path, body: {}, headers: { 'If-Match': '"v1"' } });
    expect(released).toMatchObject({ status: 200, body: { data: { lane: 'ready', version: 2 } } });
    expect(await call('release-claim', { path, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'not_in_review' },
    });
  });

  test('refuses a date that X12 cannot hold', async () => {
    const line = { ...claimBody('YEAR0').lines[0], service_date: '0000-01-01' };
    expect(await call('create-claim', { body: claimBody('YEAR0', { lines: [line] }) })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: [{ path: ['body', 'lines', '0', 'service_date'] }] },
    });
  });

  test('releases a claim that was sent only to the lane that the request names', async () => {
    const { body } = await call('create-claim', { body: claimBody('SENT') });
    const { id } = body.data;
    await moveStoredClaim(stores, id, 'submitted', { submission_id: crypto.randomUUID() });
    await moveStoredClaim(stores, id, 'questioned');
    expect(await call('release-claim', { path: { id }, body: {} })).toMatchObject({
      status: 409,
      body: { code: 'not_in_review' },
    });
    expect(await findClaim(stores.claims, id)).toMatchObject({ lane: 'review' });
    const wrong = await call('release-claim', { path: { id }, query: { lane: 'ready' }, body: {} });
    expect(wrong).toMatchObject({ status: 400, body: { details: [{ path: ['query', 'lane'] }] } });
    const decided = await call('release-claim', {
      path: { id },
      query: { lane: 'payer_rejected' },
      body: {},
    });
    expect(decided).toMatchObject({ status: 200, body: { data: { lane: 'payer_rejected' } } });
    expect((await auditOf(stores, id)).at(-1)).toMatchObject({
      event_type: 'claim.released',
      payload: { from: 'review', to: 'payer_rejected' },
    });
  });

  test('does not release a claim with errors, whatever doubts there are', async () => {
    const { body } = await call('create-claim', { body: claimBody('FAULTY', { total_charge: 1 }) });
    const { id } = body.data;
    expect(body.data.lane).toBe('draft');
    await moveStoredClaim(stores, id, 'questioned');
    for (const query of [{}, { lane: 'paid' }]) {
      const refused = await call('release-claim', { path: { id }, query, body: {} });
      expect(refused).toMatchObject({ status: 409, body: { code: 'not_in_review' } });
    }
    expect((await call('get-claim', { path: { id } })).body.data.lane).toBe('draft');
  });
});
