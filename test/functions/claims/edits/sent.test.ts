import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findClaim } from '#claims/claims/records.ts';
import { editClaim } from '#claims/edits/contract.ts';
import { moveStoredClaim, payStoredClaim } from '../../../claims/move-stored-claim.ts';
import { created, edit, fits, shown, stores, useStores } from './service.ts';

useStores();

describe('An edit of a claim that was sent', () => {
  test('replaces a rejected claim by one of frequency 1', async () => {
    const { id } = await created('SENT1');
    await moveStoredClaim(stores, id, 'submitted', { submission_id: randomUUID() });
    await moveStoredClaim(stores, id, 'payer_rejected');
    const made = await edit(id, { place_of_service: '12' });
    expect(made.status).toBe(201);
    fits(editClaim, made);
    expect(made.body.data).toMatchObject({
      frequency: '1',
      lane: 'ready',
      corrects: id,
      changes: [{ path: '/place_of_service' }],
    });
    expect(made.headers['Location']).toBe(`/api/claims/${made.body.data.id}`);
    expect(await findClaim(stores.claims, id)).toMatchObject({
      lane: 'closed',
      corrected_by: made.body.data.id,
    });
    const again = await edit(id, { place_of_service: '22' });
    expect(again).toMatchObject({ status: 409, body: { code: 'not_correctable' } });
    expect(again.body.error).toContain(made.body.data.id);
  });

  test('corrects a paid claim with the number of the payer', async () => {
    const { id } = await created('SENT2');
    await payStoredClaim(stores, id, 'ICN-SENT2');
    const made = await edit(id, { place_of_service: '12' });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { frequency: '7', original_claim_number: 'ICN-SENT2', corrects: id } },
    });
    expect((await edit(id, { place_of_service: '22' })).body.code).toBe('not_correctable');
    // The unsent correction is edited in place, but keeps its original.
    const { id: correction } = made.body.data;
    expect((await edit(correction, { place_of_service: '22' })).body.data).toMatchObject({
      id: correction,
      version: 2,
    });
    const moved = await edit(correction, { subscriber: { payer: { id: 'CO_TXIX' } } });
    expect(moved).toMatchObject({ status: 409, body: { details: [{ code: 'other_payer' }] } });
  });

  test('makes a new claim in place of one that the payer returned unprocessed', async () => {
    const { id } = await created('SENT4');
    await moveStoredClaim(stores, id, 'submitted', { submission_id: randomUUID() });
    await moveStoredClaim(stores, id, 'unprocessable', { payer_control_number: 'ICN-SENT4' });
    expect(await shown(id)).toMatchObject({ lane: 'denied', is_unprocessable: true });
    const made = await edit(id, { place_of_service: '12' });
    expect(made).toMatchObject({
      status: 201,
      body: { data: { frequency: '1', lane: 'ready', corrects: id, duplicates: [] } },
    });
    expect(made.body.data.original_claim_number).toBeUndefined();
    expect(await shown(id)).toMatchObject({ lane: 'denied', corrected_by: made.body.data.id });
    await moveStoredClaim(stores, made.body.data.id, 'submitted', { submission_id: randomUUID() });
    expect(await shown(id)).toMatchObject({ lane: 'closed' });
    await moveStoredClaim(stores, made.body.data.id, 'paid');
    expect(await shown(made.body.data.id)).toMatchObject({ lane: 'paid', paid: 100.5 });
    expect(await shown(id)).toMatchObject({ lane: 'closed', paid: 0 });
  });

  test('needs the number of the payer for a claim without a response', async () => {
    const { id } = await created('SENT3');
    await moveStoredClaim(stores, id, 'submitted', { submission_id: randomUUID() });
    expect(await edit(id, { place_of_service: '12' })).toMatchObject({
      status: 422,
      body: { code: 'no_payer_claim_number' },
    });
  });
});

describe('An edit with resubmit', () => {
  test('sends the edited draft, once for one key', async () => {
    const { id } = await created('AGAIN1', { diagnoses: [] });
    const headers = { 'Idempotency-Key': randomUUID() };
    const content = { diagnoses: [{ qualifier: 'ABK', code: 'J069' }] };
    const sent = await edit(id, content, { resubmit: true }, headers);
    expect(sent).toMatchObject({
      status: 200,
      body: { data: { id, lane: 'submitted', resubmission: { state: 'recorded' } } },
    });
    fits(editClaim, sent);
    expect((await edit(id, content, { resubmit: true }, headers)).body).toEqual(sent.body);
    expect(await shown(id)).toMatchObject({
      lane: 'submitted',
      submission_id: sent.body.data.resubmission.submission_id,
    });
  });

  test('stores nothing if the claim has errors or needs a decision', async () => {
    const { id } = await created('AGAIN2', { diagnoses: [] });
    expect(await edit(id, { place_of_service: '12' }, { resubmit: true })).toMatchObject({
      status: 422,
      body: {
        code: 'submission_blocked',
        details: expect.arrayContaining([expect.objectContaining({ path: ['claims', id] })]),
      },
    });
    expect(await shown(id)).toMatchObject({ version: 1 });
    const twin = await created('AGAIN2B', { diagnoses: [] });
    const held = await edit(
      twin.id,
      { patient_control_number: 'AGAIN2', diagnoses: [{ qualifier: 'ABK', code: 'J069' }] },
      { resubmit: true },
    );
    expect(held).toMatchObject({
      status: 409,
      body: { code: 'claims_not_ready', details: [{ code: 'review' }] },
    });
    expect(await shown(twin.id)).toMatchObject({ version: 1 });
  });

  test('sends the replacement of a rejected claim', async () => {
    const { id } = await created('AGAIN3');
    await moveStoredClaim(stores, id, 'submitted', { submission_id: randomUUID() });
    await moveStoredClaim(stores, id, 'rejected');
    const headers = { 'Idempotency-Key': randomUUID() };
    const made = await edit(id, { place_of_service: '12' }, { resubmit: true }, headers);
    expect(made).toMatchObject({ status: 201, body: { data: { corrects: id, lane: 'submitted' } } });
    expect((await edit(id, { place_of_service: '12' }, { resubmit: true }, headers)).body).toEqual(made.body);
  });
});
