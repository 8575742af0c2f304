import { describe, expect, test } from '@jest/globals';
import { attachUnmatched, getUnmatched, listUnmatched } from '#claims/unmatched/contract.ts';
import { unmatchedItemId } from '#claims/unmatched/unmatched-item.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { send, visit } from '../../../claims/responses/engine/sent-batch.ts';
import {
  adjusted,
  payment,
  remit,
  reversal,
} from '../../../claims/responses/remittance/payer-remittances.ts';
import { everyAuditEntry, laneFigures } from '../../../claims/stored.ts';
import { envelope } from '../../../fixtures/x12/claim.ts';
import { call, expectContract, stores, useStores } from '../responses/service.ts';
import { act, claimOf, eventsOf, itemOf, reason, remitted, twins, untilConflict } from './worklist.ts';

useStores();

describe('a payment that fits no claim', () => {
  test('is listed with ranked candidates, attached by hand and taken back', async () => {
    const sent = await send(stores, [visit('ATT-1001'), visit('OTHER-77')]);
    const [claim, other] = sent.claims;
    const { id: remittanceId } = await remitted(remit([payment('ATT-1010', adjusted(['CO', '45', 550]))]));
    const id = unmatchedItemId(remittanceId, 1);
    const list = await call('list-unmatched', { query: { kind: 'payment' }, roles: ['auditor'] });
    expectContract(listUnmatched, list);
    expect(list.body.data).toMatchObject([
      {
        id,
        kind: 'payment',
        reason: 'unmatched',
        state: 'open',
        charge: 175.5,
        paid: 170,
        can_take_back: false,
      },
    ]);
    expect(JSON.stringify(list.body)).not.toContain('MARLOW');
    const detail = await call('get-unmatched', { path: { id } });
    expectContract(getUnmatched, detail);
    expect(detail.body.data.candidates.slice(0, 1)).toMatchObject([
      {
        claim_id: claim?.id,
        reasons: expect.arrayContaining(['similar_number', 'amount', 'service_dates', 'provider', 'waiting']),
        lane: 'submitted',
      },
    ]);
    expect(detail.body.data.candidates.map((one: { score: number }) => one.score)).toEqual(
      detail.body.data.candidates
        .map((one: { score: number }) => one.score)
        .toSorted((a: number, b: number) => b - a),
    );

    const before = await claimOf(claim?.id ?? '');
    const figures = await laneFigures(stores);
    const headers = { 'Idempotency-Key': 'attach-1' };
    const body = { claim_id: claim?.id, reason, note: 'TESSA MARLOW called' };
    const attached = await act('attach', id, body, { headers });
    expectContract(attachUnmatched, attached);
    expect(attached.body.data).toMatchObject({
      state: 'resolved',
      can_take_back: true,
      decisions: [{ action: 'attached', by: 'test', reason, note: body.note, claim_id: claim?.id }],
    });
    const replay = await act('attach', id, body, { headers });
    expect([replay.status, replay.body]).toEqual([200, attached.body]);
    expect((await act('attach', id, body)).body.code).toBe('unmatched_item_state');
    expect(await claimOf(claim?.id ?? '')).toMatchObject({
      lane: 'paid',
      paid: 170,
      remittance_id: remittanceId,
      payer_control_number: 'ICN-ATT-1010',
    });
    const remittance = await call('get-remittance', { path: { id: remittanceId } });
    expect(remittance.body.data).toMatchObject({
      counts: { unmatched: 0, matched: 1, paid: 1 },
      claims: [{ match: { result: 'matched', by: 'hand', claim_id: claim?.id }, outcome: 'paid' }],
    });

    const back = await act('take-back', id, { reason: 'entered_in_error' });
    expect(back.body.data).toMatchObject({ state: 'open', can_take_back: false });
    const after = await claimOf(claim?.id ?? '');
    const { timeline, version, updated_at, lane_since, ...restored } = after;
    expect(before).toMatchObject(restored);
    expect(after).not.toHaveProperty('paid');
    expect(await laneFigures(stores)).toEqual(figures);
    expect(await eventsOf(claim?.id ?? '')).toEqual(
      expect.arrayContaining(['claim.paid', 'claim.payment_taken_back']),
    );
    expect(timeline).toContainEqual(
      expect.objectContaining({ event: 'payment', taken_back: true, paid: 170 }),
    );

    // The other claim, after a first mistake.
    expect((await act('attach', id, { claim_id: other?.id, reason })).status).toBe(200);
    expect(await claimOf(other?.id ?? '')).toMatchObject({ lane: 'paid', paid: 170 });
    const audited = JSON.stringify(await everyAuditEntry(stores));
    for (const text of ['MARLOW', 'TESSA', body.note]) expect(audited).not.toContain(text);
  });

  test('has a claim with its charge as candidate, whenever that was received', async () => {
    const [claim] = (await send(stores, [visit('CHARGE-1')])).claims;
    const late = { ...payment('CHARGE-I'), statementFrom: '2031-01-05', lines: [] };
    const { id } = await remitted(remit([late]));
    const { body } = await call('get-unmatched', { path: { id: unmatchedItemId(id, 1) } });
    expect(body.data.candidates[0]).toMatchObject({
      claim_id: claim?.id,
      reasons: expect.arrayContaining(['similar_number', 'amount']),
    });
  });

  test('keeps the sums exact if another remittance arrives before it is taken back', async () => {
    const [claim] = (await send(stores, [visit('EXACT-1')])).claims;
    const id = claim?.id ?? '';
    const { id: first } = await remitted(remit([payment('WRONG-EXACT', adjusted(['PR', '3', 2_000]))]));
    await act('attach', unmatchedItemId(first, 1), { claim_id: id, reason });
    expect(await claimOf(id)).toMatchObject({ lane: 'paid', paid: 155.5, patient_responsibility: 20 });
    await remitted(remit([payment('EXACT-1', adjusted(['PR', '1', 17_550]))], { date: '2026-04-20' }));
    expect(await claimOf(id)).toMatchObject({ paid: 155.5, patient_responsibility: 20 });
    expect((await act('take-back', unmatchedItemId(first, 1), { reason: 'other' })).status).toBe(200);
    expect(await claimOf(id)).toMatchObject({ lane: 'paid', paid: 0, patient_responsibility: 175.5 });
  });

  test('is resolved by its claim, and not posted to it after a dismissal', async () => {
    const { id } = await remitted(remit([payment('COMES-1'), payment('COMES-2')]));
    const dismissed = await act('dismiss', unmatchedItemId(id, 2), { reason: 'handled_elsewhere' });
    expect(dismissed.body.data).toMatchObject({ state: 'dismissed', decisions: [{ action: 'dismissed' }] });
    const drafts = [visit('COMES-1'), visit('COMES-2')];
    await stores.put(
      'inbox/comes.837',
      writeClaims(drafts, { ...envelope, interchangeNumber: 9601, groupNumber: 9601 }),
    );
    const { handler } = await import('../../../../functions/claims/work/ingest-file.ts');
    await handler({ Records: [{ s3: { object: { key: 'inbox/comes.837' } } }] } as never);
    expect(await itemOf(id, 1)).toMatchObject({ state: 'resolved', decisions: [{ action: 'matched' }] });
    const { body } = await call('list-claims', { query: { patient_control_number: 'COMES-1' } });
    expect(body.data).toMatchObject([{ lane: 'paid', paid: 175.5 }]);
    const other = await call('list-claims', { query: { patient_control_number: 'COMES-2' } });
    expect(other.body.data).toMatchObject([{ lane: 'ready' }]);
    // Taken back, the sweep posts it.
    await act('take-back', unmatchedItemId(id, 2), { reason: 'entered_in_error' });
    const { handler: sweep } = await import('../../../../functions/claims/work/mark-overdue.ts');
    await sweep();
    expect(await itemOf(id, 2)).toMatchObject({
      state: 'resolved',
      decisions: [{}, {}, { action: 'matched' }],
    });
  });

  test('is attached once by two callers at the same time', async () => {
    const [claim] = (await send(stores, [visit('RACE-1')])).claims;
    const { id } = await remitted(remit([payment('NOBODY-RACE')]));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => act('attach', unmatchedItemId(id, 1), { claim_id: claim?.id, reason })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await claimOf(claim?.id ?? '')).toMatchObject({ paid: 175.5 });
  });
});

test('responds with conflict if the claim changes during every attempt', async () => {
  const [claim] = (await send(stores, [visit('BUSY-1')])).claims;
  const id = claim?.id ?? '';
  const { id: remittanceId } = await remitted(remit([payment('BUSY-1', [], { paid: 17_000 })]));
  const item = unmatchedItemId(remittanceId, 1);
  const conflicts = async (name: string, body: object) => {
    for (;;) {
      const answer = await untilConflict(id, () => act(name, item, body));
      if (answer.body.code === 'conflict') return answer.status;
      // It has succeeded nevertheless: back to where it was.
      await act(name === 'take-back' ? 'dismiss' : 'take-back', item, { reason });
    }
  };
  expect(await conflicts('attach', { claim_id: id, reason })).toBe(409);
  expect(await conflicts('dismiss', { reason })).toBe(409);
  await act('dismiss', item, { reason });
  expect(await conflicts('take-back', { reason })).toBe(409);
});

describe('a payment that fits several claims', () => {
  test('takes its candidates out of review when it is attached, and back when that is taken back', async () => {
    const [first, second] = await twins('TWIN-1');
    const { id } = await remitted(remit([payment('TWIN-1')]));
    const item = unmatchedItemId(id, 1);
    expect(await itemOf(id)).toMatchObject({ reason: 'ambiguous', claim_ids: [first, second] });
    expect(await claimOf(second)).toMatchObject({
      lane: 'review',
      conflicts: [{ kind: 'ambiguous', unmatched_item_id: item, open: true }],
    });
    await act('attach', item, { claim_id: first, reason });
    expect(await claimOf(first)).toMatchObject({ lane: 'paid', paid: 175.5 });
    expect(await claimOf(second)).toMatchObject({ lane: 'submitted', conflicts: [{ resolved_by: 'test' }] });
    await act('take-back', item, { reason: 'entered_in_error' });
    for (const claim of [first, second]) {
      expect(await claimOf(claim)).toMatchObject({ lane: 'review', lane_before: 'submitted' });
    }
    await act('dismiss', item, { reason: 'not_ours' });
    for (const claim of [first, second]) expect((await claimOf(claim)).lane).toBe('submitted');
  });
});

describe('a payment that does not balance', () => {
  const unbalanced = (number: string) => payment(number, [], { paid: 17_000 });

  test('is posted by hand with amounts, and taken back', async () => {
    const [claim] = (await send(stores, [visit('HELD-1')])).claims;
    const id = claim?.id ?? '';
    const { id: remittanceId } = await remitted(remit([unbalanced('HELD-1')]));
    const item = unmatchedItemId(remittanceId, 1);
    expect(await itemOf(remittanceId)).toMatchObject({ reason: 'claim_unbalanced', claim_ids: [id] });
    const amounts = { paid: 165.25, patient_responsibility: 10.25, outcome: 'paid' };
    const posted = await act('attach', item, { claim_id: id, reason: 'verified_on_eob', ...amounts });
    expect(posted.status).toBe(200);
    expect(await claimOf(id)).toMatchObject({ lane: 'paid', paid: 165.25, patient_responsibility: 10.25 });
    const { body } = await call('get-remittance', { path: { id: remittanceId } });
    expect(body.data).toMatchObject({ counts: { held: 0, matched: 1, paid: 1 } });
    await act('take-back', item, { reason: 'entered_in_error' });
    expect(await claimOf(id)).toMatchObject({ lane: 'review', lane_before: 'submitted' });
    expect(await claimOf(id)).not.toHaveProperty('paid');
  });

  test('waits for a person although a later remittance balances', async () => {
    const [claim] = (await send(stores, [visit('HELD-2')])).claims;
    const { id } = await remitted(remit([unbalanced('HELD-2')]));
    await remitted(remit([payment('HELD-2')]));
    expect(await itemOf(id)).toMatchObject({ state: 'open' });
    expect(await claimOf(claim?.id ?? '')).toMatchObject({
      lane: 'review',
      lane_before: 'paid',
      paid: 175.5,
    });
    await act('dismiss', unmatchedItemId(id, 1), { reason: 'duplicate' });
    expect(await claimOf(claim?.id ?? '')).toMatchObject({ lane: 'paid', paid: 175.5 });
  });

  test('is posted with its whole remittance if only the transaction does not add up', async () => {
    const sent = await send(stores, [visit('SUM-1'), visit('SUM-2'), visit('SUM-3')]);
    const claims = [payment('SUM-1'), unbalanced('SUM-2'), payment('SUM-3')];
    const draft = remit(claims);
    const { id } = await remitted({ ...draft, payment: { ...draft.payment, amount: 1 } });
    const path = { id };
    const posted = await call('post-remittance', { path, body: { reason: 'verified_in_bank' } });
    expect(posted.body.data).toEqual({ changed: 2, skipped: 1, next_cursor: null });
    const lanes = async () => Promise.all(sent.claims.map(async (one) => (await claimOf(one.id)).lane));
    expect(await lanes()).toEqual(['paid', 'review', 'paid']);
    const back = await call('take-back-remittance', { path, body: { reason: 'entered_in_error' } });
    expect(back.body.data).toEqual({ changed: 2, skipped: 1, next_cursor: null });
    expect(await lanes()).toEqual(['review', 'review', 'review']);
    const detail = await call('get-remittance', { path });
    expect(detail.body.data.counts).toMatchObject({ matched: 3, held: 3, paid: 0 });
  });
});

test('a held reversal and its correction are posted and taken back together', async () => {
  const [claim] = (await send(stores, [visit('PAIR-HELD')])).claims;
  const id = claim?.id ?? '';
  await remitted(remit([payment('PAIR-HELD')]));
  const state = async () => {
    const { timeline, version, updated_at, lane_since, ...shown } = await claimOf(id);
    return shown;
  };
  const draft = remit([reversal(payment('PAIR-HELD')), payment('PAIR-HELD', adjusted(['CO', '45', 1_000]))]);
  const { id: remittanceId } = await remitted({ ...draft, payment: { ...draft.payment, amount: 1 } });
  const before = await state();
  expect(before).toMatchObject({ lane: 'review', lane_before: 'paid', paid: 175.5 });
  const path = { id: remittanceId };
  const posted = await call('post-remittance', { path, body: { reason: 'verified_in_bank' } });
  expect(posted.body.data).toMatchObject({ changed: 2, skipped: 0 });
  expect(await state()).toMatchObject({ lane: 'paid', paid: 165.5, remittance_id: remittanceId });
  const back = await call('take-back-remittance', { path, body: { reason: 'entered_in_error' } });
  expect(back.body.data).toMatchObject({ changed: 2, skipped: 0 });
  expect(await state()).toEqual(before);
});

describe('a refused request', () => {
  test('names its cause and changes nothing', async () => {
    const [claim] = (await send(stores, [visit('REFUSE-1')])).claims;
    const { id } = await remitted(remit([payment('NOBODY-1')]));
    const item = unmatchedItemId(id, 1);
    const code = async (name: string, body: object, more: object = {}) =>
      (await act(name, item, body, more)).body.code;
    expect(await code('attach', { claim_id: crypto.randomUUID(), reason })).toBe('unknown_claim');
    expect(await code('attach', { reason })).toBe('validation_failed');
    expect(await code('attach', { batch_id: 'x', claim_id: claim?.id, reason })).toBe('validation_failed');
    expect(await code('attach', { claim_id: claim?.id, reason, paid: 1 })).toBe('unmatched_item_state');
    expect(await code('attach', { claim_id: claim?.id, reason: 'because' })).toBe('validation_failed');
    expect(await code('take-back', { reason })).toBe('unmatched_item_state');
    const stale = { headers: { 'If-Match': '"v9"' } };
    expect(await code('dismiss', { reason }, stale)).toBe('precondition_failed');
    expect(await code('dismiss', { reason }, { roles: ['auditor'] })).toBe('forbidden');
    expect((await act('dismiss', crypto.randomUUID(), { reason })).status).toBe(404);
    expect(await itemOf(id)).toMatchObject({ state: 'open', version: 1 });
  });
});

test('a reversal that is attached by hand takes the payment back', async () => {
  const [claim] = (await send(stores, [visit('REV-1')])).claims;
  await remitted(remit([payment('REV-1')]));
  const wrong = {
    ...reversal(payment('REV-1')),
    patientControlNumber: 'REV-X',
    payerControlNumber: 'UNKNOWN',
  };
  const { id } = await remitted(remit([wrong]));
  await act('attach', unmatchedItemId(id, 1), { claim_id: claim?.id, reason });
  expect(await claimOf(claim?.id ?? '')).toMatchObject({ lane: 'pending', paid: 0 });
});
