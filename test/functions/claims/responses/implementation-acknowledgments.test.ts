import { describe, expect, test } from '@jest/globals';
import {
  getImplementationAcknowledgment,
  listImplementationAcknowledgments,
  parseImplementationAcknowledgment,
} from '#claims/acknowledgments/contract.ts';
import { findClaims } from '#claims/claims/records.ts';
import { send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { auditOf } from '#test/claims/stored.ts';
import {
  answer277,
  answer999,
  call,
  expectContract,
  expectInvalidEnvelope,
  laneOf,
  nextNumber,
  rejection,
  stores,
  useStores,
  x12,
} from './service.ts';

useStores();

describe('POST /api/parse-999', () => {
  const refuse = (text: string) => text.replace('***11:B', '***11:Q');

  test.each([
    'text/plain',
    'application/edi-x12',
    'application/EDI-X12; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/json',
  ])('takes X12 text as %s', async (type) => {
    const sent = await send(stores, [visit(`P9-${nextNumber()}`)]);
    const reply = await call('parse-implementation-acknowledgment', x12(await answer999(sent, refuse), type));
    expect(reply.status).toBe(200);
    expectContract(parseImplementationAcknowledgment, reply);
    expect(reply.body.data).toMatchObject({
      state: 'applied',
      reasons: [],
      acknowledgments: [
        {
          kind: '999',
          code: 'R',
          verdict: 'rejected',
          claim_counts: { rejected: 1, causes: 1 },
          sets: [
            { code: 'R', segments: [{ segment: 'CLM', error: { code: '8', text: expect.any(String) } }] },
          ],
          claims: [{ claim_id: sent.claims[0]?.id, verdict: 'rejected', role: 'cause', lane: 'rejected' }],
          next_cursor: null,
        },
      ],
    });
    expect(await laneOf(sent)).toEqual(['rejected']);
    const entry = (await auditOf(stores, sent.claims[0]?.id ?? '')).at(-1);
    expect(entry).toMatchObject({ event_type: 'claim.rejected', actor: 'test' });
  });

  test('takes JSON with the text or with the key of an object in the inbox', async () => {
    const one = await send(stores, [visit('PJ-1')]);
    const content = await answer999(one);
    const reply = await call('parse-implementation-acknowledgment', { body: { content } });
    expect(reply.body.data.acknowledgments).toMatchObject([
      { verdict: 'accepted', batch_ids: [one.batch.id] },
    ]);
    const other = await send(stores, [visit('PJ-2')]);
    await stores.put('inbox/from payer/answer.999', await answer999(other));
    const request = { body: { key: 'inbox/from payer/answer.999' } };
    const byKey = await call('parse-implementation-acknowledgment', request);
    expect(byKey.body.data).toMatchObject({ state: 'applied', acknowledgments: [{ verdict: 'accepted' }] });
    const [acknowledged] = await findClaims(
      stores.claims,
      other.claims.map(({ id }) => id),
    );
    // A 999 that accepts moves no claim.
    expect(acknowledged?.lane).toBe('submitted');
    const shown = await call('get-claim', { path: { id: acknowledged?.id ?? '' } });
    const [{ id }] = byKey.body.data.acknowledgments;
    expect(shown.body.data.account.answers).toMatchObject([
      { kind: '999', response_id: id, verdict: 'accepted', effect: 'counts' },
    ]);
    expect(shown.body.data.timeline.at(-1)).toMatchObject({
      event: 'batch.acknowledged',
      acknowledgment_id: id,
    });
    expect(await stores.keys('inbox/')).toEqual([]);
    // The inbox may process the object first; the reply then has its result.
    const again = await call('parse-implementation-acknowledgment', request);
    expect(again.body.data).toEqual(byKey.body.data);
  });

  test('returns the first result for the same content, and changes nothing', async () => {
    const sent = await send(stores, [visit('PS-1')]);
    const text = await answer999(sent, refuse);
    const first = await call('parse-implementation-acknowledgment', x12(text));
    const second = await call('parse-implementation-acknowledgment', x12(text));
    expect(second.body.data).toEqual(first.body.data);
    const entries = await auditOf(stores, sent.claims[0]?.id ?? '');
    expect(entries.filter(({ event_type }) => event_type === 'claim.rejected')).toHaveLength(1);
  });

  test('returns the stored reply for a repeated idempotency key', async () => {
    const sent = await send(stores, [visit('PI-1')]);
    const request = x12(await answer999(sent));
    const headers = { ...request.headers, 'Idempotency-Key': 'parse-1' };
    const first = await call('parse-implementation-acknowledgment', { ...request, headers });
    const second = await call('parse-implementation-acknowledgment', { ...request, headers });
    expect(second.headers['Idempotent-Replayed']).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  test.each([
    ['another kind of file', () => answer277(rejection('NONE')), 422, 'wrong_file_kind'],
    ['no X12 at all', () => 'Dear sirs', 422, 'wrong_file_kind'],
    ['nothing', () => '  ', 400, 'body_required'],
    ['a body over the maximum size', () => 'ISA*'.padEnd(4_300_000, '0'), 413, 'payload_too_large'],
  ])('refuses %s, and stores nothing', async (_, text, code, error) => {
    const before = (await call('list-files')).body.data.length;
    const reply = await call('parse-implementation-acknowledgment', x12(text()));
    expect([reply.status, reply.body.code]).toEqual([code, error]);
    expect((await call('list-files')).body.data).toHaveLength(before);
  });

  test('refuses a 999 without SE, which may be cut off, and says so', async () => {
    const sent = await send(stores, [visit('PE-1')]);
    const text = (await answer999(sent)).replace(/\bSE\*[^~]*~\s*/, '');
    const reply = await call('parse-implementation-acknowledgment', x12(text));
    expectInvalidEnvelope(reply, 'V137');
    expect(await laneOf(sent)).toEqual(['submitted']);
  });

  test.each([
    ['neither', {}],
    ['both', { key: 'inbox/a', content: 'ISA' }],
    ['a key outside of the inbox', { key: 'archive/2026/a.x12' }],
  ])('refuses JSON with %s', async (_, body) => {
    const reply = await call('parse-implementation-acknowledgment', { body });
    expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
  });

  test('returns 404 for an object that does not exist', async () => {
    const reply = await call('parse-implementation-acknowledgment', { body: { key: 'inbox/none.999' } });
    expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
  });

  test('refuses a picture', async () => {
    const reply = await call('parse-implementation-acknowledgment', x12('PNG', 'image/png'));
    expect([reply.status, reply.body.code]).toEqual([415, 'unsupported_media_type']);
  });

  test('refuses an auditor', async () => {
    const reply = await call('parse-implementation-acknowledgment', { ...x12('ISA'), roles: ['auditor'] });
    expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  });
});

describe('stored 999 and TA1', () => {
  test('are listed newest first and read with their claims page by page', async () => {
    const sent = await send(
      stores,
      Array.from({ length: 30 }, (_, n) => visit(`LIST-${n}`)),
    );
    await call('parse-implementation-acknowledgment', x12(await answer999(sent)));
    const list = await call('list-implementation-acknowledgments', { roles: ['auditor'] });
    expectContract(listImplementationAcknowledgments, list);
    const [newest] = list.body.data;
    expect(newest).toMatchObject({ claim_counts: { accepted: 30 }, batch_ids: [sent.batch.id] });
    const first = await call('get-implementation-acknowledgment', {
      path: { id: newest.id },
      query: { limit: '28' },
    });
    expectContract(getImplementationAcknowledgment, first);
    expect(first.body.data.claims).toHaveLength(28);
    const rest = await call('get-implementation-acknowledgment', {
      path: { id: newest.id },
      query: { cursor: first.body.data.next_cursor },
    });
    expect(rest.body.data.claims).toMatchObject([
      { patient_control_number: 'LIST-28' },
      { patient_control_number: 'LIST-29' },
    ]);
    expect(rest.body.data.next_cursor).toBeNull();
  });
});
