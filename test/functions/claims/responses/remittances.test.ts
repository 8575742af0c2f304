import { describe, expect, test } from '@jest/globals';
import { getClaim } from '#claims/claims/contract.ts';
import { getRemittance, listRemittances, parseRemittance } from '#claims/remittances/contract.ts';
import { send, visit } from '#test/claims/responses/engine/sent-batch.ts';
import { transfer } from '#test/fixtures/x12/remittance.ts';
import { claimBody } from '#test/functions/claims/claim-body.ts';
import {
  answer277,
  answer835,
  call,
  expectContract,
  expectInvalidEnvelope,
  laneOf,
  rejection,
  stores,
  useStores,
  x12,
} from './service.ts';

useStores();

describe('POST /api/parse-835', () => {
  test('refuses an 835 with a wrong SE01 count, and says so', async () => {
    const text = answer835('M-COUNT').replace(/\bSE\*\d+/, 'SE*99');
    expectInvalidEnvelope(await call('parse-remittance', x12(text)), 'V007');
  });

  test('returns remittances with their balance and claims', async () => {
    const sent = await send(stores, [visit('M-1')]);
    const reply = await call('parse-remittance', x12(answer835('M-1')));
    expect(reply.status).toBe(200);
    expectContract(parseRemittance, reply);
    expect(reply.body.data.remittances).toMatchObject([
      {
        payment: { amount: 175.5, date: '2025-03-10' },
        balance: { balanced: true, transaction: { computed: 175.5, stated: 175.5 } },
        counts: { matched: 1, paid: 1 },
        claims: [
          {
            patient_control_number: 'M-1',
            status_text: 'processed as primary',
            paid: 175.5,
            outcome: 'paid',
            lane: 'paid',
            match: { result: 'matched', claim_id: sent.claims[0]?.id },
            service_lines: [
              {
                charge: 125.5,
                matched_by: 'REF*6R',
                billed_line: 1,
                remarks: [{ code: 'N130', text: expect.any(String) }],
              },
              { billed_line: 2 },
            ],
          },
        ],
      },
    ]);
    const claim = await call('get-claim', { path: { id: sent.claims[0]?.id ?? '' } });
    expect(claim.body.data).toMatchObject({ lane: 'paid', paid: 175.5, payer_control_number: 'ICN-M-1' });
    const { id } = reply.body.data.remittances[0];
    const list = await call('list-remittances', {
      query: { payer_id: transfer.originator },
      roles: ['auditor'],
    });
    expectContract(listRemittances, list);
    expect(list.body.data).toMatchObject([{ id, claim_count: 1 }]);
    expect((await call('list-remittances', { query: { payer_id: 'NOBODY' } })).body.data).toEqual([]);
    expect(
      (await call('list-remittances', { query: { received_to: '2020-01-01T00:00:00Z' } })).body.data,
    ).toEqual([]);
    const detail = await call('get-remittance', { path: { id }, roles: ['auditor'] });
    expectContract(getRemittance, detail);
    expect(detail.body.data).toEqual(reply.body.data.remittances[0]);
    expect((await call('get-remittance', { path: { id: sent.claims[0]?.id ?? '' } })).status).toBe(404);
  });

  test('puts a claim that is paid twice in review, with both remittances and the credit balance', async () => {
    const sent = await send(stores, [visit('M-TWICE')]);
    const path = { id: sent.claims[0]?.id ?? '' };
    const ids = [];
    for (let n = 0; n < 2; n++) {
      const { body } = await call('parse-remittance', x12(answer835('M-TWICE', `ICN-${n}`)));
      ids.push(body.data.remittances[0].id);
    }
    const claim = await call('get-claim', { path });
    expectContract(getClaim, claim);
    expect(claim.body.data).toMatchObject({
      ...{ lane: 'review', lane_before: 'paid', paid: 351, credit_balance: 175.5 },
      conflicts: [{ kind: 'overpaid', response: '835', source_id: ids[1], remittance_ids: ids, open: true }],
    });
    expect(claim.body.data).not.toHaveProperty('payments');
    const replaced = await call('create-claim', { body: claimBody('M-TWICE', { corrects: path.id }) });
    expect(replaced).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
    const lanes = await call('list-lanes');
    const review = lanes.body.data.find(({ lane }: { lane: string }) => lane === 'review');
    expect(review.claims).toMatchObject([{ id: path.id, credit_balance: 175.5 }]);
    const released = await call('release-claim', { path, query: { lane: 'paid' }, body: {} });
    expect(released.body.data).toMatchObject({
      ...{ lane: 'paid', credit_balance: 175.5 },
      conflicts: [{ kind: 'overpaid', resolved_by: 'test' }],
    });
    expect(released.body.data.conflicts[0]).not.toHaveProperty('open');
  });

  test('keeps a payment whose claim is unknown', async () => {
    const reply = await call('parse-remittance', x12(answer835('M-LATER')));
    expect(reply.body.data.remittances).toMatchObject([
      { counts: { unmatched: 1 }, claims: [{ match: { result: 'unmatched' } }] },
    ]);
  });
});

test('applies files of the inbox under the current configuration', async () => {
  const sent = await send(stores, [visit('BOX-1')]);
  await stores.put('inbox/box.277', answer277(rejection('BOX-1')));
  const { handler } = await import('../../../../functions/claims/work/ingest-file.ts');
  await handler({ Records: [{ s3: { object: { key: 'inbox/box.277' } } }] } as never);
  expect(await laneOf(sent)).toEqual(['payer_rejected']);
});

test('marks overdue claims by schedule', async () => {
  const sent = await send(stores, [visit('TICK-1')], { at: new Date(Date.now() - 2 * 3_600_000) });
  const { handler } = await import('../../../../functions/claims/work/mark-overdue.ts');
  await handler();
  expect(await laneOf(sent)).toEqual(['overdue']);
});
