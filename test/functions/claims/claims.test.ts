import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { moveClaim } from '#claims/claim/claim-change.ts';
import { changeActions, findClaim } from '#store/claims/claims/claims.ts';
import { claimFileText } from '../../claims/claim-text.ts';
import { type Answer, functionsOn, type Request } from '../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../claims/local-stores.ts';
import { auditOf, laneFigures } from '../../claims/stored.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores.stop());

describe('POST /api/claims', () => {
  test('a sound claim is ready, and comes back as it was given', async () => {
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

  test('a claim with errors is a draft that tells them', async () => {
    const made = await call('create-claim', { body: claimBody('JSON2', { total_charge: 99 }) });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({ lane: 'draft' });
    expect(made.body.data.findings).toContainEqual(
      expect.objectContaining({ id: 'V053', severity: 'error' }),
    );
  });

  test('the state rules hold for the state program', async () => {
    const body = claimBody('JSON3');
    const payer = { last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX' };
    const subscriber = { ...body.subscriber, payer, claim_filing: 'MC', id: 'NOT-STATE' };
    const made = await call('create-claim', { body: { ...body, subscriber } });
    expect(made.body.data.findings.map(({ id }: { id: string }) => id)).toContain('R204');
  });

  test.each([
    ['no lines', { lines: [] }, ['body', 'lines']],
    ['an amount with three places', { total_charge: 1.005 }, ['body', 'total_charge']],
    ['a member that is not known', { total_chrage: 1 }, ['body']],
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
      'an address that the guide has no room for',
      { referring: [{ last_name: 'ROE', first_name: 'JAN', address: { city: 'DENVER' } }] },
      ['body', 'referring', '0', 'address', 'city'],
    ],
    [
      'a number of more digits than X12 holds',
      { lines: [{ ...claimBody('BAD').lines[0], quantity: 0.30000000000000004 }] },
      ['body', 'lines', '0', 'quantity'],
    ],
  ])('%s is refused, and says where', async (_, more, path) => {
    const made = await call('create-claim', { body: claimBody('BAD', more) });
    expect(made.status).toBe(400);
    expect(made.body.details).toContainEqual(expect.objectContaining({ path }));
  });

  test('letters with accents are written without them when the request says so', async () => {
    const more = { note: { text: 'café' }, characters: 'transliterate' };
    const made = await call('create-claim', { body: claimBody('ACCENT', more) });
    expect(made).toMatchObject({ status: 201, body: { data: { content: { note: { text: 'cafe' } } } } });
  });

  test('the same request with its key is one claim, and the key with another body is refused', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await call('create-claim', { body: claimBody('ONCE'), headers });
    const again = await call('create-claim', { body: claimBody('ONCE'), headers });
    expect(again.body).toEqual(first.body);
    expect(again.headers['Idempotent-Replayed']).toBe('true');
    expect((await call('create-claim', { body: claimBody('TWICE'), headers })).status).toBe(422);
    const list = await call('list-claims', { query: { patient_control_number: 'ONCE' } });
    expect(list.body.data).toHaveLength(1);
  });

  test('a claim with the number of another is held for review until somebody lets it out', async () => {
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

  test('a day that X12 cannot hold is refused and not stored', async () => {
    const line = { ...claimBody('YEAR0').lines[0], service_date: '0000-01-01' };
    expect(await call('create-claim', { body: claimBody('YEAR0', { lines: [line] }) })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', details: [{ path: ['body', 'lines', '0', 'service_date'] }] },
    });
  });

  test('a claim that was sent is not let out of review, to be sent a second time', async () => {
    const { body } = await call('create-claim', { body: claimBody('SENT') });
    const { id } = body.data;
    const step = async (trigger: 'submitted' | 'questioned', patch = {}) => {
      const claim = await findClaim(stores.claims, id);
      const change = claim && moveClaim(claim, trigger, { actor: 'test', now: new Date() }, patch);
      await stores.audit.append(change ? [change.entry] : [], change ? changeActions([change]) : []);
    };
    await step('submitted', { submission_id: crypto.randomUUID() });
    await step('questioned');
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

  test('a claim with errors goes from review back to its drafts, never to those that are sent', async () => {
    const { body } = await call('create-claim', { body: claimBody('FAULTY', { total_charge: 1 }) });
    const { id } = body.data;
    expect(body.data.lane).toBe('draft');
    const claim = await findClaim(stores.claims, id);
    const change = claim && moveClaim(claim, 'questioned', { actor: 'test', now: new Date() });
    await stores.audit.append(change ? [change.entry] : [], change ? changeActions([change]) : []);
    const sent = await call('release-claim', { path: { id }, query: { lane: 'paid' }, body: {} });
    expect(sent).toMatchObject({ status: 409, body: { code: 'not_in_review' } });
    expect(await call('release-claim', { path: { id }, body: {} })).toMatchObject({
      status: 200,
      body: { data: { lane: 'draft' } },
    });
  });
});

describe('Lists', () => {
  beforeAll(async () => {
    const claims = Array.from({ length: 25 }, (_, i) => ({
      pcn: `LIST${i}`,
      payer: i % 5 === 0 ? 'PAYER5' : 'CO_TXIX',
      date: i < 10 ? '20260105' : '20260206',
    }));
    await stores.drop('list.837', claimFileText({ number: 77, npi: '1245319599', claims }));
  });

  /** Every claim of a list, page by page. */
  async function all(
    query: Record<string, string>,
  ): Promise<{ patient_control_number: string; id: string }[]> {
    const found = [];
    let cursor: string | undefined;
    do {
      const { status, body } = await call('list-claims', {
        query: { ...query, ...(cursor !== undefined && { cursor }) },
      });
      expect(status).toBe(200);
      found.push(...body.data);
      cursor = body.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return found;
  }

  test('by provider, page by page, each claim once', async () => {
    const claims = await all({ billing_npi: '1245319599', limit: '7' });
    expect(new Set(claims.map(({ id }) => id)).size).toBe(25);
    expect(claims).toHaveLength(25);
  });

  test('filters narrow each other', async () => {
    expect(await all({ payer_id: 'PAYER5', limit: '2' })).toHaveLength(5);
    expect(await all({ billing_npi: '1245319599', service_to: '2026-01-31' })).toHaveLength(10);
    expect(await all({ payer_id: 'PAYER5', service_from: '2026-02-01', lane: 'ready' })).toHaveLength(3);
    expect(await all({ patient_control_number: 'LIST7' })).toHaveLength(1);
    expect(await all({ patient_control_number: 'list7' })).toHaveLength(0);
    expect(await all({ billing_npi: '1245319599', received_to: '2020-01-01T00:00:00Z' })).toEqual([]);
    const recent = { billing_npi: '1245319599', received_from: '2020-01-01T00:00:00Z', limit: '200' };
    expect(await all(recent)).toHaveLength(25);
  });

  test('all claims, newest first', async () => {
    const claims = (await all({ limit: '9' })) as unknown as { received_at: string }[];
    const times = claims.map(({ received_at }) => received_at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(claims.length).toBeGreaterThan(30);
  });

  test('a cursor of another list is refused', async () => {
    const { body } = await call('list-claims', { query: { limit: '1' } });
    const other = { lane: 'ready', limit: '1', cursor: body.pagination.next_cursor };
    expect(await call('list-claims', { query: other })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });

  test('a filter that does not exist is refused', async () => {
    expect((await call('list-claims', { query: { payer: 'x' } })).status).toBe(400);
  });

  test('lanes show count, amount, oldest, newest and the first claims', async () => {
    const { body } = await call('list-lanes');
    expect(body.data).toHaveLength(12);
    const figures = await laneFigures(stores);
    for (const lane of body.data) {
      expect(lane.count).toBe(figures[lane.lane]?.count ?? 0);
      expect(lane.amount).toBe((figures[lane.lane]?.cents ?? 0) / 100);
      const ofLane = (await all({ lane: lane.lane, limit: '200' })) as unknown as { lane_since: string }[];
      expect(ofLane).toHaveLength(lane.count);
      expect(lane.claims).toHaveLength(Math.min(5, lane.count));
      expect(lane.oldest_at).toBe(ofLane.at(-1)?.lane_since ?? null);
      expect(lane.newest_at).toBe(ofLane[0]?.lane_since ?? null);
    }
  });
});

describe('Files', () => {
  test('an upload link is given out, used, and the file has the id that came with it', async () => {
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

  test('a second file put to the same link is a file of its own', async () => {
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

  test('are listed newest first, by state', async () => {
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
    expect(ids.length).toBeGreaterThanOrEqual(5);
  });

  test.each(['../x', 'a/b', '', 'a\u0000'])('a name like %j is refused', async (name) => {
    expect((await call('create-file', { body: { name } })).status).toBe(400);
  });
});

describe('Roles', () => {
  test.each([
    ['create-claim', { body: {} }],
    ['void-claim', { path: { id: crypto.randomUUID() }, body: {} }],
    ['release-claim', { path: { id: crypto.randomUUID() }, body: {} }],
    ['create-file', { body: { name: 'x' } }],
  ])('an auditor may not %s', async (name, request) => {
    const body = name === 'create-claim' ? claimBody('ROLE') : request.body;
    expect((await call(name, { ...request, body, roles: ['auditor'] })).status).toBe(403);
  });

  test.each(['list-claims', 'list-files', 'list-lanes'])(
    'an auditor may %s, and a stranger may not',
    async (name) => {
      expect((await call(name, { roles: ['auditor'] })).status).toBe(200);
      expect((await call(name, { roles: [] })).status).toBe(403);
    },
  );

  test.each(['get-claim', 'get-file'])('%s of an unknown id is not found', async (name) => {
    expect((await call(name, { path: { id: crypto.randomUUID() } })).status).toBe(404);
  });
});
