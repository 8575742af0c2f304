import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import * as z from 'zod';
import { changeOf } from '#claims/change.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { claimJson } from '#claims/claims/claim-json.ts';
import { claimKey } from '#claims/claims/claim-keys.ts';
import { changeActions, claims } from '#claims/claims/records.ts';
import { setFollowUp } from '#claims/follow-up/contract.ts';
import { putPerson } from '#claims/follow-up/records.ts';
import { changeFollowUp } from '#claims/follow-up/rules.ts';
import { ok } from '#http/reply/replies.ts';
import { answerWithConflict } from '#test/claims/changing-claim.ts';
import { type Answer, eventOf, functionsOn, type Request } from '#test/claims/invoke.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { moveStoredClaim } from '#test/claims/move-stored-claim.ts';
import { auditOf, everyAuditEntry } from '#test/claims/stored.ts';
import { claimBody } from './claim-body.ts';

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
  for (const number of ['WORK1', 'WORK2', 'WORK3', 'WORK4', 'WORK5']) {
    ids[number] = (await call('create-claim', { body: claimBody(number) })).body.data.id;
  }
});
afterAll(() => stores.stop());

const of = (number: string) => ({ id: ids[number] ?? '' });
const follow = (number: string, body: object, headers = {}) =>
  call('set-follow-up', { path: of(number), body, headers });

async function worklist(query: Record<string, string> = {}): Promise<readonly string[]> {
  const { status, body } = await call('list-worklist', { query });
  expect([status, body.code]).toEqual([200, undefined]);
  expect(body.today).toMatch(/^\d{4}-\d\d-\d\d$/);
  return body.data.map((one: { patient_control_number: string }) => one.patient_control_number);
}

describe('The worklist', () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    const { body } = await call('list-worklist');
    expect((await follow('WORK1', { assignee: 'me', follow_up_on: days(-5) })).status).toBe(200);
    await follow('WORK2', { follow_up_on: body.today });
    await follow('WORK3', { assignee: 'someone-else', follow_up_on: days(5) });
    await follow('WORK4', { assignee: 'me' });
  });

  test('lists claims by their follow-up day, those without one last', async () => {
    expect(await worklist()).toEqual(['WORK1', 'WORK2', 'WORK3', 'WORK4']);
  });

  test.each([
    [{ assignee: 'me' }, ['WORK1', 'WORK4']],
    [{ assignee: 'none' }, ['WORK2']],
    [{ assignee: 'someone-else' }, ['WORK3']],
    [{ due: 'overdue' }, ['WORK1']],
    [{ due: 'today' }, ['WORK2']],
    [{ due: 'later' }, ['WORK3']],
    [{ due: 'undated' }, ['WORK4']],
    [{ assignee: 'me', due: 'overdue', lane: 'ready' }, ['WORK1']],
    [{ lane: 'paid' }, []],
    [{ billing_npi: '1245319599' }, []],
  ])('lists the claims of %j', async (query, numbers) => {
    expect(await worklist(query)).toEqual(numbers);
  });

  test('is listed page by page', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: '1', ...(cursor !== undefined && { cursor }) };
      const { body } = await call('list-worklist', { query });
      found.push(...body.data.map((one: { patient_control_number: string }) => one.patient_control_number));
      cursor = body.pagination.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual(['WORK1', 'WORK2', 'WORK3', 'WORK4']);
  });

  test('keeps a claim that changes its lane, and drops one without assignee and day', async () => {
    await moveStoredClaim(stores, ids['WORK4'] ?? '', 'submitted');
    expect(await worklist({ due: 'undated' })).toEqual(['WORK4']);
    await follow('WORK4', { assignee: null });
    expect(await worklist({ due: 'undated' })).toEqual([]);
  });
});

describe('PATCH /api/claims/{id}/follow-up', () => {
  test('writes one audit entry for a change, and none without one', async () => {
    const first = await follow('WORK5', { assignee: 'me', follow_up_on: '2026-12-01' });
    expect(first.body.data).toMatchObject({ assignee: 'test', follow_up_on: '2026-12-01', version: 2 });
    expect(first.headers['ETag']).toBe('"v2"');
    expect((await follow('WORK5', { assignee: 'test' })).body.data.version).toBe(2);
    expect((await follow('WORK5', { follow_up_on: null })).body.data).not.toHaveProperty('follow_up_on');
    const entries = (await auditOf(stores, ids['WORK5'] ?? '')).filter(
      ({ event_type }) => event_type === 'claim.follow_up',
    );
    expect(entries.map(({ payload }) => payload)).toMatchObject([
      { assignee: 'test', follow_up_on: '2026-12-01', from: 'ready', to: 'ready', version: 2 },
      { assignee: 'test', follow_up_on: null, version: 3 },
    ]);
  });

  test('refuses a change of another version, a name and an unknown claim', async () => {
    const stale = await follow('WORK5', { assignee: 'other' }, { 'If-Match': '"v1"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    expect(await follow('WORK5', { assignee: 'Pat Specimen' })).toMatchObject({ status: 400 });
    const unknown = { path: { id: crypto.randomUUID() }, body: { assignee: 'me' } };
    expect(await call('set-follow-up', unknown)).toMatchObject({ status: 404 });
  });

  test('responds with conflict if the claim changes during every attempt', async () => {
    const days = ['2026-12-01', '2026-12-02'];
    const moved = (attempt: number) => follow('WORK5', { follow_up_on: days[attempt % 2] });
    expect(await answerWithConflict(stores, ids['WORK5'] ?? '', moved)).toMatchObject({
      ...{ status: 409, body: { code: 'conflict' } },
    });
  });
});

describe('The people who work with claims', () => {
  test('are those who stated their names, each once and by name', async () => {
    const name = (text: string) => call('name-caller', { body: { name: text } });
    const now = new Date();
    const seen_on = now.toISOString().slice(0, 10);
    await putPerson(stores.claims, { subject: 'b#1/~é', name: 'Ana Example', seen_on }, now);
    await name('Zoe Example');
    expect(await name(' Bea Example ')).toMatchObject({ status: 200, body: { data: { subject: 'test' } } });
    const { body } = await call('list-people');
    expect(body.data).toEqual([
      { subject: 'b#1/~é', name: 'Ana Example', seen_on },
      { subject: 'test', name: 'Bea Example', seen_on },
    ]);
    expect(await name('a\u0007b')).toMatchObject({ status: 400 });
  });
});

describe('Notes of a claim', () => {
  test('are listed newest first, and stay out of the audit log', async () => {
    for (const text of ['Called SPECIMEN', 'Payer wants a fax']) {
      const { status, body } = await call('add-note', { path: of('WORK1'), body: { text } });
      expect([status, body.data.text, body.data.by]).toEqual([201, text, 'test']);
    }
    const { body } = await call('list-notes', { path: of('WORK1'), query: { limit: '1' } });
    expect(body.data).toMatchObject([{ text: 'Payer wants a fax' }]);
    const { next_cursor: cursor } = body.pagination;
    const second = await call('list-notes', { path: of('WORK1'), query: { cursor } });
    expect(second.body.data).toMatchObject([{ text: 'Called SPECIMEN', claim_id: ids['WORK1'] }]);
    const entries = await everyAuditEntry(stores);
    expect(entries.filter(({ event_type }) => event_type === 'claim.note_added')).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toMatch(/SPECIMEN|fax/);
  });

  test('are not part of another claim, nor of an unknown one', async () => {
    expect((await call('list-notes', { path: of('WORK2') })).body.data).toEqual([]);
    const unknown = { path: { id: crypto.randomUUID() } };
    expect(await call('list-notes', unknown)).toMatchObject({ status: 404 });
    expect(await call('add-note', { ...unknown, body: { text: 'x' } })).toMatchObject({ status: 404 });
    expect(await call('add-note', { path: of('WORK1'), body: { text: '  ' } })).toMatchObject({
      status: 400,
    });
  });

  test('do not disturb the claim', async () => {
    const { body } = await call('get-claim', { path: of('WORK1') });
    expect(body.data.timeline.map(({ event }: { event: string }) => event)).toEqual([
      'claim.received',
      'claim.follow_up',
      'claim.note_added',
      'claim.note_added',
    ]);
  });
});

describe('An operation with audit entries', () => {
  test('writes them with its change and its stored reply, after a conflict with what is stored by then', async () => {
    const { auditedChange, operation } = await import('#http/endpoint/claims-operation.ts');
    const declared = { ...setFollowUp, idempotent: true, resource: z.custom<Claim>() } as const;
    let runs = 0;
    const handler = operation(
      declared,
      async ({ resource, body, principal, now }) => {
        runs += 1;
        if (runs === 1) await follow('WORK5', { assignee: 'meanwhile' });
        const changed = changeFollowUp(resource, body, { actor: principal.subject, now });
        if (changed === undefined) return ok({ unchanged: true });
        const reply = ok(claimJson(changed.after), { version: changed.after.version });
        return auditedChange(reply, changed.entry, ...changeActions([changed]));
      },
      claims,
    );
    const run = async (request: Request) => {
      const route = { method: 'PATCH', path: '/' };
      const event = eventOf({ body: { assignee: 'me' }, path: of('WORK5'), route, ...request });
      const { statusCode, headers, body } = await handler(event, { awsRequestId: 'test' } as Context);
      return { statusCode, headers, ...JSON.parse(body) };
    };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const before = await auditOf(stores, ids['WORK5'] ?? '');
    const first = await run({ headers });
    expect([first.statusCode, first.data.assignee, runs]).toEqual([200, 'me', 2]);
    const entries = (await auditOf(stores, ids['WORK5'] ?? '')).slice(before.length);
    expect(entries.map(({ payload }) => payload)).toMatchObject([
      { assignee: 'meanwhile' },
      { assignee: 'me' },
    ]);
    const again = await run({ headers });
    expect(again).toMatchObject({ headers: { 'Idempotent-Replayed': 'true' }, data: first.data });
    const hidden = await run({ billingNpis: ['1245319599'] });
    expect([hidden.statusCode, hidden.code]).toEqual([404, 'not_found']);
    const unseen = await run({ headers: { 'if-match': '"v1"' } });
    expect([unseen.statusCode, unseen.code, runs]).toEqual([412, 'precondition_failed', 2]);
    const refused = operation(
      declared,
      ({ resource, principal, now }) => {
        const changed = changeFollowUp(resource, { assignee: 'other' }, { actor: principal.subject, now });
        if (changed === undefined) throw new Error('Nothing changes');
        const exists = {
          ConditionCheck: { Key: claimKey(resource.id), ConditionExpression: 'attribute_not_exists(pk)' },
        };
        const taken = { ...exists, otherwise: 'payer_not_configured' } as const;
        return auditedChange(ok({}), changed.entry, taken);
      },
      claims,
    );
    const event = eventOf({ body: {}, path: of('WORK5'), route: { method: 'PATCH', path: '/' } });
    const { body } = await refused(event, { awsRequestId: 'test' } as Context);
    expect(JSON.parse(body).code).toBe('payer_not_configured');
    expect(await auditOf(stores, ids['WORK5'] ?? '')).toHaveLength(before.length + 2);
  });

  test('refuses a limited caller whose change touches a claim of another provider, and stores nothing', async () => {
    const { operation, withChange } = await import('#http/endpoint/claims-operation.ts');
    const handler = operation(
      { ...setFollowUp, resource: z.custom<Claim>() },
      ({ resource, body, principal, now }) => {
        const changed = changeFollowUp(resource, body, { actor: principal.subject, now });
        if (changed === undefined) throw new Error('Nothing changes');
        const after = { ...changed.after, billing_npi: '1245319599' };
        return withChange(ok({}), changeOf([{ ...changed, after }]));
      },
      claims,
    );
    const before = await auditOf(stores, ids['WORK4'] ?? '');
    const request = { body: { assignee: 'me' }, path: of('WORK4'), billingNpis: ['1234567893'] };
    const { statusCode, body } = await handler(eventOf(request), { awsRequestId: 'test' } as Context);
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'provider_scope']);
    expect(await auditOf(stores, ids['WORK4'] ?? '')).toEqual(before);
  });
});
