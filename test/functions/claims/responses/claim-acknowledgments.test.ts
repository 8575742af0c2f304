import { describe, expect, test } from '@jest/globals';
import {
  getClaimAcknowledgment,
  listClaimAcknowledgments,
  parseClaimAcknowledgment,
} from '#claims/claim-acknowledgments/contract.ts';
import { send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { handMade } from '#test/fixtures/x12/spec-277ca.ts';
import {
  answer277,
  call,
  expectContract,
  expectInvalidEnvelope,
  nextNumber,
  rejection,
  stores,
  useStores,
  x12,
} from './service.ts';

useStores();

describe('POST /api/parse-277ca', () => {
  test('returns statuses and unscoped statuses with their effects', async () => {
    const sent = await send(stores, [visit('Q-1')]);
    const reply = await call(
      'parse-claim-acknowledgment',
      x12(answer277(rejection('Q-1'), rejection('Q-NONE'))),
    );
    expect(reply.status).toBe(200);
    expectContract(parseClaimAcknowledgment, reply);
    expect(reply.body.data).toMatchObject({
      state: 'applied',
      statuses: [
        {
          patient_control_number: 'Q-1',
          category: 'A7',
          amount: 175.5,
          service_date: '2025-02-01',
          classification: 'rejected',
          match: { result: 'matched', claim_id: sent.claims[0]?.id },
          outcome: 'moved',
          lane: 'payer_rejected',
          statuses: [{ reasons: [{ category_text: 'rejected for invalid information' }] }],
        },
        { patient_control_number: 'Q-NONE', match: { result: 'unmatched' } },
      ],
      unscoped_statuses: [{ level: '21', category: 'A1', totals: { rejected: 2, rejected_amount: 351 } }],
      acknowledgments: [{ counts: { statuses: 2, matched: 1, unmatched: 1, rejected: 2 } }],
    });
    const claim = await call('get-claim', { path: { id: sent.claims[0]?.id ?? '' } });
    expect(claim.body.data).toMatchObject({
      lane: 'payer_rejected',
      payer_rejected_status_code: 'A7:562',
      payer_rejected_by_277ca_id: reply.body.data.acknowledgments[0].id,
    });
    const events = claim.body.data.timeline.map(({ event }: { event: string }) => event);
    expect(events).toContain('claim.payer_rejected');
  });

  test('refuses a 277CA without SE, which may be cut off, and says so', async () => {
    const text = answer277(rejection('Q-COUNT')).replace(/\bSE\*[^~]*~\s*/, '');
    expectInvalidEnvelope(await call('parse-claim-acknowledgment', x12(text)), 'V137');
  });

  test('stores statuses, which are listed and read page by page', async () => {
    const numbers = Array.from({ length: 45 }, (_, n) => `PAGE-${n}`);
    const made = await call('parse-claim-acknowledgment', x12(answer277(...numbers.map(rejection))));
    const { id } = made.body.data.acknowledgments[0];
    const list = await call('list-claim-acknowledgments', { query: { limit: '1' }, roles: ['auditor'] });
    expectContract(listClaimAcknowledgments, list);
    expect(list.body.data).toMatchObject([{ id }]);
    const next = await call('list-claim-acknowledgments', {
      query: { cursor: list.body.pagination.next_cursor },
    });
    expect(next.body.data).toMatchObject([{ counts: { statuses: 2 } }]);
    const seen: string[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const query: Record<string, string> = { limit: '17', ...(cursor && { cursor }) };
      const page = await call('get-claim-acknowledgment', { path: { id }, query, roles: ['auditor'] });
      expectContract(getClaimAcknowledgment, page);
      seen.push(
        ...page.body.data.statuses.map(
          (one: { patient_control_number: string }) => one.patient_control_number,
        ),
      );
      cursor = page.body.data.next_cursor ?? undefined;
      more = cursor !== undefined;
    }
    expect(seen).toEqual(numbers);
  });

  test('refuses ids of other kinds and cursors of other lists', async () => {
    const list = await call('list-claim-acknowledgments', { query: { limit: '1' } });
    const id = list.body.data[0].id;
    expect((await call('get-implementation-acknowledgment', { path: { id } })).status).toBe(404);
    expect((await call('get-remittance', { path: { id } })).status).toBe(404);
    const cursor = list.body.pagination.next_cursor;
    const reply = await call('get-claim-acknowledgment', { path: { id }, query: { cursor } });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_cursor']);
  });
});

describe('a 277CA in the shape of the spec', () => {
  test.each([
    ['STC before REF', ['STC*A7:562*20260316*U*175.5', 'REF*1K*SPEC-1']],
    ['REF before STC', ['REF*1K*SPEC-2', 'STC*A7:562*20260316*U*175.5']],
  ])('returns %s, and a status that belongs to no patient', async (_, segments) => {
    const pcn = segments.join().match(/SPEC-\d/)?.[0] ?? '';
    const sent = await send(stores, [visit(pcn)]);
    const person = 'NM1*QC*1*FERN*OLIVE****MI*A1';
    const levels = [
      ...['HL*4*3*22*0', person, ...segments],
      ...['HL*5*3*22*0', 'NM1*IL*1*FERN*OLIVE****MI*A1', 'STC*A7:562*20260316*U'],
    ];
    const bytes = handMade(levels, { number: nextNumber() });
    const reply = await call('parse-claim-acknowledgment', x12(bytes.toString().replaceAll('~', '~\r\n')));
    expectContract(parseClaimAcknowledgment, reply);
    expect(reply.body.data).toMatchObject({
      statuses: [{ patient_control_number: pcn, match: { claim_id: sent.claims[0]?.id, by: 'REF*1K' } }],
      unscoped_statuses: [{ level: '21' }, { level: '22', category: 'A7', classification: 'rejected' }],
    });
    const claim = await call('get-claim', { path: { id: sent.claims[0]?.id ?? '' } });
    expect(claim.body.data).toMatchObject({ lane: 'payer_rejected', payer_rejected_status_code: 'A7:562' });
  });
});

test('a claim names the day of a 277CA as the payer states it', async () => {
  const sent = await send(stores, [visit('Q-DAY')]);
  const text = answer277(rejection('Q-DAY')).replace('DTP*009*D8*20250310', 'DTP*009*D8*20250308');
  const reply = await call('parse-claim-acknowledgment', x12(text));
  expect(reply.body.data.acknowledgments).toMatchObject([{ processed: '2025-03-08' }]);
  const claim = await call('get-claim', { path: { id: sent.claims[0]?.id ?? '' } });
  expect(claim.body.data.account.answers).toMatchObject([{ kind: '277CA', answered_on: '2025-03-08' }]);
});
