import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findClaim } from '#claims/claims/records.ts';
import { moveStoredClaim } from '../../../claims/move-stored-claim.ts';
import { auditOf, everyAuditEntry } from '../../../claims/stored.ts';
import { reserveFor } from '../../../claims/submissions/submission-fixture.ts';
import { claimBody } from '../claim-body.ts';
import { call, lanesOf, preview, ready, run, stores, useStores } from './service.ts';

useStores();

describe('Hold, unhold, dismiss and restore', () => {
  test('hold ready claims out of submissions, with one audit entry each', async () => {
    const ids = await ready(3);
    const [held = '', , draft = ''] = ids;
    await moveStoredClaim(stores, draft, 'held');
    const before = await everyAuditEntry(stores);
    const shown = await preview({ kind: 'hold', reason: 'Waits for QUILLFEATHER' }, [...ids, randomUUID()]);
    expect(shown.map(({ outcome, to, reason }: Record<string, string>) => [outcome, to, reason])).toEqual([
      ['change', 'held', undefined],
      ['change', 'held', undefined],
      ['skip', undefined, 'wrong_lane'],
      ['skip', undefined, 'not_found'],
    ]);
    expect(await everyAuditEntry(stores)).toHaveLength(before.length);
    const finished = await run(
      { kind: 'hold', reason: 'Waits for QUILLFEATHER' },
      { claim_ids: [...ids, ids[0]] },
    );
    expect(finished).toMatchObject({
      status: 200,
      body: {
        data: { state: 'done', selected: 3, done: 2, skipped: 1, skipped_by_reason: { wrong_lane: 1 } },
      },
    });
    expect(await lanesOf(ids)).toEqual(['held', 'held', 'draft']);
    expect(await findClaim(stores.claims, held)).toMatchObject({ lane_reason: 'Waits for QUILLFEATHER' });
    const entries = (await everyAuditEntry(stores)).slice(before.length);
    expect(entries).toHaveLength(2);
    for (const entry of entries) {
      expect(entry).toMatchObject({
        event_type: 'claim.held',
        actor: 'test',
        payload: { bulk_run_id: finished.body.data.id, operation: 'hold', from: 'ready', to: 'held' },
      });
      expect(entry.payload_json).not.toContain('QUILLFEATHER');
    }
    expect(await call('submit-claims', { body: { claim_ids: [held] } })).toMatchObject({
      status: 409,
      body: { code: 'claims_not_ready' },
    });
    expect((await run({ kind: 'unhold' }, { claim_ids: [held] })).body.data).toMatchObject({ done: 1 });
    expect(await lanesOf([held])).toEqual(['ready']);
    expect(await findClaim(stores.claims, held)).not.toHaveProperty('lane_reason');
  });

  test('does not hold a claim that is being sent', async () => {
    const [id = ''] = await ready(1);
    await reserveFor(stores, 'now', [id]);
    expect((await run({ kind: 'hold' }, { claim_ids: [id] })).body.data.skipped_by_reason).toEqual({
      being_sent: 1,
    });
    expect(await lanesOf([id])).toEqual(['ready']);
  });

  test('keep a dismissed draft out of the lanes until a person takes it back', async () => {
    const [id = ''] = await ready(1, { diagnoses: [] });
    const [sent = ''] = await ready(1);
    await moveStoredClaim(stores, sent, 'submitted', { submission_id: randomUUID() });
    expect((await run({ kind: 'dismiss' }, { claim_ids: [id] })).status).toBe(400);
    const finished = await run({ kind: 'dismiss', reason: 'Entered twice' }, { claim_ids: [id, sent] });
    expect(finished.body.data).toMatchObject({ done: 1, skipped_by_reason: { was_sent: 1 } });
    expect(await findClaim(stores.claims, id)).toMatchObject({
      lane: 'dismissed',
      lane_reason: 'Entered twice',
    });
    const lanes = await call('list-lanes');
    expect(lanes.body.data.map(({ lane }: { lane: string }) => lane)).not.toContain('dismissed');
    const listed = await call('list-claims', { query: { lane: 'dismissed' } });
    expect(listed.body.data).toMatchObject([{ id }]);
    expect((await run({ kind: 'restore' }, { claim_ids: [id] })).body.data).toMatchObject({ done: 1 });
    expect(await lanesOf([id])).toEqual(['draft']);
    expect((await auditOf(stores, id)).map(({ event_type }) => event_type)).toEqual([
      'claim.received',
      'claim.dismissed',
      'claim.restored',
    ]);
  });

  test('question a restored claim that was entered again meanwhile', async () => {
    const [id = ''] = await ready(1);
    await run({ kind: 'hold' }, { claim_ids: [id] });
    await run({ kind: 'dismiss', reason: 'Wrong' }, { claim_ids: [id] });
    const { patient_control_number: pcn = '' } = (await findClaim(stores.claims, id)) ?? {};
    const { body } = await call('create-claim', { body: claimBody(pcn) });
    expect(body.data).toMatchObject({ lane: 'ready', duplicates: [] });
    await run({ kind: 'restore' }, { claim_ids: [id] });
    expect(await findClaim(stores.claims, id)).toMatchObject({
      lane: 'review',
      duplicates: [{ claim_id: body.data.id }],
    });
  });
});

describe('Release', () => {
  test('releases claims from review, and names what keeps the others there', async () => {
    const [id = ''] = await ready(1);
    const { patient_control_number: pcn = '' } = (await findClaim(stores.claims, id)) ?? {};
    const twin = (await call('create-claim', { body: claimBody(pcn) })).body.data;
    expect(twin.lane).toBe('review');
    const [sent = ''] = await ready(1);
    await moveStoredClaim(stores, sent, 'submitted', { submission_id: randomUUID() });
    await moveStoredClaim(stores, sent, 'questioned');
    const finished = await run({ kind: 'release' }, { claim_ids: [twin.id, sent, id] });
    expect(finished.body.data).toMatchObject({
      done: 1,
      skipped_by_reason: { not_in_review: 1, wrong_lane: 1 },
    });
    expect(await lanesOf([twin.id, sent])).toEqual(['ready', 'review']);
    expect((await run({ kind: 'release', lane: 'pending' }, { claim_ids: [sent] })).body.data.done).toBe(1);
    expect(await lanesOf([sent])).toEqual(['pending']);
  });
});
